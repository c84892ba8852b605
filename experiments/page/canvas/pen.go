package canvas

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Align states which part of a text lies at the given x.
type Align float64

const (
	Left   Align = 0
	Centre Align = 0.5
	Right  Align = 1
)

// Pen draws with its origin at the lower left corner of the page.
type Pen struct{ draw.Canvas }

// textSetter is a canvas that can align and rotate text itself.
type textSetter interface {
	SetText(s TextStyle, at vg.Point, a Align, up bool, text string)
}

// Text writes one line with its baseline at y.
func (p Pen) Text(s TextStyle, x, y vg.Length, a Align, text string) {
	p.SetColor(s.Color)
	if setter, ok := p.Canvas.Canvas.(textSetter); ok {
		setter.SetText(s, vg.Point{X: x, Y: y}, a, false, text)
		return
	}
	p.FillString(s.face(), vg.Point{X: x - vg.Length(a)*s.Width(text), Y: y}, text)
}

// TextMid writes one line whose capitals are centred on y.
func (p Pen) TextMid(s TextStyle, x, y vg.Length, a Align, text string) {
	p.Text(s, x, y-s.CapHeight()/2, a, text)
}

// TextUp writes one line that reads upwards, with its baseline at x and its
// middle at y.
func (p Pen) TextUp(s TextStyle, x, y vg.Length, text string) {
	p.SetColor(s.Color)
	if setter, ok := p.Canvas.Canvas.(textSetter); ok {
		setter.SetText(s, vg.Point{X: x, Y: y}, Centre, true, text)
		return
	}
	p.Push()
	p.Translate(vg.Point{X: x, Y: y})
	p.Rotate(math.Pi / 2)
	p.FillString(s.face(), vg.Point{X: -s.Width(text) / 2}, text)
	p.Pop()
}

// Line draws a straight line.
func (p Pen) Line(s draw.LineStyle, x0, y0, x1, y1 vg.Length) { p.StrokeLine2(s, x0, y0, x1, y1) }

// FillRect fills a rectangle.
func (p Pen) FillRect(r vg.Rectangle, c Tone) { p.FillPolygon(c, corners(r)) }

// StrokeRect draws the outline of a rectangle.
func (p Pen) StrokeRect(s draw.LineStyle, r vg.Rectangle) {
	p.StrokeLines(s, append(corners(r), r.Min))
}

// corners lists the corners of a rectangle counter-clockwise.
func corners(r vg.Rectangle) []vg.Point {
	return []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}}
}

// Rect returns the rectangle with two opposite corners.
func Rect(x0, y0, x1, y1 vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: x0, Y: y0}, Max: vg.Point{X: x1, Y: y1}}
}

// Middle returns the centre of a rectangle.
func Middle(r vg.Rectangle) vg.Point {
	return vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}
}

// Shape is the form of a mark.
type Shape int

const (
	Circle Shape = iota
	Square
	Triangle
	Diamond
	inverted // a triangle on its tip
	hexagon
	ShapeCount
)

// Mark draws a filled mark with a thin edge, which separates marks that touch.
func (p Pen) Mark(s Shape, c Tone, at vg.Point) {
	p.outlined(s.path(at, MarkRadius), c, Stroke(Paper, 0.7))
}

// OpenMark draws the outline of a mark, slightly smaller.
func (p Pen) OpenMark(s Shape, c Tone, at vg.Point) {
	p.outlined(s.path(at, MarkRadius*0.85), Paper, Stroke(c, 1.3))
}

func (p Pen) outlined(path vg.Path, fill Tone, edge draw.LineStyle) {
	p.SetColor(fill)
	p.Fill(path)
	p.SetLineStyle(edge)
	p.Stroke(path)
}

// path outlines the shape around a point. The radii make all shapes look equally large.
func (s Shape) path(at vg.Point, radius vg.Length) vg.Path {
	switch s % ShapeCount {
	case Square:
		return polygon(at, radius*1.2, 4, math.Pi/4)
	case Triangle:
		return polygon(at, radius*1.3, 3, math.Pi/2)
	case Diamond:
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

// MarkRadius is the radius of a circle that marks a point.
const MarkRadius vg.Length = 3.6

// Stroke returns the style of a solid line.
func Stroke(c Tone, width vg.Length) draw.LineStyle { return draw.LineStyle{Color: c, Width: width} }
