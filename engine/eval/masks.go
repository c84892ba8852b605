package eval

import (
	"math/bits"

	"bestiary/engine/rules"
)

// masks are sets of squares by square that the pawn and king terms ask for.
type masks struct {
	pawnTypes   []rules.Type
	light, dark rules.Set
	board       rules.Set

	pawnAttacks [][256]rules.Set  // where a pawn captures, by code and square
	front       [2][256]rules.Set // the square in front, if there is one
	beside      [256]rules.Set    // the squares to the left and right

	kingZone   [256]rules.Set    // the king's square and those around it
	neighbours [256]rules.Set    // the adjacent files
	ahead      [2][256]rules.Set // the rest of the file, seen from a side
	span       [2][256]rules.Set // the same with the adjacent files
	shelter    [2][256]rules.Set // two ranks in front of the king, three files wide
	progress   [2][256]int32     // squared share of the way to the last rank, in 1/part
}

func newMasks(g *rules.Game) *masks {
	m := &masks{}
	for _, t := range g.Types() {
		if g.IsPawn(t) {
			m.pawnTypes = append(m.pawnTypes, t)
		}
	}
	m.pawnAttacks = make([][256]rules.Set, 2*(len(g.Types())+1))
	for _, t := range m.pawnTypes {
		for _, c := range []rules.Color{rules.White, rules.Black} {
			code := rules.CodeOf(t, c)
			for sq := range g.Squares() {
				m.pawnAttacks[code][sq] = g.CaptureReach(code, rules.Square(sq))
			}
		}
	}
	for i := range g.Squares() {
		sq := rules.Square(i)
		m.board.Add(sq)
		if shade(g, sq) == 0 {
			m.dark.Add(sq)
		} else {
			m.light.Add(sq)
		}
		for j := range g.Squares() {
			m.relate(g, sq, rules.Square(j))
		}
		for c := range m.progress {
			way := g.HomeRank(sq, rules.Color(c))
			whole := max(g.Ranks()-2, 1)
			m.progress[c][sq] = int32(way * way * part / (whole * whole))
		}
	}
	return m
}

// relate files the square o under the masks of sq.
func (m *masks) relate(g *rules.Game, sq, o rules.Square) {
	df := g.File(o) - g.File(sq)
	if df < -1 || df > 1 {
		return
	}
	dr := g.Rank(o) - g.Rank(sq)
	if df != 0 {
		m.neighbours[sq].Add(o)
		if dr == 0 {
			m.beside[sq].Add(o)
		}
	}
	if dr >= -1 && dr <= 1 {
		m.kingZone[sq].Add(o)
	}
	for c := range m.ahead {
		up := dr
		if rules.Color(c) == rules.Black {
			up = -dr
		}
		if up > 0 {
			m.span[c][sq].Add(o)
			if df == 0 {
				m.ahead[c][sq].Add(o)
				if up == 1 {
					m.front[c][sq].Add(o)
				}
			}
			if up <= 2 {
				m.shelter[c][sq].Add(o)
			}
		}
	}
}

// pawnsOf is the set of a side's pawns of all kinds.
func (m *masks) pawnsOf(p *rules.Position, c rules.Color) rules.Set {
	var all rules.Set
	for _, t := range m.pawnTypes {
		set := p.Pieces(rules.CodeOf(t, c))
		all = all.Or(&set)
	}
	return all
}

// attackedBy is where the given pawns could capture if nothing stood in their way.
func (m *masks) attackedBy(p *rules.Position, pawns *rules.Set) (out rules.Set) {
	for w, word := range pawns {
		for ; word != 0; word &= word - 1 {
			sq := rules.Square(w<<6 + bits.TrailingZeros64(word))
			out = out.Or(&m.pawnAttacks[p.At(sq)][sq])
		}
	}
	return out
}
