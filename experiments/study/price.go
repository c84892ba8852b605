package study

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// power is the probability of a decision for which the cost is computed.
const power = 0.8

// price sets the costs of deciding the undecided hypotheses.
func (r *Result) price() {
	level := r.Experiment.Level
	undecided := map[Family]float64{}
	for _, a := range r.Answers {
		if a.Verdict == Undecided {
			undecided[a.Family]++
		}
	}
	for _, a := range r.Answers {
		a.factor = 1
		if a.Verdict == Undecided {
			tail := (1 - level) / 2 / undecided[a.Family]
			a.factor = costOf(a.Tests, a.Rule, level, tail)
			a.hopeful = costOf(reducible(a.Tests), a.Rule, level, tail)
		}
		a.Needed = stat.Number(float64(a.Games) * r.growth(a, a.factor, games))
	}
}

// costOf returns how many times as many games would decide a hypothesis, at least 1: the cost
// of its most expensive test if all estimates are inside the range, otherwise the cost of the
// cheapest test whose estimate is outside. As in the tests, the tail probability is divided by
// the ends of the range and, where a single test outside decides, by the number of tests.
func costOf(tests []Test, rule Rule, level, tail float64) float64 {
	all, out := 1.0, math.Inf(1)
	outside := false
	for _, t := range tests {
		if x := t.Evidence.Estimate; rule.Lo <= x && x <= rule.Hi {
			all = math.Max(all, t.cost(rule, level, tail))
		} else {
			outside = true
			out = math.Min(out, t.cost(rule, level, tail/float64(len(tests)*rule.ends())))
		}
	}
	if outside {
		return math.Max(1, out)
	}
	return all
}

// cost returns how many times as many games a test needs to be decided one way or the other, at a
// tail probability: infinite where the games are uninformative so far, or where the runs or the
// players differ too much. An estimate close to an end of the range says little about how far from
// it the number is, so the distance is the median of those that the games leave likely.
func (t Test) cost(rule Rule, level, tail float64) float64 {
	return t.costAt(likelyDistance(t.Evidence.Estimate, t.Evidence.StandardError(), rule), level, tail)
}

// costAt returns the cost for a number at a distance from the end of the range.
func (t Test) costAt(distance, level, tail float64) float64 {
	se := t.Evidence.At(level).HalfWidth() / stat.Quantile(level)
	if !(distance > 0) || math.IsInf(se, 0) || math.IsNaN(se) {
		return math.Inf(1)
	}
	needed := stat.Quantile(1-2*tail) + stat.Quantile(2*power-1)
	allowed := math.Pow(distance/(needed*se), 2) // part of the present variance
	if allowed <= t.fixed {
		return math.Inf(1)
	}
	return (1 - t.fixed) / (allowed - t.fixed)
}

// likelyDistance returns the median distance of a normal number from the nearer end of a range.
func likelyDistance(mean, sd float64, rule Rule) float64 {
	var d [201]float64
	for i := range d {
		x := mean + sd*distuv.UnitNormal.Quantile((float64(i)+0.5)/float64(len(d)))
		d[i] = math.Min(math.Abs(x-rule.Lo), math.Abs(x-rule.Hi))
	}
	slices.Sort(d[:])
	return d[len(d)/2]
}

// torn reports whether the runs or the players of a hypothesis seem to differ so much that no
// number of games decides it.
func (a *Answer) torn() bool {
	fixed := slices.ContainsFunc(a.Tests, func(t Test) bool { return t.fixed > 0 })
	return fixed && a.Effect.Bounded() && math.IsInf(a.factor, 1)
}

// reducible returns the tests as if more games reduced the whole variance.
func reducible(tests []Test) []Test {
	tests = slices.Clone(tests)
	for i := range tests {
		tests[i].fixed = 0
	}
	return tests
}

// even returns the harmonic mean of the pairs of some runs, each divided by a unit. Runs that
// all had that many pairs would have the same error together.
func (r *Result) even(runs []int, unit func(*RunResult) float64) float64 {
	sum := 0.0
	for _, i := range runs {
		sum += unit(r.Runs[i]) / float64(max(r.Runs[i].Pairs, 1))
	}
	return float64(len(runs)) / sum
}

