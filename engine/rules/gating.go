package rules

import "bestiary/engine/variant"

func (g *Game) compileGating() error {
	for f := range g.geo.files {
		g.homeRow[White].Add(g.geo.square(f, 0))
		g.homeRow[Black].Add(g.geo.square(f, g.geo.ranks-1))
	}
	rule := g.Variant.Rules.Gating
	g.gated = rule.Kind == variant.MusketeerGating
	g.alternates = rule.Order == variant.Alternating
	return nil
}

// placings appends the ways to put a waiting piece behind another.
func (p *Position) placings(buf []Move) []Move {
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
	}
	return ok.AndNot(&p.gates)
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
