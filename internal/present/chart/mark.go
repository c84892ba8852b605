package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

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

// mark draws a filled mark with a thin white edge, which keeps marks that
// touch apart.
func (p pen) mark(s shape, c color.NRGBA, at vg.Point) {
	path := s.path(at, markRadius)
	p.SetColor(c)
	p.Fill(path)
	p.SetLineStyle(stroke(white, 0.5))
	p.Stroke(path)
}

// openMark draws the outline of a mark on white, a little smaller.
func (p pen) openMark(s shape, c color.NRGBA, at vg.Point) {
	path := s.path(at, markRadius*0.85)
	p.SetColor(white)
	p.Fill(path)
	p.SetLineStyle(stroke(c, 1))
	p.Stroke(path)
}

// path outlines the shape around a point. The radii make the shapes look
// equally large.
func (s shape) path(at vg.Point, radius vg.Length) vg.Path {
	switch s {
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
	default:
		var path vg.Path
		path.Move(vg.Point{X: at.X + radius, Y: at.Y})
		path.Arc(at, radius, 0, 2*math.Pi)
		path.Close()
		return path
	}
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
