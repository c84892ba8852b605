package rules

import (
	"slices"
)

// IsLegalWith reports whether m, which may come from another position, is legal in this
// one. It looks at a single piece, so it is much cheaper than Moves.
func (p *Position) IsLegalWith(m Move, d *Danger) bool {
	return p.isLegal(m, d) && (!p.g.obliges || p.mayPlay(m))
}

// isLegal is like IsLegalWith, but ignores the obligations of the game.
func (p *Position) isLegal(m Move, d *Danger) bool {
	var buf [8]Move
	switch code := p.board[m.From()]; {
	case m == 0 || int(m.From()) >= p.g.Squares() || p.ended != Ongoing:
		return false
	case m.Kind() == Pass:
		return p.mayPass(m, d)
	case m.Kind() == Placing && p.g.drops:
		return p.mayDrop(m, d)
	case m.Kind() == Placing || p.inHand > 0:
		return p.mayPlace(m)
	case code == 0 || code.Color() != p.turn:
		return false
	case m.Kind() == Castling:
		return p.mayCastle(d) && p.isCastling(m)
	case m.Kind() == Exploding:
		return p.g.types[code.Type()].explodes && slices.Contains(p.explosion(buf[:0], m.From()), m) && p.legal(m, d)
	case m.Kind() <= Passing && m.Extra() != 0:
		return !m.IsPromotion() && p.mayEnter(Type(m.Extra()), m.From()) && p.isPieceMove(m&^(0xFF<<16), code) && p.legal(m, d)
	default:
		return p.isPieceMove(m, code) && p.legal(m, d)
	}
}

// isPieceMove reports whether the piece on m.From() can make the move, whether or not its
// king is safe then.
func (p *Position) isPieceMove(m Move, code Code) bool {
	from, to := m.From(), m.To()
	form := p.form(code, from)
	if !form.plain() {
		var buf [256]Move
		return slices.Contains(p.specialMoves(buf[:0], code, from, relAll, form&^rayExplodes), m)
	}
	kind := Ordinary
	if form&rayPassing != 0 && p.g.rays.passing[code][from].Has(to) {
		kind = Passing
	}
	if m != makeMove(from, to, kind, NoType, 0) {
		return false
	}
	var ends Set
	p.Reached(code, from, &ends)
	return ends.Has(to)
}

// mayPlace reports whether m puts a waiting piece behind another.
func (p *Position) mayPlace(m Move) bool {
	t, sq := m.Promotion(), m.To()
	if p.inHand == 0 || int(t) >= len(p.g.types) || m != makeMove(sq, sq, Placing, t, 0) || p.hand[p.turn][t] == 0 {
		return false
	}
	ok := p.fronts(p.turn)
	return ok.Has(sq)
}

// isCastling reports whether m is a castling that can be made now.
func (p *Position) isCastling(m Move) bool {
	if int(m.Extra()) >= len(p.g.castlings) {
		return false
	}
	c := &p.g.castlings[m.Extra()]
	return m == makeMove(c.kingFrom, c.kingTo, Castling, NoType, m.Extra()) && p.mayMake(c)
}
