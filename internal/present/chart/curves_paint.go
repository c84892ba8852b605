package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// curvesPlan is curves with their axes chosen.
type curvesPlan struct {
	CurvesInput
	x, y axis
	key  key
}

// planCurves chooses the axes.
func planCurves(in CurvesInput) curvesPlan {
	plan := curvesPlan{CurvesInput: in}
	right, top := 1.0, 0.0
	for _, c := range in.Curves {
		right = math.Max(right, c.Points[len(c.Points)-1].X)
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
	if top == 0 {
		top = 1
	}
	plan.x = axis{scale: scale{min: 0, max: right}, label: in.X}
	plan.y = axis{scale: scale{min: 0, max: top * 1.03}, ticks: niceTicks(0, top, 6), label: in.Y}
	if in.Share {
		if !in.Near {
			top = 1
		}
		plan.y = axis{scale: scale{min: 0, max: top}, ticks: niceTicks(0, 100*top, 4), label: in.Y + " (%)"}
		for i := range plan.y.ticks {
			plan.y.ticks[i].value /= 100
		}
	}
	for i, c := range in.Curves {
		plan.key = append(plan.key, keyEntry{c.Name, plan.lineMark(i)})
	}
	return plan
}

// line is how a curve is drawn. The curves behind the first are dashed, so that
// they can be told apart without colours and both be seen where they coincide.
func (plan curvesPlan) line(i int) draw.LineStyle {
	s := stroke(seriesColors[i], dataLine)
	s.Dashes = seriesDashes[i%len(seriesDashes)]
	return s
}

// lineMark is a piece of the curve.
func (plan curvesPlan) lineMark(i int) func(pen, vg.Point) {
	return func(p pen, at vg.Point) { p.line(plan.line(i), at.X-9, at.Y, at.X+9, at.Y) }
}

// rows is how many rows of numbers stand under the ticks, with their heading.
func (plan curvesPlan) rows() int {
	if !plan.lasting() {
		return 0
	}
	return len(plan.Curves) + 1
}

// height is the height of the body.
func (plan curvesPlan) height() vg.Length {
	return plan.key.height(innerWidth) + curvesHeight + xAxisDepth + leftRow*vg.Length(plan.rows())
}

// paint draws key, bands, curves, axes and numbers.
func (plan curvesPlan) paint(p pen, body vg.Rectangle) {
	top := plan.key.paint(p, body)
	most := vg.Length(0)
	for i := range plan.Curves {
		most = max(most, smallText.width(formatCount(plan.left(i, 0))))
	}
	edge := max(plan.y.width(), keyMark+most/2+4)
	panel := rect(body.Min.X+edge, top-curvesHeight, body.Max.X-most/2, top)
	plan.x.from, plan.x.to = panel.Min.X, panel.Max.X
	plan.x.ticks = fitTicks(wholeTicks, 0, plan.x.max, 10, panel.Max.X-panel.Min.X, most)
	plan.y.from, plan.y.to = panel.Min.Y, panel.Max.Y
	plan.y.gridAcross(p, panel)
	for i, c := range plan.Curves {
		plan.paintBand(p, c, seriesColors[i])
	}
	for i, c := range plan.Curves {
		p.StrokeLines(plan.line(i), plan.path(c, func(q CurvePoint) float64 { return q.Y.Estimate }))
	}
	plan.x.below(p, panel)
	plan.y.beside(p, panel, body.Min.X)
	if plan.rows() > 0 {
		plan.paintLeft(p, body.Min.X, panel.Min.Y-xAxisDepth-leftRow)
	}
}

// path is a line through a function of the points.
func (plan curvesPlan) path(c Curve, y func(CurvePoint) float64) []vg.Point {
	var out []vg.Point
	for i, q := range c.Points {
		v, _ := plan.y.clamp(y(q))
		if plan.Steps && i > 0 {
			out = append(out, vg.Point{X: plan.x.at(q.X), Y: out[len(out)-1].Y})
		}
		out = append(out, vg.Point{X: plan.x.at(q.X), Y: plan.y.at(v)})
	}
	return out
}

// paintBand fills the area between the ends of the intervals.
func (plan curvesPlan) paintBand(p pen, c Curve, colour color.NRGBA) {
	lo := plan.path(c, func(q CurvePoint) float64 { return q.Y.Lo })
	area := plan.path(c, func(q CurvePoint) float64 { return q.Y.Hi })
	for i := len(lo) - 1; i >= 0; i-- {
		area = append(area, lo[i])
	}
	colour.A = bandOpacity
	p.FillPolygon(colour, area)
}

// left counts the games of a curve that last beyond x.
func (plan curvesPlan) left(curve int, x float64) int {
	n := 0
	for _, last := range plan.Curves[curve].Lasting {
		if last > x || x == 0 {
			n++
		}
	}
	return n
}

// paintLeft writes how many games are left at each tick, a row to a curve.
func (plan curvesPlan) paintLeft(p pen, x, y vg.Length) {
	p.text(smallText, x, y, left, plan.Left)
	for i := range plan.Curves {
		y -= leftRow
		plan.lineMark(i)(p, vg.Point{X: x + 9, Y: y + smallText.capHeight()/2})
		for _, t := range plan.x.ticks {
			p.text(smallText.in(seriesColors[i]), plan.x.at(t.value), y, centre, formatCount(plan.left(i, t.value)))
		}
	}
}
