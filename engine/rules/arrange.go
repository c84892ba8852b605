package rules

// Placed is a piece on a square.
type Placed struct {
	Code   Code
	Square Square
}

// Arrange replaces everything on the board by the given pieces, with nothing
// waiting, no rights, and counters at zero. It is for positions by the million: it
// allocates nothing. Each side must have its royal piece, and no two pieces may
// share a square. It reports whether the side to move could not capture the other's
// royal piece; otherwise the position must not be played on.
func (p *Position) Arrange(pieces []Placed, turn Color) bool {
	p.all.Squares(func(sq Square) { p.remove(sq) })
	p.gates.Squares(func(sq Square) { p.resume(sq) })
	p.Forget()
	p.state = state{}
	p.turn, p.fullmove = turn, 1
	for _, m := range pieces {
		p.put(m.Code, m.Square)
		if m.Code.Type() == p.g.royal {
			p.king[m.Code.Color()] = m.Square
		}
	}
	p.loseByStranded()
	p.hash = p.hashFromScratch()
	return !p.Attacked(p.king[turn.Other()], turn)
}

// Empty is a position without pieces, to be filled by Arrange.
func (g *Game) Empty() *Position { return g.emptyPosition() }
