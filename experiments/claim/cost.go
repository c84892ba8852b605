package claim

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// power is the probability of a decision for which the cost is computed, if the
// estimate is right.
const power = 0.8

// cost is how many times as many games a test needs to be decided one way or the
// other if the estimate is right: at a tail probability, from the standard error
// that its interval of a level has. Infinite where the estimate lies on the border,
// games say nothing yet, or the runs differ too much from each other.
func (t Test) cost(rule Rule, level, tail float64) float64 {
	v := t.Evidence.at(level)
	normal := distuv.UnitNormal
	se := (v.Hi - v.Lo) / 2 / normal.Quantile((1+level)/2)
	distance := math.Min(math.Abs(v.Estimate-rule.Lo), math.Abs(v.Estimate-rule.Hi))
	if !(distance > 0) || math.IsInf(se, 0) || math.IsNaN(se) {
		return math.Inf(1)
	}
	needed := normal.Quantile(1-tail) + normal.Quantile(power)
	allowed := math.Pow(distance/(needed*se), 2) // part of the present variance
	fixed := t.Evidence.Fixed
	if allowed <= fixed {
		return math.Inf(1)
	}
	return (1 - fixed) / (allowed - fixed)
}

// torn reports whether the runs of a hypothesis differ too much from each other for any
// number of games to decide it.
func (a *Answer) torn() bool {
	fixed := slices.ContainsFunc(a.Tests, func(t Test) bool { return t.Evidence.Fixed > 0 })
	return fixed && a.Effect.Bounded() && math.IsInf(a.factor, 1)
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
