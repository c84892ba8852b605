package chart

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

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
	// Line has the points of a dashed line, by X ascending, and LineName says what it is; "" leaves
	// it out of the key. Without points the line is where X and Y are the same, and both axes have
	// the same numbers.
	Line     []vg.Point
	LineName string
}

// Scatter draws numbers against others, each with its interval, and a line.
func Scatter(in ScatterInput) *Chart {
	return in.chart(in.Name, in.Shows, []string{format.Plural(len(in.Points), "value")}, func(inner vg.Length) body {
		inner = min(inner, maxCalibration)
		x, y := in.axes()
		in := in
		in.Points, in.Line = slices.Clone(in.Points), slices.Clone(in.Line)
		for i, q := range in.Points {
			in.Points[i].X, in.Points[i].Y = logged(q.X, x.scale.min), logged(q.Y, y.scale.min)
		}
		for i, q := range in.Line {
			in.Line[i] = vg.Point{X: vg.Length(math.Log2(float64(q.X))), Y: vg.Length(math.Log2(float64(q.Y)))}
		}
		return in.lay(x, y, inner)
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

// scatterShapes are the marks of the kinds.
var scatterShapes = []shape{circle, diamond, square, triangle}

// offColor marks points that are off.
var offColor = seriesColor(1)

// lay lays out the points, with their intervals in both directions, in a square, and the line, or
// the diagonal if the line has no points.
func (in ScatterInput) lay(x, y *axis, inner vg.Length) body {
	s := stack{x: x}
	for k, name := range in.Kinds {
		s.key = append(s.key, keyEntry{name, func(p pen, at vg.Point) { p.mark(scatterShapes[k], decidedColor, at) }})
	}
	if in.Off != "" {
		s.key = append(s.key, keyEntry{in.Off, func(p pen, at vg.Point) { p.mark(circle, offColor, at) }})
	}
	if in.LineName != "" {
		s.key = append(s.key, keyEntry{in.LineName, func(p pen, at vg.Point) { p.line(diagonalLine(), at.X-9, at.Y, at.X+9, at.Y) }})
	}
	s.panels = []panel{{y: y, height: inner - y.width(inner) - x.overhang(), box: true, paint: func(p pen, panel vg.Rectangle) {
		if len(in.Line) == 0 {
			p.line(diagonalLine(), panel.Min.X, panel.Min.Y, panel.Max.X, panel.Max.Y)
		}
		for i := 1; i < len(in.Line); i++ {
			from, to := in.Line[i-1], in.Line[i]
			p.line(diagonalLine(), x.at(float64(from.X)), y.at(float64(from.Y)), x.at(float64(to.X)), y.at(float64(to.Y)))
		}
		inside := func(a *axis, v float64) vg.Length { v, _ = a.clamp(v); return a.at(v) }
		for _, m := range in.Points {
			at := vg.Point{X: x.at(m.X.Estimate), Y: y.at(m.Y.Estimate)}
			p.line(stroke(drawnColor, hairline), inside(x, m.X.Lo), at.Y, inside(x, m.X.Hi), at.Y)
			p.line(stroke(drawnColor, hairline), at.X, inside(y, m.Y.Lo), at.X, inside(y, m.Y.Hi))
		}
		for _, m := range in.Points { // above all lines
			color := decidedColor
			if m.Off {
				color = offColor
			}
			p.mark(scatterShapes[m.Kind], color, vg.Point{X: x.at(m.X.Estimate), Y: y.at(m.Y.Estimate)})
		}
	}}}
	return s.lay(inner)
}
