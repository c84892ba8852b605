package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// align says which part of a text stands at the given x.
type align float64

const (
	left   align = 0
	centre align = 0.5
	right  align = 1
)

// pen draws in points from the lower left corner of the page.
type pen struct{ draw.Canvas }

// textSetter is a canvas that aligns text itself.
type textSetter interface {
	setText(face font.Face, at vg.Point, a align, text string)
}

// text writes one line with its baseline at y.
func (p pen) text(s textStyle, x, y vg.Length, a align, text string) {
	face := s.face()
	p.SetColor(s.color)
	if setter, ok := p.Canvas.Canvas.(textSetter); ok {
		setter.setText(face, vg.Point{X: x, Y: y}, a, text)
		return
	}
	p.FillString(face, vg.Point{X: x - vg.Length(a)*face.Width(text), Y: y}, text)
}

// textMid writes one line whose capitals are centred on y.
func (p pen) textMid(s textStyle, x, y vg.Length, a align, text string) {
	p.text(s, x, y-s.capHeight()/2, a, text)
}

// textUp writes one line that reads upwards, with its baseline at x and its
// middle at y.
func (p pen) textUp(s textStyle, x, y vg.Length, text string) {
	p.Push()
	p.Translate(vg.Point{X: x, Y: y})
	p.Rotate(math.Pi / 2)
	p.text(s, 0, 0, centre, text)
	p.Pop()
}

// line draws a straight line.
func (p pen) line(s draw.LineStyle, x0, y0, x1, y1 vg.Length) {
	p.StrokeLine2(s, x0, y0, x1, y1)
}

// fillRect fills a rectangle.
func (p pen) fillRect(r vg.Rectangle, c color.NRGBA) {
	p.FillPolygon(c, corners(r))
}

// strokeRect draws the outline of a rectangle.
func (p pen) strokeRect(s draw.LineStyle, r vg.Rectangle) {
	p.StrokeLines(s, append(corners(r), r.Min))
}

// corners lists the corners of a rectangle counter-clockwise.
func corners(r vg.Rectangle) []vg.Point {
	return []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}}
}

// rect is the rectangle between two corners.
func rect(x0, y0, x1, y1 vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: x0, Y: y0}, Max: vg.Point{X: x1, Y: y1}}
}

// middle is the centre of a rectangle.
func middle(r vg.Rectangle) vg.Point {
	return vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}
}

// arrow fills a small triangle that points right, with its tip at the point.
func (p pen) arrow(c color.NRGBA, tip vg.Point) {
	p.FillPolygon(c, []vg.Point{
		tip,
		{X: tip.X - arrowSize, Y: tip.Y + arrowSize/2},
		{X: tip.X - arrowSize, Y: tip.Y - arrowSize/2},
	})
}
