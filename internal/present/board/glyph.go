package board

import (
	"math"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// glyph draws a piece as a letter in the middle of a square.
func (c *canvas) glyph(x, y float64, p variant.Piece, black bool) {
	body, letter := style{paper, ink, 1.5}, ink
	if black {
		body, letter = style{blackPiece, ink, 1.5}, paper
	}
	size := 20
	switch {
	case p.Royal:
		c.path(x, y, "M-14 -15 L-7 -11 L0 -16 L7 -11 L14 -15 L14 2 Q14 12 0 16 Q-14 12 -14 2 Z", body)
	case p.Pawn:
		size = 15
		c.circle(x, y, 11, body)
	default:
		c.circle(x, y, 15.5, body)
	}
	if c.scale > 0 {
		size = max(size, int(math.Ceil(leastFont/c.scale)))
	}
	c.add(`<text x="%g" y="%g" fill="%s" font-size="%d" font-weight="bold" text-anchor="middle">%s</text>`,
		x, y+float64(size)*0.36, letter, size, escape(strings.ToUpper(p.Symbol)))
}

// other draws another piece of an example: whose it is, not which.
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
