package board

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
)

// Position draws the array of a game with White at the bottom, and the names of the pieces
// below it. The width is a maximum; 0 means no limit.
func Position(g *rules.Game, width int) Picture { return Card(g, Options{Width: width}, nil) }

// Card draws a position with captions after the names of pieces, such as their values, and
// lines about the game at the bottom, of which those with verdicts are not wrapped.
func Card(g *rules.Game, o Options, lines []doc.Text) Picture {
	d := &positionDrawing{p: g.NewPosition(), g: g, size: 1, captions: o.Captions}
	d.faces = o.in(g.Variant).Faces
	width := o.Width
	files := max(g.Files(), minFiles)
	if width > 0 && positionLeft+files*cell+margin > width {
		d.size = float64(width-positionLeft-margin) / float64(files*cell)
	}
	inner := int(d.size * float64(files*cell))
	title := cmp.Or(g.Variant.Title, g.Variant.Name)
	y := margin
	for _, line := range wrap(title, inner*charWide/titleWide) {
		d.text(positionLeft, float64(y+16), `font-size="18" font-weight="bold" `+mainText, line)
		y += 24
	}
	y = d.waiting(rules.Black, y+8)
	d.names(y)
	board := int(d.size * float64(g.Ranks()*cell))
	d.scaled(positionLeft, y, d.size, func() {
		d.board(g, 0)
		men := d.p.Occupied()
		men.Squares(func(sq rules.Square) {
			x, y := g.File(sq)*cell+cell/2, (g.Ranks()-1-g.Rank(sq))*cell+cell/2
			d.glyph(float64(x), float64(y), d.piece(d.p.At(sq).Type()), d.p.At(sq).Color() == rules.Black)
		})
	})
	y = d.waiting(rules.White, y+board+24)
	bottom, list := d.list(y+8, inner)
	if len(lines) > 0 {
		bottom += 8
	}
	about := []string{"The array of " + title + "." + d.alt()}
	for _, text := range lines {
		about = append(about, text.String())
		if slices.ContainsFunc(text, func(s doc.Span) bool { return s.Mark.Class() != "" }) {
			d.verdicts(positionLeft, float64(bottom+15), text)
			bottom += lineStep
			continue
		}
		for _, line := range wrap(text.String(), max(inner, list)) {
			d.text(positionLeft, float64(bottom+15), mainText, line)
			bottom += lineStep
		}
	}
	alt := strings.Join(about, " ")
	return d.picture(positionLeft+max(inner, list)+margin, bottom+margin, Picture{Name: "board", Title: title, Alt: alt})
}

const (
	titleWide    = 12 // a generous average letter of a title
	minFiles     = 6  // enough for a title
	positionLeft = margin + 20
)

// positionDrawing draws a board.
type positionDrawing struct {
	canvas
	p    *rules.Position
	g    *rules.Game
	size float64 // scale of the board
	// captions maps the names of pieces to the texts after them.
	captions map[string]string
}

// names writes the names of files and ranks next to a board that starts at y.
func (d *positionDrawing) names(y int) {
	at := func(n float64) float64 { return d.size * cell * n }
	for rank := range d.g.Ranks() {
		d.text(positionLeft-6, float64(y)+at(float64(d.g.Ranks()-rank)-0.5)+5, `text-anchor="end" `+faintText, fmt.Sprint(rank+1))
	}
	for file := range d.g.Files() {
		d.text(positionLeft+at(float64(file)+0.5), float64(y)+at(float64(d.g.Ranks()))+16, `text-anchor="middle" `+faintText, string(rune('a'+file)))
	}
}

// board draws the squares of a board, starting top rows below the origin.
func (c *canvas) board(g *rules.Game, top int) {
	look, tiles := g.Variant.Look, 0
	if look.Men == variant.Tiles && !look.Points {
		tiles = 1 // of the edge stays between squares
	}
	for _, grow := range []int{1, 0} { // slightly larger squares leave an edge
		for sq := range rules.Square(g.Squares()) {
			if g.IsHole(sq) {
				continue
			}
			file, rank := g.File(sq), g.Rank(sq)
			fill := edge
			if grow == 0 {
				if fill = wood(file + rank); look.Points || tiles > 0 {
					fill = lightWood
				}
			}
			size := cell + 2*grow - (1-grow)*tiles
			c.rect(file*cell-grow, (top+g.Ranks()-1-rank)*cell-grow, size, size, fill)
		}
	}
	if look.Points || len(look.Palaces) > 0 {
		c.lines(g, top)
	}
}

