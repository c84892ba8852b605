package chart

import (
	"strings"

	"gonum.org/v1/plot/vg"

	"bestiary/experiments/page/pieces"
	"bestiary/internal/picture"
)

// faceSetter is a canvas that can draw pieces.
type faceSetter interface {
	setFace(f pieces.Face, at vg.Point, size vg.Length)
}

// face draws a white piece with its upper left corner at a point, if it has a drawing that
// the canvas can draw.
func (p pen) face(f pieces.Face, at vg.Point, size vg.Length) bool {
	if f.Picture == "" {
		return false
	}
	if setter, ok := p.Canvas.Canvas.(faceSetter); ok {
		setter.setFace(f, at, size)
		return true
	}
	parts := f.Strokes(false)
	for _, part := range parts {
		p.part(part, at, size/100)
	}
	return len(parts) > 0
}

// part draws a part of a white piece, in which 1 is a unit long.
func (p pen) part(s picture.Stroke, at vg.Point, unit vg.Length) {
	area, line := tones(0xFFFFFF, 0xFFFFFF), tones(0x222222, 0x222222) // of picture.Sides
	var path vg.Path
	for _, seg := range s.Path {
		var to []vg.Point
		for _, q := range seg.Points {
			to = append(to, vg.Point{X: at.X + vg.Length(q.X)*unit, Y: at.Y - vg.Length(q.Y)*unit})
		}
		switch seg.Command {
		case 'M':
			path.Move(to[0])
		case 'L':
			path.Line(to[0])
		case 'Q':
			path.QuadTo(to[0], to[1])
		case 'C':
			path.CubeTo(to[0], to[1], to[2])
		case 'Z':
			path.Close()
		}
		if s.Kind == "dot" {
			p.SetColor(line)
			p.Fill(circle.path(to[0], picture.DotWidth/2*unit))
		}
	}
	if s.Kind == "solid" || s.Kind == "ink" {
		p.SetColor(map[string]tone{"solid": area, "ink": line}[s.Kind])
		p.Fill(path)
	}
	if s.Kind == "solid" || s.Kind == "line" {
		p.SetLineStyle(stroke(line, vg.Length(picture.Sides[0].Width)*unit))
		p.Stroke(path)
	}
}

// maxDrawn is the largest number of pieces of an exchange that are drawn.
const maxDrawn = 4

// drawn returns the drawings of a piece or of an exchange, such as rook=knight+pawn: a Face without
// a picture means "=". It returns none if a piece has none.
func (a About) drawn(label string) (list []pieces.Face) {
	for i, side := range strings.Split(strings.TrimSuffix(label, "="), "=") {
		if i > 0 {
			list = append(list, pieces.Face{})
		}
		for name := range strings.SplitSeq(side, "+") {
			f := a.Faces[name]
			if f.Picture == "" {
				return nil
			}
			list = append(list, f)
		}
	}
	if len(list) > maxDrawn+1 {
		return nil
	}
	return list
}
