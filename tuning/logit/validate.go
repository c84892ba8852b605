package logit

import (
	"errors"
	"fmt"
	"math"
)

// maxColumns bounds the dense second-derivative matrix to 8 MB.
const maxColumns = 1000

// Validate reports the first fault of the design: a shape that does not fit, a
// row with a column out of range or out of order, a value that is not finite,
// an outcome outside [0, 1], a negative weight, or no row of positive weight.
func (d *Design) Validate() error {
	if d.err != nil {
		return d.err
	}
	if d.Columns < 1 || d.Columns > maxColumns {
		return fmt.Errorf("logit: design has %d columns, want 1 to %d", d.Columns, maxColumns)
	}
	if len(d.Names) != 0 && len(d.Names) != d.Columns {
		return fmt.Errorf("logit: design has %d names for %d columns", len(d.Names), d.Columns)
	}
	if d.Rows() == 0 {
		return errors.New("logit: design has no rows")
	}
	if err := d.validateShape(); err != nil {
		return err
	}
	return d.validateRows()
}

func (d *Design) validateShape() error {
	rows := d.Rows()
	if len(d.Off) != rows+1 {
		return fmt.Errorf("logit: %d row offsets for %d rows, want %d", len(d.Off), rows, rows+1)
	}
	if len(d.Idx) != len(d.Val) {
		return fmt.Errorf("logit: %d column indices for %d values", len(d.Idx), len(d.Val))
	}
	if d.Weight != nil && len(d.Weight) != rows {
		return fmt.Errorf("logit: %d weights for %d rows", len(d.Weight), rows)
	}
	if d.Cluster != nil && len(d.Cluster) != rows {
		return fmt.Errorf("logit: %d cluster ids for %d rows", len(d.Cluster), rows)
	}
	if d.Off[0] != 0 || d.Off[rows] != len(d.Idx) {
		return fmt.Errorf("logit: row offsets run from %d to %d, want 0 to %d", d.Off[0], d.Off[rows], len(d.Idx))
	}
	for i := range rows {
		if d.Off[i] > d.Off[i+1] {
			return fmt.Errorf("logit: row %d: offsets decrease from %d to %d", i, d.Off[i], d.Off[i+1])
		}
	}
	return nil
}

func (d *Design) validateRows() error {
	total := 0.0
	for i, y := range d.Y {
		if !(y >= 0 && y <= 1) {
			return fmt.Errorf("logit: row %d: outcome %v is outside [0, 1]", i, y)
		}
		w := d.weight(i)
		if !(w >= 0) || math.IsInf(w, 0) {
			return fmt.Errorf("logit: row %d: weight %v is not a finite number of at least 0", i, w)
		}
		total += w
		if err := d.validateEntries(i); err != nil {
			return err
		}
	}
	if total == 0 {
		return fmt.Errorf("logit: none of the %d rows has positive weight", d.Rows())
	}
	if math.IsInf(total, 0) {
		return errors.New("logit: the sum of the weights is infinite")
	}
	return nil
}

func (d *Design) validateEntries(i int) error {
	idx, val := d.row(i)
	for k, j := range idx {
		if int(j) >= d.Columns {
			return fmt.Errorf("logit: row %d: column %d of a design with %d columns", i, j, d.Columns)
		}
		if k > 0 && j <= idx[k-1] {
			return fmt.Errorf("logit: row %d: column %d follows column %d, want increasing order", i, j, idx[k-1])
		}
		if math.IsNaN(val[k]) || math.IsInf(val[k], 0) {
			return fmt.Errorf("logit: row %d: %s has the value %v", i, d.label(int(j)), val[k])
		}
	}
	return nil
}

// validateCoef reports coefficients that do not fit the design.
func (d *Design) validateCoef(coef []float64) error {
	if len(coef) != d.Columns {
		return fmt.Errorf("logit: %d coefficients for %d columns", len(coef), d.Columns)
	}
	for j, b := range coef {
		if math.IsNaN(b) || math.IsInf(b, 0) {
			return fmt.Errorf("logit: coefficient of %s is %v", d.label(j), b)
		}
	}
	return nil
}
