package claim

import (
	"math"
	"slices"
)

// even is the harmonic mean of the pairs of some runs, each divided by a unit: their
// errors together are those of runs that have as many each.
func (r *Result) even(runs []int, unit func(*RunResult) float64) float64 {
	sum := 0.0
	for _, i := range runs {
		sum += unit(&r.Runs[i]) / float64(max(r.Runs[i].Pairs, 1))
	}
	return float64(len(runs)) / sum
}

// target is how many pairs each run of a hypothesis has at least when its games are to say
// factor times as much: where one run is behind the others, it is the first to grow.
func (r *Result) target(h *Hypothesis, factor float64) float64 {
	return factor * r.even(h.of(), func(*RunResult) float64 { return 1 })
}

// growth is how many times as much of something, such as games, the runs of a hypothesis
// take when they say factor times as much.
func (r *Result) growth(a *Answer, factor float64, of func(*RunResult) float64) float64 {
	target := r.target(a.Hypothesis, factor)
	now, then := 0.0, 0.0
	for _, i := range a.Hypothesis.of() {
		x := of(&r.Runs[i])
		now, then = now+x, then+x*math.Max(1, target/float64(max(r.Runs[i].Pairs, 1)))
	}
	return then / now
}

func games(run *RunResult) float64 { return float64(run.Games) }

// of are the numbers of the runs of a hypothesis.
func (h *Hypothesis) of() []int {
	list := slices.Concat(h.Runs, h.Against)
	slices.Sort(list)
	return slices.Compact(list)
}

// effort is what the games of a hypothesis took so far, in positions, as far as that
// depends on the runs alone and not on the machine.
func (r *Result) effort(h *Hypothesis) float64 {
	sum := 0.0
	for _, i := range h.of() {
		sum += effort(&r.Runs[i])
	}
	return sum
}

func effort(run *RunResult) float64 {
	sum := 0.0
	for _, run := range run.all() {
		sum += float64(run.Games) * float64(run.Nodes)
	}
	return sum
}

// full reports whether a run of a hypothesis has as many pairs as one may have.
func (r *Result) full(h *Hypothesis, most int) bool {
	return slices.ContainsFunc(h.of(), func(i int) bool { return r.Runs[i].Pairs >= most })
}

// seconds is how long the games of a run took, those of its peers included.
func seconds(run *RunResult) float64 {
	sum := 0.0
	for _, run := range run.all() {
		sum += run.Time.Seconds()
	}
	return sum
}
