package claim

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"bestiary/internal/stat"
)

// power is the probability of a decision for which the cost is computed.
const power = 0.8

// cost is how many times as many games a test needs to be decided one way or the other, at
// a tail probability, from the width that its interval of a level has. Infinite where the
// games say nothing yet, or where the runs or the players differ too much from each other.
//
// An estimate close to an end of the range says little about how far from it the number is,
// so the distance is the median of those that the games leave likely.
func (t Test) cost(rule Rule, level, tail float64) float64 {
	return t.costAt(likelyDistance(t.Evidence.Estimate, t.Evidence.standardError(), rule), level, tail)
}

// costAt is the cost if the number is that far from the end of the range.
func (t Test) costAt(distance, level, tail float64) float64 {
	se := t.Evidence.at(level).HalfWidth() / stat.Quantile(level)
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

// likelyDistance is the median distance of a normal number from the nearer end of a range.
func likelyDistance(mean, sd float64, rule Rule) float64 {
	var d [201]float64
	for i := range d {
		x := mean + sd*distuv.UnitNormal.Quantile((float64(i)+0.5)/float64(len(d)))
		d[i] = math.Min(math.Abs(x-rule.Lo), math.Abs(x-rule.Hi))
	}
	slices.Sort(d[:])
	return d[len(d)/2]
}

// torn reports whether the runs or the players of a hypothesis differ so much from each
// other that, if they go on to, no number of games decides it.
func (a *Answer) torn() bool {
	fixed := slices.ContainsFunc(a.Tests, func(t Test) bool { return t.fixed > 0 })
	return fixed && a.Effect.Bounded() && math.IsInf(a.factor, 1)
}

// reducible are tests as if more games reduced the whole variance of their evidence.
func reducible(tests []Test) []Test {
	tests = slices.Clone(tests)
	for i := range tests {
		tests[i].fixed = 0
	}
	return tests
}

// inside reports whether the estimate is in the range.
func (t Test) inside(rule Rule) bool {
	x := t.Evidence.Estimate
	return rule.Lo <= x && x <= rule.Hi
}

// costOf is the cost of deciding a hypothesis, at least 1: the cost of its most
// expensive test if all estimates are inside the range, otherwise the cost of the
// cheapest test whose estimate is outside. The tail probability is divided as in the
// tests: by the ends of the range and, where a single test outside decides, by the
// number of tests.
func costOf(tests []Test, rule Rule, level, tail float64) float64 {
	all, out := 1.0, math.Inf(1)
	outside := 0
	for _, t := range tests {
		if !t.inside(rule) {
			outside++
		}
	}
	for _, t := range tests {
		if t.inside(rule) {
			all = math.Max(all, t.cost(rule, level, tail))
		} else {
			out = math.Min(out, t.cost(rule, level, tail/float64(len(tests)*rule.ends())))
		}
	}
	if outside > 0 {
		return math.Max(1, out)
	}
	return all
}
