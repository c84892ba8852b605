package report

import (
	"fmt"

	"bestiary/experiments"
	"bestiary/internal/present/format"
	"bestiary/internal/stat"
	"bestiary/tuning"
)

// sensitivity is how values depend on the choices of the fits.
func sensitivity(res *experiments.EstimateResult) section {
	x, m := res.Examination, res.Measurement
	if x == nil || len(x.Sensitivity) == 0 {
		return section{}
	}
	s := section{
		Title: "Had the fit been another",
		Text:  []string{"Values in pawns by other losses, priors and choices of positions. The lines called *design* and *Texel* are those above, with half-widths of their intervals; a value in bold lies outside the interval of that line."},
		Head:  []string{"fit", "rows"},
	}
	for _, v := range m.Design.Values {
		if v.Piece != m.Unit {
			s.Head = append(s.Head, v.Piece)
		}
	}
	var base tuning.Variation
	for _, v := range x.Sensitivity {
		main := v.Name == "design" || v.Name == "Texel"
		if main {
			base = v
		}
		row := []string{v.Name, fmt.Sprint(v.Rows)}
		for i, p := range v.Pawns {
			if m.Design.Values[i].Piece != m.Unit {
				row = append(row, variedCell(p, base.Pawns[i], main))
			}
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

func variedCell(v, base stat.Interval, main bool) string {
	switch {
	case !v.Known():
		return format.Unknown
	case main && v.Bounded():
		return format.Value.Number(v.Estimate) + " ± " + format.Value.Number(v.HalfWidth())
	case v.Estimate < base.Lo || v.Estimate > base.Hi:
		return "**" + format.Value.Number(v.Estimate) + "**"
	}
	return format.Value.Number(v.Estimate)
}

// errorsSection puts the intervals of the closed form beside those of the bootstrap.
func errorsSection(res *experiments.EstimateResult) section {
	x, m := res.Examination, res.Measurement
	if x == nil || len(x.Resampled.Pawns) == 0 {
		return section{}
	}
	s := section{
		Title: "Are the intervals right?",
		Text:  []string{fmt.Sprintf("The intervals come from a formula. Drawing the pairs of games again with replacement, %d times, should give the same.", x.Resampled.Resamples) + failedResamples(x.Resampled)},
		Head:  []string{"piece", "formula", "pairs drawn again", "standard error in logits, ratio"},
	}
	for i, v := range m.Design.Values {
		s.Rows = append(s.Rows, []string{v.Piece, format.Value.Interval(v.Pawns), format.Value.Interval(x.Resampled.Pawns[i]), format.Value.Number(x.Resampled.Ratios[i])})
	}
	return s
}

// failedResamples says how many resamples do not give all values, if any.
func failedResamples(r tuning.Resampled) string {
	text := ""
	if r.Degenerate > 0 {
		text += fmt.Sprintf(" %d of these leave a value without bounds, which is then held by a weak prior.", r.Degenerate)
	}
	if r.Unconverged > 0 {
		text += fmt.Sprintf(" The fit to %d of these did not end.", r.Unconverged)
	}
	return text
}

// correlations are those of the errors of the values in pawns.
func correlations(res *experiments.EstimateResult) section {
	x, m := res.Examination, res.Measurement
	if x == nil {
		return section{}
	}
	s := section{
		Title: "What the errors have in common",
		Text:  []string{fmt.Sprintf("Correlations of the errors of the design values in units of %s. All share the error of the unit, so they are too high or too low together.", format.Article(m.Unit))},
		Head:  []string{""},
	}
	for i, v := range m.Design.Values {
		if v.Piece == m.Unit {
			continue
		}
		s.Head = append(s.Head, v.Piece)
		row := []string{v.Piece}
		for j, w := range m.Design.Values[:i+1] {
			if w.Piece == m.Unit {
				continue
			}
			row = append(row, format.Value.Number(x.Correlations[i][j]))
		}
		s.Rows = append(s.Rows, row)
	}
	for i := range s.Rows {
		for len(s.Rows[i]) < len(s.Head) {
			s.Rows[i] = append(s.Rows[i], "")
		}
	}
	return s
}
