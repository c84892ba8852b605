package board

import (
	"fmt"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// lines draws the lines of a board of points, its river and the diagonals of its palaces, and then
// calls put, if it is not nil, as board does.
func (c *canvas) lines(g *rules.Game, top int, put func(x, y int, sq rules.Square)) {
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
	for sq := range rules.Square(g.Squares()) {
		if put != nil && !g.IsHole(sq) {
			put(g.File(sq)*cell, (top+g.Ranks()-1-g.Rank(sq))*cell, sq)
		}
	}
}
