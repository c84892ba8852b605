package study

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Agreement is how well a suite of published results was reproduced.
type Agreement struct {
	// All counts the results, Compared those that the games determine, Inside the compared ones in
	// their ranges, and Near all whose estimates are in their ranges.
	All, Compared, Inside, Near int
	// RMS is the root mean square deviation from the middle of the range, in standard errors of the
	// estimate and the source together; a quarter of the width of the range serves as the error of
	// the source. Ranges with one end do not count. NaN if there is no other.
	RMS float64
}

// compare gives published results their verdicts: where the estimates lie.
func (r *Result) compare() {
	r.Verdict = Control
	for _, a := range r.Answers {
		a.Verdict, a.Needed = a.place(a.Effect), stat.Number(a.Games)
		for k := range a.Players {
			a.Players[k].Verdict = a.place(a.Players[k].Effect)
		}
	}
}

// place returns whether an estimate lies in the range, if the games are enough to tell.
func (a *Answer) place(v stat.Interval) Verdict {
	lo, hi := float64(a.Lo), float64(a.Hi)
	switch {
	case !v.Bounded():
		return Undecided
	case (v.Lo < lo || v.Hi > hi) && math.Min(v.Hi, hi)-math.Max(v.Lo, lo) >= (hi-lo)/2:
		return CannotTell // not of ranges with one end, which are as long as one likes
	case lo <= v.Estimate && v.Estimate <= hi:
		return Inside
	}
	return Outside
}

// Agreement compares the results with their ranges.
func (r *Result) Agreement() Agreement {
	out := Agreement{All: len(r.Answers)}
	squares, n := 0.0, 0
	for _, a := range r.Answers {
		switch a.place(a.Effect) {
		case Undecided:
			continue
		case Inside:
			out.Compared, out.Inside = out.Compared+1, out.Inside+1
		case Outside:
			out.Compared++
		}
		if v := a.Effect.Estimate; float64(a.Lo) <= v && v <= float64(a.Hi) {
			out.Near++
		}
		if z := a.Deviation(); !math.IsNaN(z) {
			squares += z * z
			n++
		}
	}
	out.RMS = math.Sqrt(squares / float64(n))
	return out
}

// standardError returns the standard error of the decisive number, for a single look. Where its
// evidence is missing it follows from the interval, as for a normal number.
func (a *Answer) standardError() float64 {
	if a.decisive == nil {
		return a.Effect.HalfWidth() / stat.Quantile(a.Effect.Level)
	}
	return a.decisive.Evidence.StandardError()
}

// Deviation returns the distance of an answer from the middle of its range in standard errors;
// NaN if the range has one end.
func (a *Answer) Deviation() float64 {
	lo, hi := float64(a.Lo), float64(a.Hi)
	if math.IsInf(lo, 0) || math.IsInf(hi, 0) {
		return math.NaN()
	}
	own, source := a.standardError(), (hi-lo)/4
	return (a.Effect.Estimate - (lo+hi)/2) / math.Hypot(own, source)
}

// Here describes how a published result was found and, where it differs, how it was looked for
// here, in the words of Form, Phase and Nodes.
func (r *Result) Here(h *Hypothesis) []string {
	run := r.Runs[h.Runs[0]]
	var nodes []string
	for _, n := range run.nodes() {
		nodes = append(nodes, format.Count(n))
	}
	list := []string{run.Kind.plan().form, "array", strings.Join(nodes, ", ")}
	for i, source := range []string{h.Form, h.Phase, h.Nodes} {
		if source != "" && source != list[i] {
			list[i] = source + "; here " + list[i]
		}
	}
	return list
}

// nodes lists the nodes of the players whose games decide, from few to many.
func (run *RunResult) nodes() []int {
	list := []int{run.Nodes}
	if run.Values != nil {
		for _, p := range run.Values.Players {
			list = append(list, cmp.Or(p.Nodes, run.Nodes))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
