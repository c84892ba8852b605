package board

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// panelDrawing draws a panel with its upper left corner at the origin.
type panelDrawing struct {
	*moveDrawing
	*Panel
}

func (b *panelDrawing) draw() {
	b.rect(-1, -1, (b.Right-b.Left+1)*cell+2, (b.Top-b.Bottom+1)*cell+2, edge)
	b.each(func(v betza.Vec) {
		x, y := b.middle(v)
		b.rect(int(x)-cell/2, int(y)-cell/2, cell, cell, wood(v.DX+v.DY))
	})
	b.paths()
	b.arrows()
	b.targets()
	if b.Piece.Explodes && b.Jump == nil { // outline the squares that an explosion clears
		x, y := b.middle(betza.Vec{DX: -1, DY: 1})
		b.add(`<rect x="%g" y="%g" width="%d" height="%d" rx="6" fill="none" stroke="%s" stroke-width="2.5" stroke-dasharray="6 4"/>`,
			x-cell/2+2, y-cell/2+2, 3*cell-4, 3*cell-4, blastColor)
	}
	b.each(func(v betza.Vec) { // the other pieces in an example
		if who := b.Pieces[v]; who != 0 {
			x, y := b.middle(v)
			b.other(x, y, who)
		}
	})
	x, y := b.middle(betza.Vec{})
	b.glyph(x, y, b.Piece, false)
	b.arc()
}

func (b *panelDrawing) middle(v betza.Vec) (x, y float64) {
	return float64((v.DX-b.Left)*cell + cell/2), float64((b.Top-v.DY)*cell + cell/2)
}

// sortedSteps returns the steps in a fixed order, to make pictures reproducible.
func (b *panelDrawing) sortedSteps() []Step {
	return slices.SortedFunc(maps.Keys(b.Steps), func(a, b Step) int {
		return cmp.Or(cmp.Compare(a.From.DX, b.From.DX), cmp.Compare(a.From.DY, b.From.DY),
			cmp.Compare(a.To.DX, b.To.DX), cmp.Compare(a.To.DY, b.To.DY))
	})
}

// paths draws the steps of bent paths.
func (b *panelDrawing) paths() {
	for _, s := range b.sortedSteps() {
		if b.Steps[s] && b.Has(s.From) && b.Has(s.To) {
			x1, y1 := b.middle(s.From)
			x2, y2 := b.middle(s.To)
			b.path(0, 0, fmt.Sprintf("M%g %g L%g %g", x1, y1, x2, y2), style{"none", pathColor, 1.5})
		}
	}
}

func (b *panelDrawing) targets() {
	b.each(func(v betza.Vec) {
		t, ok := b.Targets[v]
		if !ok {
			return
		}
		m := markOf(t, Distance(v) == 1)
		for _, part := range m.parts() {
			b.used[part] = true
		}
		x, y := b.middle(v)
		m.draw(&b.canvas, x, y)
	})
}

// arrows draws an arrow outside the panel at each step where a longer move leaves it.
func (b *panelDrawing) arrows() {
	for _, s := range b.sortedSteps() {
		if !b.Has(s.From) || b.Has(s.To) || s.From == (betza.Vec{}) {
			continue
		}
		x, y := b.middle(s.From)
		dx, dy := float64(s.To.DX-s.From.DX), float64(s.From.DY-s.To.DY)
		far := max(dx, -dx, dy, -dy)
		dx, dy = dx/far, dy/far
		b.path(x+26*dx, y+26*dy, fmt.Sprintf("M%.1f %.1f L%.1f %.1f L%.1f %.1f",
			-3*dx-3*dy, -3*dy+3*dx, 2*dx, 2*dy, -3*dx+3*dy, -3*dy-3*dx), style{"none", faint, 1.8})
	}
}

// arc draws the jump in an example as a curve above its squares.
func (b *panelDrawing) arc() {
	if len(b.Jump) == 0 {
		return
	}
	x1, y1 := b.middle(b.Jump[0])
	x2, y2 := b.middle(b.Jump[len(b.Jump)-1])
	dx, dy := x2-x1, y2-y1
	// The curve runs from rim to rim and bends upwards just enough to stay within a row of
	// squares.
	far := max(dx, -dx, dy, -dy)
	ux, uy := dx/far, dy/far
	sx, sy := uy, -ux // unit vector to the side
	if dx < 0 {
		sx, sy = -uy, ux
	}
	b.path(0, 0, fmt.Sprintf("M%.1f %.1f Q%.1f %.1f %.1f %.1f", x1+8*ux+13*sx, y1+8*uy+13*sy,
		(x1+x2)/2+24*sx, (y1+y2)/2+24*sy, x2-5*ux+9*sx, y2-5*uy+9*sy), style{"none", ink, 1.8})
}

func (c *canvas) glyph(x, y float64, p variant.Piece, black bool) {
	face, ok := c.faces[p.Name]
	if !ok { // a move without a piece
		c.circle(x, y, 15.5, style{paper, ink, 1.5})
		return
	}
	if c.defs == nil {
		c.defs = map[string]string{}
	}
	shape := face.ID(black)
	c.defs[shape] = face.Shape(black)
	id := shape + map[bool]string{false: "-white", true: "-black"}[black]
	c.defs[id] = fmt.Sprintf(`<g transform="scale(%g)">%s</g>`, faceScale, face.Paint(`<use href="#`+shape+`"/>`, black))
	c.add(`<use href="#%s" x="%g" y="%g"/>`, id, x-cell/2, y-cell/2)
}

// other draws another piece in an example, showing its side but not its kind.
func (c *canvas) other(x, y float64, who betza.Occupancy) {
	fill := eitherPiece
	switch who {
	case betza.Enemy:
		fill = blackPiece
	case betza.Friend:
		fill = paper
	}
	c.circle(x, y, 11, style{fill, ink, 1.5})
}
