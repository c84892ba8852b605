package claim

import (
	"math"

	"bestiary/internal/stat"
)

// Agreement is how well a suite of published results was found again.
type Agreement struct {
	// Compared counts the results that the games bound, Inside those in their ranges.
	Compared, Inside int
	// RMS is the root mean square deviation from the middle of the range, in standard errors
	// of the estimate and the source together; a quarter of the width of the range stands for
	// the error of the source. Ranges with one end do not count. NaN if there is no other.
	RMS float64
}

// compare gives published results their verdicts, which say where the estimates lie.
func (r *Result) compare() {
	r.Verdict = Control
	for i := range r.Answers {
		a := &r.Answers[i]
		a.Verdict, a.Needed = a.place(a.Effect), stat.Number(a.Games)
		for k := range a.Players {
			a.Players[k].Verdict = a.place(a.Players[k].Effect)
		}
	}
}

// place says whether an estimate lies in the range.
func (a *Answer) place(v stat.Interval) Verdict {
	switch {
	case !v.Bounded():
		return Undecided
	case float64(a.Lo) <= v.Estimate && v.Estimate <= float64(a.Hi):
		return Inside
	}
	return Outside
}

// Agreement compares the results with their ranges.
func (r *Result) Agreement() Agreement {
	var out Agreement
	squares, n := 0.0, 0
	for _, a := range r.Answers {
		place := a.place(a.Effect)
		if place == Undecided {
			continue
		}
		out.Compared++
		if place == Inside {
			out.Inside++
		}
		if z := a.Deviation(); !math.IsNaN(z) {
			squares += z * z
			n++
		}
	}
	out.RMS = math.Sqrt(squares / float64(n))
	return out
}

// Deviation returns the distance of an answer from the middle of its range in standard errors;
// NaN if the range has one end.
func (a *Answer) Deviation() float64 {
	lo, hi := float64(a.Lo), float64(a.Hi)
	if math.IsInf(lo, 0) || math.IsInf(hi, 0) {
		return math.NaN()
	}
	own, source := a.Effect.HalfWidth()/stat.Quantile(a.Effect.Level), (hi-lo)/4
	return (a.Effect.Estimate - (lo+hi)/2) / math.Hypot(own, source)
}
