package claim

import (
	"fmt"
	"math"

	"bestiary/internal/present/doc"
	"bestiary/internal/present/format"
	"bestiary/internal/stat"
)

// Agreement is how well a suite of published results was found again.
type Agreement struct {
	// Compared is how many results the games bound, and Inside how many of these lie in
	// their ranges.
	Compared, Inside int
	// RMS is the root mean square deviation from the middle of the range, in standard
	// errors: that of our estimate and a quarter of the width of the range, which stands
	// for that of the source, together.
	RMS float64
}

// Goals of a suite of truths.
const (
	goalInside = 0.9
	goalRMS    = 1.2
)

// Agreement compares all hypotheses that state a range with two ends.
func (r *Result) Agreement() Agreement {
	var out Agreement
	squares := 0.0
	for _, a := range r.Answers {
		z, inside, ok := a.deviation()
		if !ok {
			continue
		}
		out.Compared++
		if inside {
			out.Inside++
		}
		squares += z * z
	}
	out.RMS = math.Sqrt(squares / float64(out.Compared))
	return out
}

// deviation is the distance of an answer from the middle of its range in standard errors.
func (a *Answer) deviation() (z float64, inside, ok bool) {
	lo, hi := float64(a.Lo), float64(a.Hi)
	if !a.Effect.Bounded() || math.IsInf(lo, 0) || math.IsInf(hi, 0) {
		return 0, false, false
	}
	own, source := a.Effect.HalfWidth()/stat.Quantile(a.Effect.Level), (hi-lo)/4
	x := a.Effect.Estimate
	return (x - (lo+hi)/2) / math.Hypot(own, source), lo <= x && x <= hi, true
}

// agreement is the section of a suite of truths.
func (r *Result) agreement() []doc.Block {
	if !r.Experiment.Truths {
		return nil
	}
	a := r.Agreement()
	t := doc.Table{
		Caption: fmt.Sprintf("What was published and what was found. The file of the ranges has the hash %s.", r.Experiment.Hash),
		Head:    []string{"", "range", "found", "inside", "standard errors from the middle"},
	}
	for i := range r.Answers {
		answer := &r.Answers[i]
		if z, inside, ok := answer.deviation(); ok {
			t.Rows = append(t.Rows, doc.Row(answer.Says, answer.Hypothesis.Range(), answer.Found(), map[bool]string{true: "yes", false: "no"}[inside], format.Value.Difference(z)))
		}
	}
	if a.Compared == 0 {
		return []doc.Block{doc.P("The games are too few to compare anything.")}
	}
	return []doc.Block{doc.P(fmt.Sprintf("%d of %s lie in their ranges (%.0f %%, the goal is %.0f). The root mean square deviation is %.2f standard errors (the goal is at most %g).",
		a.Inside, format.Plural(a.Compared, "result"), 100*float64(a.Inside)/float64(a.Compared), 100*goalInside, a.RMS, goalRMS)), t}
}
