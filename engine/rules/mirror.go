package rules

import "math/bits"

// Mirror is the same position seen from the other side: ranks are reversed,
// colours and turn are swapped. In a game with the symmetry rotate, files are
// reversed, too, unless its castling would not survive that. It has no history.
func (p *Position) Mirror() *Position {
	g := p.g
	q := g.emptyPosition()
	for sq := range g.Squares() {
		to := g.MirrorSquare(Square(sq))
		if code := p.board[sq]; code != 0 {
			q.put(code^1, to)
		}
		if code := p.behind[sq]; code != 0 {
			q.wait(code^1, to)
		}
	}
	for c := range p.hand {
		for t, n := range p.hand[c] {
			q.setHand(Type(t), Color(c).Other(), int(n))
			q.setPool(Type(t), Color(c).Other(), int(p.pool[c][t]))
		}
	}
	if p.loser != nobody {
		q.loser = loserOf(p.loser.color().Other())
	}
	q.king = [2]Square{g.MirrorSquare(p.king[Black]), g.MirrorSquare(p.king[White])}
	q.turn = p.turn.Other()
	q.fullmove = p.fullmove
	q.halfmove = p.halfmove
	for rights := p.rights; rights != 0; rights &= rights - 1 {
		q.rights |= 1 << g.mirrorWing(bits.TrailingZeros64(rights))
	}
	q.passer = g.MirrorSquare(p.passer)
	for _, sq := range p.passed[:p.passedN] {
		q.addPassed(g.MirrorSquare(sq))
	}
	q.hash = q.hashFromScratch()
	return q
}

// mirrorWing is the wing on the same files of the other side; a game whose
// sides castle differently has none, and the right is lost.
func (g *Game) mirrorWing(n int) int {
	w := g.wings[n]
	for i, o := range g.wings {
		if o.Color != w.Color && o.King == g.MirrorSquare(w.King) && o.Partner == g.MirrorSquare(w.Partner) {
			return i
		}
	}
	return 64
}
