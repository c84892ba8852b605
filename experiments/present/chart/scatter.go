package chart

import (
	"math"

	"gonum.org/v1/plot/vg"

	"bestiary/experiments/present/canvas"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// ScatterPoint is a point of [Scatter].
type ScatterPoint struct {
	Kind int // index of ScatterInput.Kinds
	X, Y stat.Interval
	Off  bool // drawn in another colour
}

// ScatterInput is the input of [Scatter]. All numbers are above 0, and both axes are logarithmic.
type ScatterInput struct {
	About
	Name, Shows string   // title, and what a reader who cannot see it should know
	X, Y        string   // axis labels, with units
	Kinds       []string // at most four
	Off         string   // what another colour means; "" if no point has it
	Points      []ScatterPoint
}

// Scatter draws numbers against others, each with its interval, and the line where both are the
// same.
func Scatter(in ScatterInput) *Chart {
	return in.chart(in.Name, in.Shows, []string{format.Plural(len(in.Points), "value")}, func(inner vg.Length) body {
		inner = min(inner, maxCalibration)
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, q := range in.Points {
			lo, hi = min(lo, q.X.Estimate, q.Y.Estimate), max(hi, q.X.Estimate, q.Y.Estimate)
		}
		lo, hi = math.Log2(lo)-0.3, math.Log2(hi)+0.3
		x, y := logAxis(in.X, lo, hi), logAxis(in.Y, lo, hi)
		points := make([]ScatterPoint, len(in.Points))
		for i, q := range in.Points {
			q.X, q.Y = logged(q.X, lo), logged(q.Y, lo)
			points[i] = q
		}
		return scatter{x, y, in.Kinds, in.Off, points}.lay(inner)
	})
}

// logAxis returns an axis of binary logarithms with ticks at powers of two.
func logAxis(label string, lo, hi float64) *axis {
	a := &axis{scale: scale{min: lo, max: hi}, label: label}
	for v := math.Ceil(lo); v <= hi; v++ {
		a.fixed = append(a.fixed, tick{v, format.Significant(math.Exp2(v), 3)})
	}
	a.steps = len(a.fixed)
	return a
}

// logged returns the binary logarithms of an interval, from lo on.
func logged(v stat.Interval, lo float64) stat.Interval {
	return v.Map(func(x float64) float64 { return math.Max(math.Log2(max(x, 0)), lo) })
}

// scatter lays out points with intervals both ways in a square.
type scatter struct {
	x, y   *axis
	kinds  []string
	off    string
	points []ScatterPoint
}

// scatterShapes are the marks of the kinds.
var scatterShapes = []canvas.Shape{canvas.Circle, canvas.Diamond, canvas.Square, canvas.Triangle}

// offColor marks points that are off.
var offColor = seriesColor(1)

func (c scatter) lay(inner vg.Length) body {
	s := stack{x: c.x}
	for k, name := range c.kinds {
		s.key = append(s.key, keyEntry{name, func(p canvas.Pen, at vg.Point) { p.Mark(scatterShapes[k], decidedColor, at) }})
	}
	if c.off != "" {
		s.key = append(s.key, keyEntry{c.off, func(p canvas.Pen, at vg.Point) { p.Mark(canvas.Circle, offColor, at) }})
	}
	s.panels = []panel{{y: c.y, height: inner - c.y.width(inner) - c.x.overhang(), box: true, paint: func(p canvas.Pen, panel vg.Rectangle) {
		p.Line(diagonalLine(), panel.Min.X, panel.Min.Y, panel.Max.X, panel.Max.Y)
		inside := func(a *axis, v float64) vg.Length { v, _ = a.clamp(v); return a.at(v) }
		for _, m := range c.points {
			at := vg.Point{X: c.x.at(m.X.Estimate), Y: c.y.at(m.Y.Estimate)}
			p.Line(canvas.Stroke(drawnColor, hairline), inside(c.x, m.X.Lo), at.Y, inside(c.x, m.X.Hi), at.Y)
			p.Line(canvas.Stroke(drawnColor, hairline), at.X, inside(c.y, m.Y.Lo), at.X, inside(c.y, m.Y.Hi))
		}
		for _, m := range c.points { // above all lines
			color := decidedColor
			if m.Off {
				color = offColor
			}
			p.Mark(scatterShapes[m.Kind], color, vg.Point{X: c.x.at(m.X.Estimate), Y: c.y.at(m.Y.Estimate)})
		}
	}}}
	return s.lay(inner)
}
