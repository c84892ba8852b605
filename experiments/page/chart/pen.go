package chart

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// align states which part of a text lies at the given x.
type align float64

const (
	left   align = 0
	centre align = 0.5
	right  align = 1
)

// pen draws with its origin at the lower left corner of the page.
type pen struct{ draw.Canvas }

// textSetter is a canvas that can align and rotate text itself.
type textSetter interface {
	setText(s textStyle, at vg.Point, a align, up bool, text string)
}

// text writes one line with its baseline at y.
func (p pen) text(s textStyle, x, y vg.Length, a align, text string) {
	p.SetColor(s.Color)
	if setter, ok := p.Canvas.Canvas.(textSetter); ok {
		setter.setText(s, vg.Point{X: x, Y: y}, a, false, text)
		return
	}
	p.FillString(s.face(), vg.Point{X: x - vg.Length(a)*s.width(text), Y: y}, text)
}

// textMid writes one line whose capitals are centred on y.
func (p pen) textMid(s textStyle, x, y vg.Length, a align, text string) {
	p.text(s, x, y-s.capHeight()/2, a, text)
}

// textUp writes one line that reads upwards, with its baseline at x and its
// middle at y.
func (p pen) textUp(s textStyle, x, y vg.Length, text string) {
	p.SetColor(s.Color)
	if setter, ok := p.Canvas.Canvas.(textSetter); ok {
		setter.setText(s, vg.Point{X: x, Y: y}, centre, true, text)
		return
	}
	p.Push()
	p.Translate(vg.Point{X: x, Y: y})
	p.Rotate(math.Pi / 2)
	p.FillString(s.face(), vg.Point{X: -s.width(text) / 2}, text)
	p.Pop()
}

// line draws a straight line.
func (p pen) line(s draw.LineStyle, x0, y0, x1, y1 vg.Length) { p.StrokeLine2(s, x0, y0, x1, y1) }

// fillRect fills a rectangle.
func (p pen) fillRect(r vg.Rectangle, c tone) { p.FillPolygon(c, corners(r)) }

// strokeRect draws the outline of a rectangle.
func (p pen) strokeRect(s draw.LineStyle, r vg.Rectangle) {
	p.StrokeLines(s, append(corners(r), r.Min))
}

// corners lists the corners of a rectangle counter-clockwise.
func corners(r vg.Rectangle) []vg.Point {
	return []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}}
}

// rect returns the rectangle with two opposite corners.
func rect(x0, y0, x1, y1 vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: x0, Y: y0}, Max: vg.Point{X: x1, Y: y1}}
}

// middle returns the centre of a rectangle.
func middle(r vg.Rectangle) vg.Point {
	return vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}
}

// shape is the form of a mark.
type shape int

const (
	circle shape = iota
	square
	triangle
	diamond
	inverted // a triangle on its tip
	hexagon
	shapeCount
)

// sign is a mark of a colour.
type sign struct {
	shape shape
	color tone
	open  bool // its outline alone, slightly smaller
}

// draw draws the sign with a thin edge, which separates signs that touch.
func (s sign) draw(p pen, at vg.Point) {
	radius, fill, edge := markRadius, s.color, stroke(paper, 0.7)
	if s.open {
		radius, fill, edge = markRadius*0.85, paper, stroke(s.color, 1.3)
	}
	path := s.shape.path(at, radius)
	p.SetColor(fill)
	p.Fill(path)
	p.SetLineStyle(edge)
	p.Stroke(path)
}

// drawLong draws the sign with an interval.
func (s sign) drawLong(p pen, at vg.Point) {
	lineSample(stroke(s.color, whiskerLine))(p, at)
	s.draw(p, at)
}

// lineSample returns the sample of a line in a key.
func lineSample(s draw.LineStyle) func(pen, vg.Point) {
	return func(p pen, at vg.Point) { p.line(s, at.X-9, at.Y, at.X+9, at.Y) }
}

// path outlines the shape around a point. The radii make all shapes look equally large.
func (s shape) path(at vg.Point, radius vg.Length) vg.Path {
	switch s % shapeCount {
	case square:
		return polygon(at, radius*1.2, 4, math.Pi/4)
	case triangle:
		return polygon(at, radius*1.3, 3, math.Pi/2)
	case diamond:
		return polygon(at, radius*1.3, 4, 0)
	case inverted:
		return polygon(at, radius*1.3, 3, -math.Pi/2)
	case hexagon:
		return polygon(at, radius*1.1, 6, 0)
	}
	var path vg.Path
	path.Move(vg.Point{X: at.X + radius, Y: at.Y})
	path.Arc(at, radius, 0, 2*math.Pi)
	path.Close()
	return path
}

// polygon outlines a regular polygon whose first corner lies at the angle.
func polygon(at vg.Point, radius vg.Length, sides int, angle float64) vg.Path {
	var path vg.Path
	for i := range sides {
		sin, cos := math.Sincos(angle + 2*math.Pi*float64(i)/float64(sides))
		corner := vg.Point{X: at.X + radius*vg.Length(cos), Y: at.Y + radius*vg.Length(sin)}
		if i == 0 {
			path.Move(corner)
		} else {
			path.Line(corner)
		}
	}
	path.Close()
	return path
}

// markRadius is the radius of a circle that marks a point.
const markRadius vg.Length = 3.6

// stroke returns the style of a solid line.
func stroke(c tone, width vg.Length) draw.LineStyle { return draw.LineStyle{Color: c, Width: width} }
