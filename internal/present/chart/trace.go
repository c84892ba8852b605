package chart

import (
	"errors"
	"fmt"
)

// TracePoint is a piece's value after a round, for [Trace].
type TracePoint struct {
	Round  int     // at least 0; round 0 is the prior
	Value  float64 // in pawns; finite
	Lo, Hi float64 // ends of the interval in pawns, around Value; may be infinite; both equal to Value: no interval
}

// span is the value with its interval.
func (t TracePoint) span() span { return span{t.Value, t.Lo, t.Hi} }

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
func Trace(in TraceInput) (*Chart, error) {
	level, err := in.check()
	if err != nil {
		return nil, fmt.Errorf("chart: trace: %w", err)
	}
	plan := planTrace(in)
	return frame{
		title:    in.titleOr("Values by round of play and fit"),
		subtitle: in.subtitle("values in pawns with " + formatLevel(level) + " intervals"),
		notes:    plan.notes(),
		width:    plan.inner() + 2*marginSide,
		height:   plan.height(),
		paint:    plan.paint,
	}.chart(), nil
}

// check reports the first illegal field and fills in the level.
func (in TraceInput) check() (level float64, err error) {
	if err := in.About.check(); err != nil {
		return 0, err
	}
	if n := len(in.Series); n < 1 || n > maxTraces {
		return 0, fmt.Errorf("Series has %d pieces; want 1 to %d", n, maxTraces)
	}
	seen := names{}
	for i, s := range in.Series {
		if err := seen.add(fmt.Sprintf("Series[%d].Piece", i), s.Piece); err != nil {
			return 0, err
		}
		if err := s.check(); err != nil {
			return 0, fmt.Errorf("Series[%d] (%s): %w", i, s.Piece, err)
		}
		if n := len(in.Steps); n > 0 && s.last().Round >= n {
			return 0, fmt.Errorf("Series[%d] (%s): round %d has no name; Steps has %d", i, s.Piece, s.last().Round, n)
		}
	}
	for i, step := range in.Steps {
		if err := checkText(fmt.Sprintf("Steps[%d]", i), step, 1, maxName); err != nil {
			return 0, err
		}
	}
	if err := checkText("Axis", in.Axis, 0, maxTitle); err != nil {
		return 0, err
	}
	return levelOr(in.Level)
}

// check reports the first illegal point.
func (s TraceSeries) check() error {
	if len(s.Points) == 0 {
		return errors.New("Points is empty; want at least one")
	}
	for i, t := range s.Points {
		if t.Round < 0 || t.Round > maxRound {
			return fmt.Errorf("Points[%d]: Round is %d; want 0 to %d", i, t.Round, maxRound)
		}
		if i > 0 && t.Round <= s.Points[i-1].Round {
			return fmt.Errorf("Points[%d]: Round is %d after %d; want rounds ascending", i, t.Round, s.Points[i-1].Round)
		}
		if err := t.span().check(fmt.Sprintf("Points[%d] (round %d)", i, t.Round), "Value"); err != nil {
			return err
		}
	}
	return nil
}
