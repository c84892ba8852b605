package board

import (
	"fmt"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// Position draws the array of a game with White at the bottom, and below it the
// names of the pieces.
func Position(g *rules.Game) []byte {
	d := &positionDrawing{p: g.NewPosition(), g: g, left: margin + 20, top: margin}
	title := g.Variant.Title
	if title == "" {
		title = g.Variant.Name
	}
	for _, line := range wrap(title, max(g.Files(), leastFiles)*cell*charWide/titleWide) {
		d.text(float64(d.left), float64(d.top+16), `font-size="18" font-weight="bold" fill="`+ink+`"`, line)
		d.top += 24
	}
	d.top += 8
	if hand := d.hand(rules.Black); len(hand) > 0 {
		d.waiting(hand, true, d.top)
		d.top += cell + 8
	}
	d.squares()
	bottom := d.top + g.Ranks()*cell
	for file := range g.Files() {
		d.text(float64(d.left+file*cell+cell/2), float64(bottom+16), `text-anchor="middle" fill="`+faint+`"`, string(rune('a'+file)))
	}
	bottom += 24
	if hand := d.hand(rules.White); len(hand) > 0 {
		d.waiting(hand, false, bottom)
		bottom += cell + 8
	}
	bottom, width := d.names(bottom + 8)
	return d.picture(d.left+max(max(g.Files(), leastFiles)*cell, width)+margin, bottom+margin, title)
}

const (
	titleWide  = 12 // an average letter of a title, generously
	leastFiles = 6  // that a title has room for
)

// positionDrawing is a board with its upper left corner at (left, top).
type positionDrawing struct {
	canvas
	p         *rules.Position
	g         *rules.Game
	left, top int
}

func (d *positionDrawing) squares() {
	for rank := range d.g.Ranks() {
		y := d.top + (d.g.Ranks()-1-rank)*cell
		d.text(float64(d.left-6), float64(y+cell/2+5), `text-anchor="end" fill="`+faint+`"`, fmt.Sprint(rank+1))
	}
	// Squares drawn a little larger leave an edge around those drawn over them.
	d.each(func(x, y int, _ rules.Square, _ string) { d.rect(x-1, y-1, cell+2, cell+2, edge) })
	d.each(func(x, y int, sq rules.Square, fill string) {
		d.rect(x, y, cell, cell, fill)
		if code := d.p.At(sq); code != 0 {
			d.glyph(float64(x+cell/2), float64(y+cell/2), d.piece(code.Type()), code.Color() == rules.Black)
		}
	})
}

// each calls f for the squares of the board, with their upper left corners and
// colours.
func (d *positionDrawing) each(f func(x, y int, sq rules.Square, fill string)) {
	for rank := range d.g.Ranks() {
		for file := range d.g.Files() {
			if sq := d.g.SquareAt(file, rank); !d.g.IsHole(sq) {
				f(d.left+file*cell, d.top+(d.g.Ranks()-1-rank)*cell, sq, wood(file+rank))
			}
		}
	}
}

// wood is the colour of a square; an even sum of file and rank is dark.
func wood(sum int) string {
	if sum%2 == 0 {
		return darkWood
	}
	return lightWood
}

func (d *positionDrawing) piece(t rules.Type) variant.Piece {
	return d.g.Variant.Pieces[t-1]
}

// hand lists the pieces that a side has still to place.
func (d *positionDrawing) hand(side rules.Color) []variant.Piece {
	var list []variant.Piece
	for _, t := range d.g.Types() {
		for range d.p.InHand(t, side) {
			list = append(list, d.piece(t))
		}
	}
	return list
}

func (d *positionDrawing) waiting(hand []variant.Piece, black bool, y int) {
	for i, p := range hand {
		d.glyph(float64(d.left+i*cell+cell/2), float64(y+cell/2), p, black)
	}
	d.text(float64(d.left+len(hand)*cell+6), float64(y+cell/2+5), `fill="`+faint+`"`, "waiting")
}

// names lists the pieces in columns and returns where the list ends and how wide
// it is.
func (d *positionDrawing) names(y int) (bottom, width int) {
	longest := 0
	for _, p := range d.g.Variant.Pieces {
		longest = max(longest, len(p.Name))
	}
	column := cell + 14 + longest*charWide
	columns := max(1, d.g.Files()*cell/column)
	rows := (len(d.g.Variant.Pieces) + columns - 1) / columns
	for i, p := range d.g.Variant.Pieces {
		x, y := d.left+i/rows*column, y+i%rows*(cell-4)
		d.glyph(float64(x+cell/2), float64(y+cell/2), p, false)
		d.text(float64(x+cell+4), float64(y+cell/2+5), `fill="`+ink+`"`, heading(p.Name))
	}
	return y + rows*(cell-4), columns * column
}
