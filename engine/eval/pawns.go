package eval

import (
	"math/bits"

	"bestiary/engine/rules"
)

// pawnEntry is what depends on the placement of the pawns alone, by side.
type pawnEntry struct {
	hash      uint64
	sum       packed // White's terms of pawns less Black's
	of        [2]rules.Set
	attacks   [2]rules.Set // where the pawns capture
	passed    [2]rules.Set
	promising [2]bool // there are pawns that can promote
}

// read evaluates the pawns of a position; the view looks at it from now on.
func (v *view) read(p *rules.Position, out *pawnEntry) {
	e := v.e
	v.p, v.pawns = p, out
	*out = pawnEntry{hash: p.PawnHash()}
	for c := range out.of {
		out.of[c] = e.geo.pawnsOf(p, rules.Color(c))
		out.attacks[c] = e.geo.attackedBy(p, &out.of[c])
		out.promising[c] = count(p, e.drawish.pawns[c]) > 0
	}
	out.sum = v.pawnScore(rules.White) - v.pawnScore(rules.Black)
}

// pawnScore finds the passed pawns of a side and adds up the terms of its pawns.
func (v *view) pawnScore(c rules.Color) (s packed) {
	e, own, opp := v.e, &v.pawns.of[c], &v.pawns.of[c.Other()]
	for w, word := range own {
		for ; word != 0; word &= word - 1 {
			sq := rules.Square(w<<6 + bits.TrailingZeros64(word))
			s += e.pieces[v.p.At(sq)].placed[sq] + v.countPawn(e.pawns, c, sq)
			if !own.Meets(&e.geo.ahead[c][sq]) && !opp.Meets(&e.geo.span[c][sq]) {
				v.pawns.passed[c].Add(sq)
				s += v.countPawn(e.passers, c, sq)
			}
		}
	}
	return s
}

// countPawn adds up terms of one pawn.
func (v *view) countPawn(terms []pawnTerm, c rules.Color, sq rules.Square) (s packed) {
	for i := range terms {
		if n := terms[i].count(v, c, sq); n != 0 {
			s += terms[i].weight.share(n, part)
		}
	}
	return s
}
