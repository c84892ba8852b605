package logit

import (
	"fmt"
	"slices"
	"strings"
)

// Design is the data of a fit: sparse rows, outcomes, weights and clusters.
// Set Columns (and Names), then Add rows; or fill the slices directly.
type Design struct {
	// Columns is the number of coefficients, 1 to 1000.
	Columns int
	// Names are labels for messages, one per column; nil means none.
	Names []string

	// Off, Idx and Val hold the rows in compressed form: row i has the values
	// Val[Off[i]:Off[i+1]] in the columns Idx[Off[i]:Off[i+1]], in increasing
	// order of column. Off has one element more than there are rows.
	Off []int
	Idx []uint16
	Val []float64

	// Y holds the outcomes, each in [0, 1].
	Y []float64
	// Weight holds row weights, each finite and at least 0; nil means 1 for
	// each row. A weight counts observations: 1 is one whole game. Rows of
	// weight 0 are left out everywhere.
	Weight []float64
	// Cluster holds the identity of the group each row belongs to. Rows of one
	// group may depend on each other, groups may not. Nil makes each row its
	// own group.
	Cluster []int32

	err error // first misuse of Add, reported by Validate
}

// Rows returns the number of rows.
func (d *Design) Rows() int { return len(d.Y) }

// Grow makes room for so many further rows and non-zero entries.
func (d *Design) Grow(rows, entries int) {
	d.Off = slices.Grow(d.Off, rows+1)
	d.Idx = slices.Grow(d.Idx, entries)
	d.Val = slices.Grow(d.Val, entries)
	d.Y = slices.Grow(d.Y, rows)
	d.Weight = slices.Grow(d.Weight, rows)
	d.Cluster = slices.Grow(d.Cluster, rows)
}

// Add appends one row with values val in columns idx, which may come in any
// order; values of a repeated column are summed and zeros are dropped. The
// arguments are copied. Faults are reported by Validate.
func (d *Design) Add(idx []uint16, val []float64, y, weight float64, cluster int32) {
	if len(idx) != len(val) {
		if d.err == nil {
			d.err = fmt.Errorf("logit: row %d: %d columns given with %d values", d.Rows(), len(idx), len(val))
		}
		return
	}
	if len(d.Off) == 0 {
		d.Off = append(d.Off, 0)
	}
	first := len(d.Idx)
	for k, j := range idx {
		d.insert(first, j, val[k])
	}
	d.dropZeros(first)
	d.Off = append(d.Off, len(d.Idx))
	d.Y = append(d.Y, y)
	d.Weight = append(d.Weight, weight)
	d.Cluster = append(d.Cluster, cluster)
}

// insert puts value v of column j in its place in the row that starts at first.
func (d *Design) insert(first int, j uint16, v float64) {
	at := len(d.Idx)
	for at > first && d.Idx[at-1] >= j {
		at--
	}
	if at < len(d.Idx) && d.Idx[at] == j {
		d.Val[at] += v
		return
	}
	d.Idx = slices.Insert(d.Idx, at, j)
	d.Val = slices.Insert(d.Val, at, v)
}

func (d *Design) dropZeros(first int) {
	to := first
	for k := first; k < len(d.Idx); k++ {
		if d.Val[k] != 0 {
			d.Idx[to], d.Val[to] = d.Idx[k], d.Val[k]
			to++
		}
	}
	d.Idx, d.Val = d.Idx[:to], d.Val[:to]
}

// row returns the columns and values of row i.
func (d *Design) row(i int) ([]uint16, []float64) {
	lo, hi := d.Off[i], d.Off[i+1]
	return d.Idx[lo:hi], d.Val[lo:hi]
}

// logit returns the linear predictor of row i.
func (d *Design) logit(i int, coef []float64) float64 {
	idx, val := d.row(i)
	eta := 0.0
	for k, j := range idx {
		eta += val[k] * coef[j]
	}
	return eta
}

func (d *Design) weight(i int) float64 {
	if d.Weight == nil {
		return 1
	}
	return d.Weight[i]
}

// label names column j in messages.
func (d *Design) label(j int) string {
	if j < len(d.Names) && d.Names[j] != "" {
		return fmt.Sprintf("column %d (%s)", j, d.Names[j])
	}
	return fmt.Sprintf("column %d", j)
}

// labels names several columns in a message.
func (d *Design) labels(columns []int) string {
	names := make([]string, len(columns))
	for k, j := range columns {
		names[k] = d.label(j)
	}
	return strings.Join(names, ", ")
}
