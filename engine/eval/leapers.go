package eval

import "bestiary/engine/rules"

// ShortLeaper is the value of a short leaper by Muller's rule of thumb, in centipawns:
// (30 + ⅝·n)·n with n the number of squares that it attacks from the middle of the board.
// It reports false for other pieces. A leaper is a piece that nothing can block and that
// captures as it moves; a short one attacks nothing further than two squares away.
//
// Source: H.G. Muller, comments on chessvariants.com, 2008 to 2013.
func ShortLeaper(g *rules.Game, t rules.Type) (centipawns float64, ok bool) {
	if t == g.Royal() || g.IsPawn(t) {
		return 0, false
	}
	var none, full rules.Set
	for sq := range g.Squares() {
		if !g.IsHole(rules.Square(sq)) {
			full.Add(rules.Square(sq))
		}
	}
	code, most := rules.CodeOf(t, rules.White), 0
	for sq := range g.Squares() {
		from := rules.Square(sq)
		if g.IsHole(from) {
			continue
		}
		quiet, _ := g.Reach(code, from, &none)
		_, captures := g.Reach(code, from, &full)
		if quiet != captures || !near(g, from, quiet) {
			return 0, false
		}
		most = max(most, quiet.Count())
	}
	n := float64(most)
	return (30 + 5*n/8) * n, most > 0
}

// shortLeap is the greatest distance that a short leaper goes, along a file or a rank.
const shortLeap = 2

func near(g *rules.Game, from rules.Square, to rules.Set) bool {
	far := false
	to.Squares(func(sq rules.Square) {
		file, rank := g.File(sq)-g.File(from), g.Rank(sq)-g.Rank(from)
		far = far || max(file, -file, rank, -rank) > shortLeap
	})
	return !far
}