// target returns how many pairs each run of a hypothesis needs for factor times as much
// information: a run that is behind the others is the first to grow.
func (r *Result) target(h *Hypothesis, factor float64) float64 {
	return factor * r.even(h.of(), func(*RunResult) float64 { return 1 })
}

// growth returns the factor by which something, such as games, grows in the runs of a
// hypothesis until they give factor times as much information.
func (r *Result) growth(a *Answer, factor float64, of func(*RunResult) float64) float64 {
	target := r.target(&a.Hypothesis, factor)
	now, then := 0.0, 0.0
	for _, run := range pick(r.Runs, a.of()) {
		x := of(run)
		now, then = now+x, then+x*math.Max(1, target/float64(max(run.Pairs, 1)))
	}
	return then / now
}

// The costs of a run: its games, their positions and their time. Positions depend on the run
// alone, and time also on the machine.
func games(run *RunResult) float64 { return float64(run.Games) }

func positions(run *RunResult) float64 {
	return sumOf(run.WithPeers(), func(one *RunResult) float64 { return float64(one.Games) * float64(one.Nodes) })
}

func seconds(run *RunResult) float64 {
	return sumOf(run.WithPeers(), func(one *RunResult) float64 { return one.Time.Seconds() })
}

func sumOf(runs []*RunResult, of func(*RunResult) float64) (sum float64) {
	for _, run := range runs {
		sum += of(run)
	}
	return sum
}

// OpenPart is a part of a claim that is undecided.
type OpenPart struct {
	Says  string `json:"says"`
	Found string `json:"found"`
	Takes string `json:"takes"` // to decide it
}

// Open lists the undecided parts of a claim.
func (r *Result) Open(timed bool) []OpenPart {
	var list []OpenPart
	for _, a := range Claimed.of(r.Answers) {
		if a.Verdict == Undecided && !r.Experiment.Truths {
			list = append(list, OpenPart{a.Says, a.Found(), r.Takes(a, timed)})
		}
	}
	return list
}

// Takes describes what would decide an undecided hypothesis and why it is undecided, if timed also
// in how many hours of two cores; "" for others.
func (r *Result) Takes(a *Answer, timed bool) string {
	if a.Verdict != Undecided {
		return ""
	}
	needed, v, se := float64(a.Needed), a.Effect, a.standardError()
	if a.decisive != nil {
		v = a.decisive.Effect
	}
	distance := math.Min(math.Abs(v.Estimate-float64(a.Lo)), math.Abs(v.Estimate-float64(a.Hi)))
	data := map[string]any{
		"Torn": a.torn(), "Vague": math.IsInf(needed, 0) || math.IsNaN(needed), "Close": needed > 1e8, "Few": needed <= 1.05*float64(a.Games),
		"Apart": "", "Unbounded": !v.Bounded(), "Near": distance < se, "Errors": format.Fixed(distance/se, 1),
		"Needed": "", "Hours": "",
	}
	if needed <= 1e8 {
		data["Needed"] = rounded(needed)
	}
	switch {
	case a.torn() && a.Across == Hierarchical:
		data["Apart"] = "them, and between their players,"
	case a.torn():
		data["Apart"] = "the players"
	}
	if timed {
		played := sumOf(pick(r.Runs, a.of()), seconds)
		data["Hours"] = inHours(played / 3600 * float64(r.workers) / 2 * r.growth(a, a.factor, seconds))
	}
	return texts.Text("takes", data).String()
}

// inHours writes a number of hours, "" if it is not known.
func inHours(hours float64) string {
	switch {
	case !(hours > 0) || math.IsInf(hours, 0):
		return ""
	case hours < 0.1:
		return "a few minutes"
	case hours < 10:
		return fmt.Sprintf("some %.1f hours", hours)
	}
	return fmt.Sprintf("some %s hours", rounded(hours))
}

// rounded writes a number with two digits.
func rounded(x float64) string {
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	return format.Count(int(math.Round(x/unit) * unit))
}
