package rules

import (
	"slices"

	"bestiary/engine/variant"
)

// MustCapture reports whether a side that can capture must do so.
func (g *Game) MustCapture() bool { return g.Variant.Rules.MustCapture }

// obliged drops the moves that the game forbids from buf[n:], all legal moves or all
// that capture or promote: those that give check, and those that do not drop or capture
// where one must.
func (p *Position) obliged(buf []Move, n int) []Move {
	rule := &p.g.Variant.Rules
	if rule.ChecksForbidden {
		buf = keep(buf, n, func(m Move) bool { return !p.givesCheck(m) })
	}
	if p.mustDrop() {
		buf = keep(buf, n, func(m Move) bool { return m.Kind() == Placing })
	}
	if rule.MustCapture && slices.ContainsFunc(buf[n:], p.IsCapture) {
		buf = keep(buf, n, p.IsCapture)
	}
	return buf
}

// keep filters buf[n:] in place.
func keep(buf []Move, n int, wanted func(Move) bool) []Move {
	out := n
	for _, m := range buf[n:] {
		if wanted(m) {
			buf[out] = m
			out++
		}
	}
	return buf[:out]
}

// canCapture reports whether the side to move may capture, with buf as scratch space.
func (p *Position) canCapture(buf []Move, d *Danger) bool {
	n := len(buf)
	return slices.ContainsFunc(p.CapturesWith(buf, d)[n:], p.IsCapture)
}

// mustDrop reports whether the side to move must drop a piece.
func (p *Position) mustDrop() bool {
	return p.g.Variant.Rules.Hand.MustDrop && p.handSize(p.turn) > 0
}

// MustTake reports whether the side to move must capture.
func (p *Position) MustTake() bool {
	if !p.g.MustCapture() {
		return false
	}
	var d Danger
	p.FindDanger(&d)
	var buf [256]Move
	return p.canCapture(buf[:0], &d)
}

// mayPlay reports whether the obligations of the game allow a move that is legal otherwise.
func (p *Position) mayPlay(m Move) bool {
	if p.g.Variant.Rules.ChecksForbidden && p.givesCheck(m) {
		return false
	}
	return (p.IsCapture(m) || !p.MustTake()) && (m.Kind() == Placing || !p.mustDrop())
}

// givesCheck reports whether a legal move gives check, in a game without explosions.
func (p *Position) givesCheck(m Move) bool {
	switch {
	case m.Kind() == Pass, m.Kind() == Placing && !p.g.drops:
		return false
	case m.Kind() == Placing:
		return p.dropChecks(CodeOf(m.Promotion(), p.turn), m.To())
	}
	return p.checkedAfter(m, p.turn.Other())
}

// passMoves appends the pass if it is legal, where others is the number of other legal moves.
// A pass has the square of the royal piece, or a corner without one, on both sides.
func (p *Position) passMoves(buf []Move, others int, d *Danger) []Move {
	if others > 0 && p.g.MustCapture() && p.IsCapture(buf[len(buf)-1]) {
		return buf
	}
	if d.checkers > 0 || p.g.Variant.Rules.Pass == variant.PassOnStalemate && others > 0 {
		return buf
	}
	return append(buf, p.pass())
}

// pass returns the move by which the side to move passes.
func (p *Position) pass() Move {
	sq := Square(0)
	if royals := p.Royals(p.turn); !royals.Empty() {
		sq = royals.first()
	} else if p.turn == Black {
		sq = p.g.MirrorSquare(0)
	}
	return makeMove(sq, sq, Pass, NoType, 0)
}

// appendPass appends the pass to the moves that begin at n: all or the quiet ones.
func (p *Position) appendPass(buf []Move, n int, d *Danger) []Move {
	others := len(buf) - n
	if others == 0 && p.g.Variant.Rules.Pass == variant.PassOnStalemate {
		others = len(p.CapturesWith(buf, d)) - len(buf)
	}
	return p.passMoves(buf, others, d)
}

// mayPass reports whether m is a legal pass.
func (p *Position) mayPass(m Move, d *Danger) bool {
	if p.g.passes && m == p.pass() && d.checkers == 0 {
		var buf [512]Move
		moves := p.MovesWith(buf[:0], d)
		return len(moves) > 0 && moves[len(moves)-1] == m
	}
	return false
}

// nullPass is the extra square of a null move of the search, which is not a pass of the
// game.
const nullPass = 1

// passTurn ends the game when both sides have passed, n moves after its start.
func (p *Position) passTurn(n int) {
	if n > 0 {
		if m := p.history[n-1].move; m.Kind() == Pass && m.Extra() != nullPass {
			p.end(Draw, bothPassed)
		}
	}
}

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
