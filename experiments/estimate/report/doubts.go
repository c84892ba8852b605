package report

import (
	"fmt"
	"slices"

	"bestiary/experiments/present/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// chance says whether a difference is significant, if the games bound it.
func chance(v stat.Interval, beyond bool) string {
	switch {
	case !v.Bounded():
		return "the games are too few to tell"
	case beyond:
		return "beyond chance"
	}
	return "within chance"
}

// correlations shows the correlations between the errors of the values in
// units.
func (p *page) correlations() []doc.Block {
	if p.Measurement.Examination == nil {
		return nil
	}
	t := doc.Table{
		Caption: fmt.Sprintf("Correlations of the errors of the values by armies %s. All values share the error of the unit, so they tend to be too high or too low together.", p.inUnits()),
		Head:    p.otherPieces("piece"),
	}
	values := p.Measurement.Design.Values
	for i, v := range values {
		if v.Worth.Exact() {
			continue
		}
		row := doc.Row(format.Words(v.Piece))
		for j := range values[:i+1] {
			if !values[j].Worth.Exact() {
				row = append(row, doc.T(format.Value.Number(p.Measurement.Examination.Correlations[i][j])))
			}
		}
		t.Rows = append(t.Rows, slices.Concat(row, make([]doc.Text, len(t.Head)-len(row))))
	}
	return []doc.Block{t}
}
