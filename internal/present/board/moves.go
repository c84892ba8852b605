package board

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"bestiary/engine/variant"
)

// Moves draws where a piece goes on a board with the given number of ranks, and
// a legend of what occurs in the drawing. The error is a *betza.SyntaxError in
// one of its move strings.
func Moves(p variant.Piece, ranks int) ([]byte, error) {
	f, err := NewFrame(p, ranks)
	if err != nil {
		return nil, err
	}
	d := &moveDrawing{Frame: f, used: map[mark]bool{}}
	d.text(margin, margin+16, `font-size="18" font-weight="bold" fill="`+ink+`"`, heading(p.Name)+" ("+p.Symbol+")")
	bottom := d.row(f.Panels, margin+24)
	if len(f.Examples) > 0 {
		bottom = d.row(f.Examples, bottom)
	}
	bottom = d.legend(bottom + 2)
	return d.picture(d.width()+2*margin, bottom+margin, "the moves of the "+p.Name), nil
}

// heading is a name as a rules page has it.
func heading(name string) string {
	return capital(strings.ReplaceAll(name, "-", " "))
}

// capital is a text with its first letter in upper case.
func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

const (
	leastWidth = 10 * cell // of panels and legend, in pixels
	mostWidth  = 18 * cell // of panels beside each other
	panelGap   = 24
	arrowRoom  = 14 // between a panel and what is above it
)

// moveDrawing is a frame while it is drawn.
type moveDrawing struct {
	canvas
	*Frame
	used map[mark]bool
}

// width is the width of panels and legend.
func (d *moveDrawing) width() int {
	width := leastWidth
	for _, list := range [][]Panel{d.Panels, d.Examples} {
		row := -panelGap
		for i := range list {
			one := list[i].pixels()
			width = max(width, one)
			if row += panelGap + one; row <= mostWidth {
				width = max(width, row)
			}
		}
	}
	return width
}

// pixels is the width that a panel and its caption need.
func (p *Panel) pixels() int {
	return max((p.Right-p.Left+1)*cell, len(p.Caption)*charWide)
}

// row draws panels beside each other, on several lines where they are too
// wide, from a height on. It returns where they end.
func (d *moveDrawing) row(panels []Panel, y int) int {
	x, bottom := margin, y
	for i := range panels {
		p := &panels[i]
		if x > margin && x+p.pixels() > margin+d.width() {
			x, y = margin, bottom
		}
		top := y + arrowRoom
		if p.Caption != "" {
			top += 16
			d.text(float64(x), float64(top-arrowRoom+3), `fill="`+ink+`"`, capital(strings.ReplaceAll(p.Caption, "-", "–")))
		}
		b := panelDrawing{d, p, x, top}
		b.draw()
		bottom = max(bottom, top+(p.Top-p.Bottom+1)*cell+arrowRoom)
		x += p.pixels() + panelGap
	}
	return bottom
}
