package rules

import (
	"fmt"

	"bestiary/engine/variant"
)

func (g *Game) compileGating() error {
	for f := range g.geo.files {
		g.homeRow[White].Add(g.geo.square(f, 0))
		g.homeRow[Black].Add(g.geo.square(f, g.geo.ranks-1))
	}
	rule := g.Variant.Rules.Gating
	g.gated = rule.Kind == variant.MusketeerGating
	if g.gated && g.pooled {
		return fmt.Errorf("waiting pieces and promotion to captured pieces cannot go together: both stand in brackets in a FEN")
	}
	g.alternates = rule.Order == variant.Alternating
	return nil
}

// placings appends the ways to put a waiting piece behind another.
// A side that has lost has none.
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

// fronts is the set of pieces behind which a side may put another.
func (p *Position) fronts(c Color) Set {
	ok := p.side[c].And(&p.g.homeRow[c])
	if !p.g.Variant.Rules.Gating.KingFile {
		ok.Remove(p.king[c])
	} else if !p.g.Variant.Rules.Gating.KingAndPartner {
		p.partKingAndPartner(c, &ok)
	}
	return ok.AndNot(&p.gates)
}

// partKingAndPartner takes away the squares where a piece would wait behind the
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

// nextToPlace is the side to move after side c has placed a piece.
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
	return White
}

func (p *Position) handSize(c Color) int {
	n := 0
	for _, k := range p.hand[c] {
		n += int(k)
	}
	return n
}
