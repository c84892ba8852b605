package report

import (
	"fmt"
	"slices"

	"bestiary/experiments/present/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/tuning"
)

// chance says whether an interval leaves out zero.
func chance(v stat.Interval) string {
	switch {
	case !v.Bounded():
		return "the games are too few to tell"
	case v.Excludes(0):
		return "beyond chance"
	}
	return "within chance"
}

// sensitivity shows how values depend on the choices of the fits.
func (p *page) sensitivity() []doc.Block {
	x, m := p.Examination, p.Measurement
	if x == nil || len(x.Sensitivity) == 0 {
		return nil
	}
	t := doc.Table{
		Caption: fmt.Sprintf("Values %s with other losses, priors and choices of positions. The lines %q and %q are the estimates above, with half the widths of their intervals. A value in bold lies outside the interval of the estimate that it varies.",
			p.inUnits(), "armies", "positions"),
		Head: p.otherPieces("fit", "rows"),
	}
	var base tuning.Variation
	for _, v := range x.Sensitivity {
		name, main := v.Name, v.Name == "design" || v.Name == "Texel"
		if main {
			base = v
		}
		row := doc.Row(estimateWords.Replace(name), format.Count(v.Rows))
		for i, value := range v.Worth {
			if !m.Design.Values[i].Worth.Exact() {
				row = append(row, variedCell(value, base.Worth[i], main))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return []doc.Block{t}
}

func variedCell(v, base stat.Interval, main bool) doc.Text {
	text := format.Value.Estimate(v)
	switch {
	case main && v.Bounded():
		return doc.T(text + " ± " + format.Value.Number(v.HalfWidth()))
	case v.Known() && base.Excludes(v.Estimate):
		return doc.T(doc.Bold(text))
	}
	return doc.T(text)
}

// resampling compares the intervals of the formula with bootstrap intervals.
func (p *page) resampling() []doc.Block {
	x := p.Examination
	if x == nil || len(x.Resampled.Worth) == 0 {
		return nil
	}
	caption := fmt.Sprintf("The intervals come from a formula. A bootstrap, which resamples the pairs of games with replacement, should give the same but for the part of the prior, which both leave out here. It was repeated %s. Values %s.",
		format.Plural(x.Resampled.Resamples, "time"), p.inUnits())
	if n := x.Resampled.Degenerate; n > 0 {
		caption += fmt.Sprintf(" In %s a value had no bounds and was held by a weak prior.", format.Plural(n, "resample"))
	}
	if n := x.Resampled.Unconverged; n > 0 {
		caption += fmt.Sprintf(" The fit to %s did not converge.", format.Plural(n, "resample"))
	}
	t := doc.Table{Caption: caption, Head: []string{"piece", "formula", "bootstrap", "ratio of standard errors"}}
	for i, v := range p.Measurement.Design.Values {
		t.Rows = append(t.Rows, doc.Row(words(v.Piece), format.Value.Interval(x.Resampled.Formula[i]),
			format.Value.Interval(x.Resampled.Worth[i]), format.Value.Number(x.Resampled.Ratios[i])))
	}
	return []doc.Block{t}
}

// correlations shows the correlations between the errors of the values in
// units.
func (p *page) correlations() []doc.Block {
	if p.Examination == nil {
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
		row := doc.Row(words(v.Piece))
		for j := range values[:i+1] {
			if !values[j].Worth.Exact() {
				row = append(row, doc.T(format.Value.Number(p.Examination.Correlations[i][j])))
			}
		}
		t.Rows = append(t.Rows, slices.Concat(row, make([]doc.Text, len(t.Head)-len(row))))
	}
	return []doc.Block{t}
}
