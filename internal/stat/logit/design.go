package logit

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
)

// Design is the data of a fit: sparse rows, outcomes, weights and clusters. Set Columns
// and Names, then Add rows.
type Design struct {
	// Columns is the number of coefficients, 1 to 1000.
	Columns int
	// Names holds labels for messages, one per column; nil means none.
	Names []string

	// Off, Idx and Val hold the rows in compressed form: row i has the values
	// Val[Off[i]:Off[i+1]] in the columns Idx[Off[i]:Off[i+1]], in increasing
	// order of column. Off has one element more than there are rows.
	Off []int
	Idx []uint16
	Val []float64

	// Y holds the outcomes, each in [0, 1].
	Y []float64
	// Weight holds row weights, each finite and at least 0. A weight counts observations: 1 is one
	// whole game. Rows of weight 0 are omitted everywhere.
	Weight []float64
	// Cluster identifies the group to which each row belongs. Rows of one group may depend
	// on each other; groups must be independent.
	Cluster []int32

	err error // the first faulty row
}

// maxColumns bounds the dense second-derivative matrix to 8 MB.
const maxColumns = 1000

// Rows returns the number of rows.
func (d *Design) Rows() int { return len(d.Y) }

// Add appends a row with values val in columns idx, which may be in any order; values of a
// repeated column are summed and zeros are dropped. The arguments are copied. Validate
// reports the first faulty row.
func (d *Design) Add(idx []uint16, val []float64, y, weight float64, cluster int32) {
	if d.err == nil {
		d.err = d.fault(idx, val, y, weight)
	}
	if d.err != nil {
		return
	}
	if len(d.Off) == 0 {
		d.Off = append(d.Off, 0)
	}
	first := len(d.Idx)
	for k, j := range idx {
		at := len(d.Idx)
		for at > first && d.Idx[at-1] >= j {
			at--
		}
		if at < len(d.Idx) && d.Idx[at] == j {
			d.Val[at] += val[k]
		} else {
			d.Idx, d.Val = slices.Insert(d.Idx, at, j), slices.Insert(d.Val, at, val[k])
		}
	}
	to := first
	for k := first; k < len(d.Idx); k++ {
		if d.Val[k] != 0 {
			d.Idx[to], d.Val[to] = d.Idx[k], d.Val[k]
			to++
		}
	}
	d.Idx, d.Val = d.Idx[:to], d.Val[:to]
	d.Off = append(d.Off, len(d.Idx))
	d.Y = append(d.Y, y)
	d.Weight = append(d.Weight, weight)
	d.Cluster = append(d.Cluster, cluster)
}

// fault returns what is wrong with the next row, if anything.
func (d *Design) fault(idx []uint16, val []float64, y, weight float64) error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("logit: row %d: "+format, append([]any{d.Rows()}, args...)...)
	}
	switch {
	case len(idx) != len(val):
		return fail("%d columns given with %d values", len(idx), len(val))
	case !(y >= 0 && y <= 1):
		return fail("outcome %v is outside [0, 1]", y)
	case !(weight >= 0) || math.IsInf(weight, 0):
		return fail("weight %v is not a finite number of at least 0", weight)
	}
	for k, j := range idx {
		if int(j) >= d.Columns {
			return fail("column %d of a design with %d columns", j, d.Columns)
		}
		if math.IsNaN(val[k]) || math.IsInf(val[k], 0) {
			return fail("%s has the value %v", d.label(int(j)), val[k])
		}
	}
	return nil
}

// Validate reports the first fault of the design: a faulty row, a wrong number of columns
// or names, or no row of positive weight.
func (d *Design) Validate() error {
	switch {
	case d.Columns < 1 || d.Columns > maxColumns:
		return fmt.Errorf("logit: design has %d columns, want 1 to %d", d.Columns, maxColumns)
	case len(d.Names) != 0 && len(d.Names) != d.Columns:
		return fmt.Errorf("logit: design has %d names for %d columns", len(d.Names), d.Columns)
	case d.err != nil:
		return d.err
	case d.Rows() == 0:
		return errors.New("logit: design has no rows")
	}
	if total := floats.Sum(d.Weight); total == 0 || math.IsInf(total, 0) {
		return fmt.Errorf("logit: the weights of the %d rows add up to %v, want a positive finite number", d.Rows(), total)
	}
	return nil
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

// label names column j in messages.
func (d *Design) label(j int) string {
	if j < len(d.Names) && d.Names[j] != "" {
		return d.Names[j]
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

// clusters lists the rows of positive weight by cluster. Clusters are numbered
// 0, 1, … in the order of their first row.
type clusters struct {
	of    []int32 // cluster of each row; -1 for rows of weight 0
	order []int32 // rows, cluster after cluster
	start []int32 // rows of cluster c are order[start[c]:start[c+1]]
}

func (c *clusters) count() int { return len(c.start) - 1 }

func (c *clusters) rows(k int) []int32 { return c.order[c.start[k]:c.start[k+1]] }

func groupRows(d *Design) *clusters {
	g := &clusters{of: make([]int32, d.Rows())}
	number := map[int32]int32{}
	for i, id := range d.Cluster {
		if d.Weight[i] == 0 {
			g.of[i] = -1
			continue
		}
		if i > 0 && id == d.Cluster[i-1] && g.of[i-1] >= 0 { // the usual case, without a map lookup
			g.of[i] = g.of[i-1]
			continue
		}
		c, known := number[id]
		if !known {
			c = int32(len(number))
			number[id] = c
		}
		g.of[i] = c
	}
	g.sortRows(len(number))
	return g
}

// sortRows fills order and start by counting.
func (c *clusters) sortRows(count int) {
	c.start = make([]int32, count+1)
	used := 0
	for _, k := range c.of {
		if k >= 0 {
			c.start[k+1]++
			used++
		}
	}
	for k := range count {
		c.start[k+1] += c.start[k]
	}
	next := slices.Clone(c.start[:count])
	c.order = make([]int32, used)
	for i, k := range c.of {
		if k >= 0 {
			c.order[next[k]] = int32(i)
			next[k]++
		}
	}
}
