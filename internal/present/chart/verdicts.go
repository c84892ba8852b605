package chart

import (
	"math"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/stat"
)

// VerdictRow is a hypothesis with the number that decides it, for [Verdicts].
type VerdictRow struct {
	Says string // the hypothesis in words; 1 to 300 characters; required
	// Value is the number with its interval, whose ends may be infinite.
	Value stat.Interval
	// From and To are the range that supports the hypothesis; one of them may be
	// infinite.
	From, To float64
	// Ends are the ends of the range in words, at most 24 characters each. Number is
	// the number with interval and unit, at most 300.
	Ends   [2]string
	Number string
	// Verdict is one of supported, contradicted and undecided.
	Verdict string
}

// VerdictsInput is what [Verdicts] draws.
type VerdictsInput struct {
	About
	Level float64      // confidence level of the intervals, between 0 and 1; default 0.95
	Rows  []VerdictRow // 1 to 100, from top to bottom
}

// The verdicts that [Verdicts] knows.
const (
	supportedVerdict    = "supported"
	contradictedVerdict = "contradicted"
	undecidedVerdict    = "undecided"
)

const (
	maxVerdicts = 100
	maxEnd      = 24
)

// Verdicts draws hypotheses: for each a panel with an axis of its own, on which the
// range that supports it is tinted, the number with its interval, and the verdict.
// The axes have no common unit, so lengths compare within a row only.
func Verdicts(in VerdictsInput) *Chart {
	level := levelOr(in.Level)
	plan := planVerdicts(in)
	return frame{
		title:    in.titleOr("Verdicts"),
		subtitle: in.subtitle("bars are " + formatLevel(level) + " intervals, each row with a scale of its own"),
		notes:    plan.notes(),
		width:    verdictInner + 2*marginSide,
		height:   plan.height(),
		paint:    plan.paint,
	}.chart()
}

// Measures of the rows, in points.
const (
	verdictInner  vg.Length = 760
	verdictNames  vg.Length = 262
	verdictPanel  vg.Length = 270
	verdictLine   vg.Length = 13
	verdictBar    vg.Length = 22 // height of a panel
	verdictRowGap vg.Length = 12
	leastLines              = 3 // a panel with the ends of its range below
)

// scaleOf is the axis of a row: it holds the value, the ends of the range, and the
// interval as far as that leaves them room.
func (r VerdictRow) scaleOf() (lo, hi float64) {
	lo, hi = r.Value.Estimate, r.Value.Estimate
	for _, x := range []float64{r.From, r.To} {
		if !math.IsInf(x, 0) {
			lo, hi = math.Min(lo, x), math.Max(hi, x)
		}
	}
	if hi == lo {
		lo, hi = lo-math.Max(math.Abs(lo), 1e-3), hi+math.Max(math.Abs(hi), 1e-3)
		if !math.IsInf(r.Value.Lo, 0) && !math.IsInf(r.Value.Hi, 0) && r.Value.Lo < r.Value.Hi {
			lo, hi = math.Min(r.Value.Estimate, r.Value.Lo), math.Max(r.Value.Estimate, r.Value.Hi)
		}
	}
	room := hi - lo
	lo, hi = math.Min(lo, math.Max(r.Value.Lo, lo-room)), math.Max(hi, math.Min(r.Value.Hi, hi+room))
	pad := 0.12 * (hi - lo)
	return lo - pad, hi + pad
}
