package chart

import (
	"bestiary/internal/stat"
)

// TracePoint is a piece's value after a round, for [Trace].
type TracePoint struct {
	Round int           // at least 0; round 0 is the prior
	Value stat.Interval // in pawns
}

// span is the value with its interval.
func (t TracePoint) span() span { return spanOf(t.Value) }

// TraceSeries is the way of one piece's value through the rounds.
type TraceSeries struct {
	Piece  string       // name, 1 to 40 characters; required, unique
	Points []TracePoint // at least one, rounds ascending; rounds may be left out
}

// last is the final point.
func (s TraceSeries) last() TracePoint { return s.Points[len(s.Points)-1] }

// TraceInput is what [Trace] draws.
type TraceInput struct {
	About
	Level  float64       // confidence level of the intervals, between 0 and 1; default 0.95
	Series []TraceSeries // 1 to 40 pieces, in any order
	Steps  []string      // what stands for rounds 0, 1, …, each 1 to 40 characters; default: the numbers
	Axis   string        // what the steps are; at most 300 characters; default "step"
}

// Limits of a trace.
const (
	maxTraces = 40
	maxRound  = 10_000
)

// Trace draws the value of each piece over the rounds of the play–fit–play
// loop, with its intervals. Every line is named at its end. The lines of one
// round stand slightly apart, so that their intervals can be told apart.
func Trace(in TraceInput) *Chart {
	level := levelOr(in.Level)
	plan := planTrace(in)
	return frame{
		title:    in.titleOr("Values by round of play and fit"),
		subtitle: in.subtitle("values in pawns with " + formatLevel(level) + " intervals"),
		notes:    plan.notes(),
		width:    plan.inner() + 2*marginSide,
		height:   plan.height(),
		paint:    plan.paint,
	}.chart()
}