// lines draws the lines of a board of points, its river and the diagonals of its palaces.
func (c *canvas) lines(g *rules.Game, top int) {
	look := g.Variant.Look
	at := func(file, rank int) (x, y int) { return file*cell + cell/2, (top+g.Ranks()-1-rank)*cell + cell/2 }
	var b strings.Builder
	line := func(file1, rank1, file2, rank2 int) {
		x1, y1 := at(file1, rank1)
		x2, y2 := at(file2, rank2)
		fmt.Fprintf(&b, "M%d %dL%d %d", x1, y1, x2, y2)
	}
	has := func(file, rank int) bool {
		return file < g.Files() && rank < g.Ranks() && !g.IsHole(g.SquareAt(file, rank))
	}
	if look.Points && look.River > 0 {
		x, y := at(0, look.River)
		c.rect(x, y, (g.Files()-1)*cell, cell, riverColor)
	}
	for rank := 0; look.Points && rank < g.Ranks(); rank++ {
		for file := range g.Files() {
			if has(file, rank) && has(file+1, rank) {
				line(file, rank, file+1, rank)
			}
			edge := file == 0 || file == g.Files()-1
			if has(file, rank) && has(file, rank+1) && (rank+1 != look.River || edge) {
				line(file, rank, file, rank+1)
			}
		}
	}
	for _, text := range look.Palaces {
		a, _ := variant.ParseArea(text)
		line(a.FirstFile, a.FirstRank, a.LastFile, a.LastRank)
		line(a.FirstFile, a.LastRank, a.LastFile, a.FirstRank)
	}
	c.path(0, 0, b.String(), style{"none", edge, 1.5})
}

// alt describes the position, listing the pieces by rank: White's, and where the armies differ Black's.
func (d *positionDrawing) alt() string {
	var b strings.Builder
	sides := []rules.Color{rules.White, rules.Black}
	if !d.g.ArmiesDiffer() {
		sides = sides[:1] // the other is its mirror image
	}
	for _, side := range sides {
		for rank := range d.g.Ranks() {
			var names []string
			for file := range d.g.Files() {
				sq := d.g.SquareAt(file, rank)
				if code := d.p.At(sq); !d.g.IsHole(sq) && code != 0 && code.Color() == side {
					names = append(names, string(rune('a'+file))+fmt.Sprint(rank+1)+" "+d.piece(code.Type()).Name)
				}
			}
			if len(names) > 0 {
				b.WriteString(" " + format.Title(side.String()) + " on rank " + fmt.Sprint(rank+1) + ": " + strings.Join(names, ", ") + ".")
			}
		}
	}
	return b.String()
}

// wood returns the colour of a square; an even sum of file and rank is dark.
func wood(sum int) string {
	if sum%2 == 0 {
		return darkWood
	}
	return lightWood
}

func (d *positionDrawing) piece(t rules.Type) variant.Piece {
	return d.g.Variant.Pieces[t-1]
}

// waiting draws the pieces that a side still has to place, if any, and returns the y where
// they end.
func (d *positionDrawing) waiting(side rules.Color, y int) int {
	var hand []variant.Piece
	for _, t := range d.g.Types() {
		hand = append(hand, slices.Repeat([]variant.Piece{d.piece(t)}, d.p.InHand(t, side))...)
	}
	if len(hand) == 0 {
		return y
	}
	d.rect(positionLeft, y, len(hand)*cell, cell, lightWood) // for dark pieces on a dark page
	for i, p := range hand {
		d.glyph(float64(positionLeft+i*cell+cell/2), float64(y+cell/2), p, side == rules.Black)
	}
	d.text(float64(positionLeft+len(hand)*cell+6), float64(y+cell/2+5), faintText, "waiting")
	return y + cell + 8
}

// list names the pieces in columns and returns its bottom and its width.
func (d *positionDrawing) list(y, inner int) (bottom, width int) {
	longest := 0
	for _, p := range d.g.Variant.Pieces {
		longest = max(longest, len(d.name(p)))
	}
	column := cell + 14 + longest*charWide
	columns := max(1, inner/column)
	rows := (len(d.g.Variant.Pieces) + columns - 1) / columns
	for i, p := range d.g.Variant.Pieces {
		x, y := positionLeft+i/rows*column, y+i%rows*cell
		d.rect(x, y, cell, cell, lightWood) // for their outlines on a dark page
		d.glyph(float64(x+cell/2), float64(y+cell/2), p, false)
		d.text(float64(x+cell+4), float64(y+cell/2+5), mainText, d.name(p))
	}
	return y + rows*cell, columns * column
}

func (d *positionDrawing) name(p variant.Piece) string {
	return strings.TrimSpace(heading(p.Name) + " " + d.captions[p.Name])
}
