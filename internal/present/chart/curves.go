package chart

import (
	"gonum.org/v1/plot/vg"

	"bestiary/internal/stat"
)

// Curve is a quantity as a function of another, for [Curves].
type Curve struct {
	Name   string       // 1 to 40 characters; required, unique
	Points []CurvePoint // at least one, X ascending
	// Lasting has, for each game, the X up to which it is part of the curve. If
	// all curves have it, the number of games left stands under each tick.
	Lasting []float64
}

// CurvePoint is a point of a curve.
type CurvePoint struct {
	X float64
	Y stat.Interval
}

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
func Curves(in CurvesInput) *Chart {
	level := levelOr(in.Level)
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
	}.chart()
}

// banded reports whether some point has an interval.
func (in CurvesInput) banded() bool {
	for _, c := range in.Curves {
		for _, p := range c.Points {
			if p.Y.Lo < p.Y.Hi {
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
