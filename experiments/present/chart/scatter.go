package chart

import (
	"math"
	"slices"

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
	// Line has the points of a dashed line, by X ascending, and LineName says what it is. Without
	// one, the line is where X and Y are the same, and both axes have the same numbers.
	Line     []vg.Point
	LineName string
}

// Scatter draws numbers against others, each with its interval, and a line.
func Scatter(in ScatterInput) *Chart {
	return in.chart(in.Name, in.Shows, []string{format.Plural(len(in.Points), "value")}, func(inner vg.Length) body {
		inner = min(inner, maxCalibration)
		x, y := in.axes()
		points, line := make([]ScatterPoint, len(in.Points)), make([]vg.Point, len(in.Line))
		for i, q := range in.Points {
			q.X, q.Y = logged(q.X, x.scale.min), logged(q.Y, y.scale.min)
			points[i] = q
		}
		for i, q := range in.Line {
			line[i] = vg.Point{X: vg.Length(math.Log2(float64(q.X))), Y: vg.Length(math.Log2(float64(q.Y)))}
		}
		return scatter{x, y, in.Kinds, in.Off, points, line, in.LineName}.lay(inner)
	})
}

// axes returns axes that show all points and the line.
func (in ScatterInput) axes() (x, y *axis) {
	var xs, ys []float64
	for _, q := range in.Points {
		xs, ys = append(xs, math.Log2(q.X.Estimate)), append(ys, math.Log2(q.Y.Estimate))
	}
	for _, q := range in.Line {
		xs, ys = append(xs, math.Log2(float64(q.X))), append(ys, math.Log2(float64(q.Y)))
	}
	if len(in.Line) == 0 {
		xs = append(xs, ys...)
		ys = xs
	}
	const pad = 0.3
	return logAxis(in.X, slices.Min(xs)-pad, slices.Max(xs)+pad), logAxis(in.Y, slices.Min(ys)-pad, slices.Max(ys)+pad)
}

// logAxis returns an axis of binary logarithms with ticks at powers of two.
func logAxis(label string, lo, hi float64) *axis {
	a := &axis{scale: scale{min: lo, max: hi}, label: label}
	for v := math.Ceil(lo); v <= hi; v++ {
		a.fixed = append(a.fixed, tick{v, format.Significant(math.Exp2(v), 3)})
	}
	if mid := (lo + hi) / 2; len(a.fixed) == 0 {
		a.fixed = []tick{{mid, format.Significant(math.Exp2(mid), 3)}}
	}
	a.steps = len(a.fixed)
	return a
}

// logged returns the binary logarithms of an interval, from lo on.
func logged(v stat.Interval, lo float64) stat.Interval {
	return v.Map(func(x float64) float64 { return math.Max(math.Log2(max(x, 0)), lo) })
}

// scatter lays out points with intervals both ways in a square, and a line: the diagonal if it has
// no points.
type scatter struct {
	x, y   *axis
	kinds  []string
	off    string
	points []ScatterPoint
	line   []vg.Point
	named  string // the line
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
	if len(c.line) > 0 {
		s.key = append(s.key, keyEntry{c.named, func(p canvas.Pen, at vg.Point) { p.Line(diagonalLine(), at.X-9, at.Y, at.X+9, at.Y) }})
	}
	s.panels = []panel{{y: c.y, height: inner - c.y.width(inner) - c.x.overhang(), box: true, paint: func(p canvas.Pen, panel vg.Rectangle) {
		if len(c.line) == 0 {
			p.Line(diagonalLine(), panel.Min.X, panel.Min.Y, panel.Max.X, panel.Max.Y)
		}
		for i := 1; i < len(c.line); i++ {
			from, to := c.line[i-1], c.line[i]
			p.Line(diagonalLine(), c.x.at(float64(from.X)), c.y.at(float64(from.Y)), c.x.at(float64(to.X)), c.y.at(float64(to.Y)))
		}
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
