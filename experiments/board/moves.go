package board

import (
	"cmp"
	"fmt"
	"slices"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// Moves draws where a piece goes, with a legend of what occurs in the drawing.
// The error is a *betza.SyntaxError in one of its move strings.
func Moves(p variant.Piece) ([]byte, error) {
	f, err := NewFrame(p)
	if err != nil {
		return nil, err
	}
	d := &moveDrawing{Frame: f, piece: p, top: margin + 28, used: map[mark]bool{}}
	width := max((2*f.Left+1)*cell, leastWidth)
	d.left = margin + (width-(2*f.Left+1)*cell)/2
	d.text(margin, margin+16, `font-size="18" font-weight="bold" fill="`+ink+`"`, p.Symbol+"  "+p.Name)
	d.squares()
	d.paths()
	d.targets()
	d.arrows()
	if p.Explodes {
		d.blast()
	}
	x, y := d.middle(betza.Vec{})
	d.glyph(x, y, p, false)
	bottom := d.legend(d.top+(f.Top-f.Bottom+1)*cell+14, width)
	return d.picture(width+2*margin, bottom+margin, "the moves of the "+p.Name), nil
}

// leastWidth is the least width of board and legend, in pixels.
const leastWidth = 9 * cell

// moveDrawing is a frame with its upper left corner at (left, top).
type moveDrawing struct {
	canvas
	*Frame
	piece     variant.Piece
	left, top int
	used      map[mark]bool
}

// middle is the middle of a square.
func (d *moveDrawing) middle(v betza.Vec) (x, y float64) {
	return float64(d.left + (v.DX+d.Left)*cell + cell/2), float64(d.top + (d.Top-v.DY)*cell + cell/2)
}

// each calls f for all squares of the frame, by rank and file.
func (d *moveDrawing) each(f func(v betza.Vec)) {
	for dy := d.Top; dy >= d.Bottom; dy-- {
		for dx := -d.Left; dx <= d.Left; dx++ {
			f(betza.Vec{DX: dx, DY: dy})
		}
	}
}

func (d *moveDrawing) squares() {
	d.each(func(v betza.Vec) {
		x, y := d.middle(v)
		d.rect(int(x)-cell/2, int(y)-cell/2, cell, cell, wood(v.DX+v.DY))
	})
}

// sortedSteps lists the steps of the moves, for the same picture every time.
func (d *moveDrawing) sortedSteps() []Step {
	var list []Step
	for s := range d.All.Steps {
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b Step) int {
		return cmp.Or(cmp.Compare(a.From.DX, b.From.DX), cmp.Compare(a.From.DY, b.From.DY),
			cmp.Compare(a.To.DX, b.To.DX), cmp.Compare(a.To.DY, b.To.DY))
	})
	return list
}

// paths draws the steps of bent paths.
func (d *moveDrawing) paths() {
	for _, s := range d.sortedSteps() {
		if d.All.Steps[s] && d.Has(s.From) && d.Has(s.To) {
			x1, y1 := d.middle(s.From)
			x2, y2 := d.middle(s.To)
			d.path(0, 0, fmt.Sprintf("M%g %g L%g %g", x1, y1, x2, y2), style{"none", pathColor, 1.2})
		}
	}
}

func (d *moveDrawing) targets() {
	d.each(func(v betza.Vec) {
		t, ok := d.All.Targets[v]
		if !ok {
			return
		}
		m := markOf(t, Distance(v) == 1)
		for _, part := range m.parts() {
			d.used[part] = true
		}
		x, y := d.middle(v)
		m.draw(&d.canvas, x, y)
		if i := d.LimitOf(v); i >= 0 {
			d.text(x+cell/2-3, y+cell/2-4, `text-anchor="end" font-size="11" font-weight="bold" fill="`+ink+`"`, fmt.Sprint(i+1))
		}
	})
}

// arrows stand where steps of longer moves leave the frame.
func (d *moveDrawing) arrows() {
	for _, s := range d.sortedSteps() {
		if !d.Has(s.From) || d.Has(s.To) || s.From == (betza.Vec{}) {
			continue
		}
		x, y := d.middle(s.From)
		dx, dy := float64(s.To.DX-s.From.DX), float64(s.From.DY-s.To.DY)
		far := max(dx, -dx, dy, -dy)
		dx, dy = dx/far, dy/far
		d.path(x+14*dx, y+14*dy, fmt.Sprintf("M%.1f %.1f L%.1f %.1f L%.1f %.1f",
			-3*dx-3*dy, -3*dy+3*dx, 2*dx, 2*dy, -3*dx+3*dy, -3*dy-3*dx), style{"none", faint, 1.8})
	}
}

// blast outlines the squares that an explosion clears.
func (d *moveDrawing) blast() {
	x, y := d.middle(betza.Vec{DX: -1, DY: 1})
	d.add(`<rect x="%g" y="%g" width="%d" height="%d" rx="6" fill="none" stroke="%s" stroke-width="2.5" stroke-dasharray="6 4"/>`,
		x-cell/2+2, y-cell/2+2, 3*cell-4, 3*cell-4, blastColor)
}
