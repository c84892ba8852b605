package chart

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
)

// Curve is a quantity as a function of another, for [Curves].
type Curve struct {
	Name   string       // 1 to 40 characters; required, unique
	Points []CurvePoint // at least one, X ascending
	// Lasting has, for each game, the X up to which it is part of the curve. If
	// all curves have it, the number of games left stands under each tick.
	Lasting []float64
}

// CurvePoint is a point of a curve with its interval; Lo and Hi are Y where
// there is none.
type CurvePoint struct{ X, Y, Lo, Hi float64 }

// CurvesInput is what [Curves] draws.
type CurvesInput struct {
	About
	X, Y  string // what the axes show, with units; 1 to 60 characters
	Left  string // what the numbers under the ticks count; 1 to 40 characters; required with Curve.Lasting
	Share bool   // Y is a share from 0 to 1, drawn in per cent on an axis to 100
	Near  bool   // the axis of shares ends above the highest curve
	Steps bool   // Y keeps its value up to the next point
	// Level is the confidence level of the intervals. Default 0.95.
	Level  float64
	Curves []Curve // 1 to 6
}

// Measures of curves, in points.
const (
	curvesHeight vg.Length = 240
	leftRow      vg.Length = 13 // numbers under the ticks
	longestLabel           = 60
	bandOpacity            = 0x2E
)

// Curves draws functions over one axis, with their intervals as bands.
func Curves(in CurvesInput) (*Chart, error) {
	level, err := in.check()
	if err != nil {
		return nil, fmt.Errorf("chart: curves: %w", err)
	}
	plan := planCurves(in)
	var facts []string
	if in.banded() {
		facts = append(facts, "bands are "+formatLevel(level)+" intervals")
	}
	return frame{
		title:    in.titleOr("Curves"),
		subtitle: in.subtitle(facts...),
		height:   plan.height(),
		paint:    plan.paint,
	}.chart(), nil
}

// check reports the first illegal field.
func (in CurvesInput) check() (level float64, err error) {
	if err := in.About.check(); err != nil {
		return 0, err
	}
	for _, label := range []struct{ field, text string }{{"X", in.X}, {"Y", in.Y}} {
		if err := checkText(label.field, label.text, 1, longestLabel); err != nil {
			return 0, err
		}
	}
	if n := len(in.Curves); n < 1 || n > maxSources {
		return 0, fmt.Errorf("Curves has %d entries; want 1 to %d", n, maxSources)
	}
	seen := names{}
	for i, c := range in.Curves {
		if err := seen.add(fmt.Sprintf("Curves[%d].Name", i), c.Name); err != nil {
			return 0, err
		}
		if err := c.check(in.Share); err != nil {
			return 0, fmt.Errorf("Curves[%d] (%s): %w", i, c.Name, err)
		}
	}
	if in.lasting() {
		if err := checkText("Left", in.Left, 1, maxName); err != nil {
			return 0, err
		}
	}
	return levelOr(in.Level)
}

// check reports the first illegal point of a curve.
func (c Curve) check(share bool) error {
	if len(c.Points) == 0 {
		return errors.New("Points is empty; want at least one")
	}
	for i, p := range c.Points {
		where := fmt.Sprintf("Points[%d]", i)
		if !(p.X >= 0 && p.X <= maxValue) {
			return fmt.Errorf("%s: X is %v; want 0 to %v", where, p.X, maxValue)
		}
		if i > 0 && p.X <= c.Points[i-1].X {
			return fmt.Errorf("%s: X is %v after %v; want X ascending", where, p.X, c.Points[i-1].X)
		}
		if err := (span{p.Y, p.Lo, p.Hi}).check(where, "Y"); err != nil {
			return err
		}
		if share && (p.Y < 0 || p.Y > 1) {
			return fmt.Errorf("%s: Y is %v; want a share from 0 to 1", where, p.Y)
		}
		if !share && p.Y < 0 {
			return fmt.Errorf("%s: Y is %v; want at least 0", where, p.Y)
		}
	}
	for i, x := range c.Lasting {
		if math.IsNaN(x) {
			return fmt.Errorf("Lasting[%d] is NaN; want a number", i)
		}
	}
	return nil
}

// banded reports whether some point has an interval.
func (in CurvesInput) banded() bool {
	for _, c := range in.Curves {
		for _, p := range c.Points {
			if p.Lo < p.Hi {
				return true
			}
		}
	}
	return false
}

// lasting reports whether all curves know how long games are part of them.
func (in CurvesInput) lasting() bool {
	for _, c := range in.Curves {
		if len(c.Lasting) == 0 {
			return false
		}
	}
	return true
}
