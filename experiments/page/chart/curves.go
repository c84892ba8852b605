package chart

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Curve shows one quantity as a function of another, for [Curves].
type Curve struct {
	Name   string
	Points []CurvePoint // at least one, ascending by X
	// Lasting holds, for each game, the last X at which the curve includes it. If all
	// curves set it, the number of remaining games is written under each tick.
	Lasting []float64
}

// CurvePoint is a point of a curve.
type CurvePoint struct {
	X float64
	Y stat.Interval
}

// CurvesInput is the input of [Curves].
type CurvesInput struct {
	About
	X, Y   string  // axis labels, with units
	Left   string  // meaning of the numbers under the ticks; required with Curve.Lasting
	Share  bool    // Y is a share from 0 to 1, drawn in per cent up to 100
	Near   bool    // an axis of shares ends just above the highest curve
	Steps  bool    // Y stays constant up to the next point
	Level  float64 // confidence level of the intervals; default 0.95
	Curves []Curve
}

// curvesHeight is the height of the panel.
const curvesHeight vg.Length = 260

// Curves draws functions over a shared axis, with their intervals as bands.
func Curves(in CurvesInput) *Chart {
	var facts, words []string
	banded, lasting := false, true
	for _, c := range in.Curves {
		banded = banded || slices.ContainsFunc(c.Points, func(p CurvePoint) bool { return !p.Y.Exact() })
		lasting = lasting && len(c.Lasting) > 0
		words = append(words, c.Name+" ends at "+in.write(c.Points[len(c.Points)-1].Y.Estimate))
	}
	if banded {
		facts = []string{"bands are " + intervals(in.Level)}
	}
	return in.chart("Curves", format.Title(in.Y)+" against "+in.X+": "+listed(words), facts, func(inner vg.Length) body {
		x, y := in.axes()
		s := stack{x: x, counted: in.Left, panels: []panel{{y: y, height: curvesHeight, paint: func(p pen, _ vg.Rectangle) { in.paint(p, x, y) }}}}
		for i, c := range in.Curves {
			mark := func(p pen, at vg.Point) { p.line(dashed(seriesColor(i), i), at.X-9, at.Y, at.X+9, at.Y) }
			s.key = append(s.key, keyEntry{c.Name, mark})
			if lasting {
				s.counts = append(s.counts, countRow{mark, seriesColor(i), c.left})
			}
		}
		return s.lay(inner)
	})
}

// write formats a number of the vertical axis.
func (in CurvesInput) write(y float64) string {
	if in.Share {
		return format.Percent.Number(y)
	}
	return format.Significant(y, 3)
}

func (in CurvesInput) axes() (x, y *axis) {
	last, top := 1.0, 0.0
	for _, c := range in.Curves {
		last = math.Max(last, c.Points[len(c.Points)-1].X)
		for _, p := range c.Points {
			top = math.Max(top, p.Y.Estimate)
		}
	}
	reachable := top * (1 + reach)
	for _, c := range in.Curves {
		for _, p := range c.Points {
			top = math.Max(top, math.Min(p.Y.Hi, reachable))
		}
	}
	x = &axis{scale: scale{max: last}, whole: true, steps: 10, label: in.X}
	switch {
	case top == 0 || in.Share && !in.Near:
		top = 1
	case !in.Share:
		top *= 1.03
	}
	if in.Share {
		return x, shareAxis(in.Y, top)
	}
	return x, &axis{scale: scale{max: top}, steps: 6, label: in.Y}
}

// paint draws the bands and the curves. Dashes distinguish the curves without colours, and
// keep both visible where two coincide.
func (in CurvesInput) paint(p pen, x, y *axis) {
	for i, c := range in.Curves {
		area := in.path(c, x, y, func(v stat.Interval) float64 { return v.Hi })
		lo := in.path(c, x, y, func(v stat.Interval) float64 { return v.Lo })
		slices.Reverse(lo)
		p.FillPolygon(seriesColor(i).faint(), append(area, lo...))
	}
	for i, c := range in.Curves {
		p.StrokeLines(dashed(seriesColor(i), i), in.path(c, x, y, func(v stat.Interval) float64 { return v.Estimate }))
	}
}

// path returns a line through one of the numbers of each interval.
func (in CurvesInput) path(c Curve, x, y *axis, of func(stat.Interval) float64) []vg.Point {
	var out []vg.Point
	for i, q := range c.Points {
		v, _ := y.clamp(of(q.Y))
		if in.Steps && i > 0 {
			out = append(out, vg.Point{X: x.at(q.X), Y: out[len(out)-1].Y})
		}
		out = append(out, vg.Point{X: x.at(q.X), Y: y.at(v)})
	}
	return out
}

// left counts the games that last beyond x.
func (c Curve) left(x float64) (n int) {
	for _, last := range c.Lasting {
		if last > x || x == 0 {
			n++
		}
	}
	return n
}
