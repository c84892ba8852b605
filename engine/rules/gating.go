package rules

import (
	"fmt"
	"slices"

	"bestiary/engine/variant"
)

func (g *Game) compileGating() error {
	for f := range g.Files() {
		g.homeRow[White].Add(g.firstRank(f, White))
		g.homeRow[Black].Add(g.firstRank(f, Black))
	}
	rule := g.Variant.Rules.Gating
	g.gated = rule.Kind == variant.MusketeerGating
	if g.gated && g.pooled {
		return fmt.Errorf("waiting pieces and promotion to captured pieces cannot go together: both stand in brackets in a FEN")
	}
	if rule.Kind == variant.SeirawanGating {
		g.entering = &entering{}
		for _, t := range g.Waiting() {
			if !slices.Contains(g.entering.types, t) {
				g.entering.types = append(g.entering.types, t)
			}
		}
	}
	if g.entering != nil && g.pooled {
		return fmt.Errorf("pieces in hand and promotion to captured pieces cannot go together: both stand in brackets in a FEN")
	}
	g.alternates = rule.Order == variant.Alternating
	return nil
}

// placings appends the ways to put a waiting piece behind another. A side that
// has lost has no such moves.
func (p *Position) placings(buf []Move) []Move {
	if p.inHand == 0 {
		return buf
	}
	ok := p.fronts(p.turn)
	for t := Type(1); int(t) < len(p.g.types); t++ {
		if p.hand[p.turn][t] == 0 {
			continue
		}
		for sq := range p.g.Squares() {
			if sq := Square(sq); ok.Has(sq) {
				buf = append(buf, makeMove(sq, sq, Placing, t, 0))
			}
		}
	}
	return buf
}

// fronts returns the set of pieces behind which a side may put another.
func (p *Position) fronts(c Color) Set {
	ok := p.side[c].And(&p.g.homeRow[c])
	if !p.g.Variant.Rules.Gating.KingFile {
		ok.Remove(p.king[c])
	} else if !p.g.Variant.Rules.Gating.KingAndPartner {
		p.partKingAndPartner(c, &ok)
	}
	return ok.AndNot(&p.gates)
}

// partKingAndPartner removes the squares where a piece would wait behind the
// king while another waits behind one of its castling partners: both would have
// to enter when they castle.
func (p *Position) partKingAndPartner(c Color, ok *Set) {
	if p.g.Variant.Rules.Castling.Kind == variant.FastCastling {
		return // there the king does not castle while a piece waits behind it
	}
	for i, w := range p.g.wings {
		if w.Color != c || p.rights>>i&1 == 0 {
			continue
		}
		if p.gates.Has(w.King) {
			ok.Remove(w.Partner)
		}
		if p.gates.Has(w.Partner) {
			ok.Remove(w.King)
		}
	}
}

// nextToPlace returns the side to move after side c has placed a piece.
func (p *Position) nextToPlace(c Color) Color {
	first, second := c, c.Other()
	if p.g.alternates {
		first, second = second, first
	}
	switch {
	case p.handSize(first) > 0:
		return first
	case p.handSize(second) > 0:
		return second
	}
	return p.g.First()
}

func (p *Position) handSize(c Color) int {
	n := 0
	for _, k := range p.hand[c] {
		n += int(k)
	}
	return n
}

// movePool moves the pieces that a move captures into the pools of captured
// pieces, and the piece that it promotes to out of its own; with by -1 it takes
// that back.
func (p *Position) movePool(m Move, r *record, by int) {
	p.toPool(r.captured, by)
	p.toPool(r.victim, by)
	if t := m.Promotion(); t != NoType && p.g.types[r.mover.Type()].promotes[p.turn].captured {
		p.toPool(CodeOf(t, p.turn), -by)
	}
}

// loseByEmptyPool makes the mover lose if its piece has reached a square where it
// must promote but there is nothing to promote to.
func (p *Position) loseByEmptyPool(m Move, r *record) {
	if m.Promotion() != NoType {
		return
	}
	if pr := &p.g.types[r.mover.Type()].promotes[p.turn]; pr.losesEmpty && pr.must.Has(m.To()) {
		p.end(win(p.turn.Other()), emptyPool)
	}
}

// loseByStranded makes a side lose that has a piece on a square where it must
// promote: only a losing move can have taken it there.
func (p *Position) loseByStranded() {
	for _, c := range []Color{p.turn, p.turn.Other()} {
		for _, code := range p.g.of[c] {
			pr := &p.g.types[code.Type()].promotes[c]
			if pr.losesEmpty && pr.must.Meets(&p.pieces[code]) {
				p.end(win(c.Other()), emptyPool)
			}
		}
	}
}

// Pooled reports whether captured pieces are kept to be promoted to.
func (g *Game) Pooled() bool { return g.pooled }

// captured puts a piece of a FEN into its pool.
func (r *fenReader) captured(code Code) error {
	t := code.Type()
	switch {
	case r.g.types[t].pawn || r.g.types[t].royal:
		return r.fail("board", "a captured %s cannot be promoted to", r.g.TypeName(t))
	case r.p.pool[code.Color()][t] >= 15:
		return r.fail("board", "too many captured pieces")
	}
	r.p.toPool(code, 1)
	return nil
}

// derivePools fills the pools of a FEN that does not mention them: pieces of the array that
// are missing from the board must have been captured.
func (r *fenReader) derivePools() {
	missing := [maxCodes]int{}
	for sq, code := range r.g.arrayBoard() {
		missing[code]++
		missing[r.p.board[sq]]--
	}
	for _, code := range r.g.codes {
		if n := missing[code]; n > 0 {
			r.p.toPool(code, n)
		}
	}
}
