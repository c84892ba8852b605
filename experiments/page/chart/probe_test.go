package chart

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"bestiary/experiments/page/pieces"
)

// probe is a canvas that records what is drawn on it, in page coordinates. It knows
// nothing about layout.
type probe struct {
	width, height vg.Length
	texts         []probedText
	shapes        []probedShape

	state probeState
	stack []probeState
}

// probeState holds colour, line width and the transform x·m + t.
type probeState struct {
	color     tone
	lineWidth vg.Length
	m         [4]vg.Length
	tx, ty    vg.Length
}

// probedText is a line of text with the box its letters fill.
type probedText struct {
	text   string
	box    vg.Rectangle
	width  vg.Length // along the baseline
	size   vg.Length
	color  tone
	ground tone // of the last shape filled beneath it
}

// probedShape is a filled polygon or a stroked line.
type probedShape struct {
	points []vg.Point
	filled bool
	color  tone
	width  vg.Length
}

// look draws a chart on a probe.
func look(c *Chart, w Width) *probe { return c.page(w).look() }

func (g page) look() *probe {
	p := &probe{width: g.width, height: g.height}
	p.state = probeState{m: [4]vg.Length{1, 0, 0, 1}}
	g.paint(pen{draw.NewCanvas(p, g.width, g.height)})
	return p
}

// setFace draws nothing: a probe is about the texts and areas of SVG.
func (p *probe) setFace(pieces.Face, vg.Point, vg.Length) {}

func (p *probe) Size() (w, h vg.Length)              { return p.width, p.height }
func (p *probe) SetLineWidth(w vg.Length)            { p.state.lineWidth = w }
func (p *probe) SetLineDash([]vg.Length, vg.Length)  {}
func (p *probe) Push()                               { p.stack = append(p.stack, p.state) }
func (p *probe) DrawImage(vg.Rectangle, image.Image) { panic("charts draw no images") }
func (p *probe) Scale(x, y float64)                  { panic("charts do not scale") }
func (p *probe) Stroke(path vg.Path)                 { p.record(path, false) }
func (p *probe) Fill(path vg.Path)                   { p.record(path, true) }
func (p *probe) SetColor(c color.Color)              { p.state.color = c.(tone) }
func (p *probe) Pop() {
	p.state = p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
}

func (p *probe) Translate(d vg.Point) {
	at := p.page(d)
	p.state.tx, p.state.ty = at.X, at.Y
}

func (p *probe) Rotate(angle float64) {
	sin, cos := math.Sincos(angle)
	m, s, c := p.state.m, vg.Length(sin), vg.Length(cos)
	p.state.m = [4]vg.Length{m[0]*c + m[1]*s, m[1]*c - m[0]*s, m[2]*c + m[3]*s, m[3]*c - m[2]*s}
}

// page transforms a point to page coordinates.
func (p *probe) page(at vg.Point) vg.Point {
	s := p.state
	return vg.Point{X: s.m[0]*at.X + s.m[1]*at.Y + s.tx, Y: s.m[2]*at.X + s.m[3]*at.Y + s.ty}
}

// FillString records a text. Its box runs from the foot of a "g" to the top of
// a capital; the figures are Liberation Sans's own.
func (p *probe) FillString(face font.Face, at vg.Point, text string) {
	a := p.page(vg.Point{X: at.X, Y: at.Y - 0.21*face.Font.Size})
	b := p.page(vg.Point{X: at.X + face.Width(text), Y: at.Y + 0.73*face.Font.Size})
	t := probedText{text: text, width: face.Width(text), size: face.Font.Size, color: p.state.color, box: rect(min(a.X, b.X), min(a.Y, b.Y), max(a.X, b.X), max(a.Y, b.Y))}
	for _, s := range p.shapes {
		if s.filled && s.contains(middle(t.box)) {
			t.ground = s.color
		}
	}
	p.texts = append(p.texts, t)
}

// record keeps the corners of a path or, for a full circle, the corners of its hull.
func (p *probe) record(path vg.Path, filled bool) {
	shape := probedShape{filled: filled, color: p.state.color, width: p.state.lineWidth}
	for _, comp := range path {
		switch comp.Type {
		case vg.MoveComp, vg.LineComp:
			shape.points = append(shape.points, p.page(comp.Pos))
		case vg.ArcComp:
			for i := range 16 {
				sin, cos := math.Sincos(2 * math.Pi * float64(i) / 16)
				on := vg.Point{X: comp.Pos.X + comp.Radius*vg.Length(cos), Y: comp.Pos.Y + comp.Radius*vg.Length(sin)}
				shape.points = append(shape.points, p.page(on))
			}
		case vg.CloseComp:
			shape.points = append(shape.points, shape.points[0])
		default:
			panic(fmt.Sprint("path component ", comp.Type))
		}
	}
	p.shapes = append(p.shapes, shape)
}

// contains reports whether a point lies inside a polygon (even-odd rule).
func (s probedShape) contains(at vg.Point) bool {
	inside := false
	for i, b := range s.points {
		a := s.points[(i+len(s.points)-1)%len(s.points)]
		if (a.Y > at.Y) != (b.Y > at.Y) && at.X < a.X+(at.Y-a.Y)*(b.X-a.X)/(b.Y-a.Y) {
			inside = !inside
		}
	}
	return inside
}

// bounds returns the smallest rectangle around a shape.
func (s probedShape) bounds() vg.Rectangle {
	r := vg.Rectangle{Min: s.points[0], Max: s.points[0]}
	for _, at := range s.points {
		r = rect(min(r.Min.X, at.X), min(r.Min.Y, at.Y), max(r.Max.X, at.X), max(r.Max.Y, at.Y))
	}
	return r
}

// find returns the only text with this wording.
func (p *probe) find(t *testing.T, text string) probedText {
	t.Helper()
	var found []probedText
	for _, candidate := range p.texts {
		if candidate.text == text {
			found = append(found, candidate)
		}
	}
	if len(found) != 1 {
		t.Fatalf("text %q occurs %d times, want once", text, len(found))
	}
	return found[0]
}

// fills returns the filled shapes of a colour, in the order they were drawn.
func (p *probe) fills(c tone) []probedShape {
	var found []probedShape
	for _, s := range p.shapes {
		if s.filled && s.color == c {
			found = append(found, s)
		}
	}
	return found
}
