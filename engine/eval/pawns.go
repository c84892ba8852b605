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

// around holds squares that lie in some relation to a pawn, or to any pawn of a
// side.
type around struct {
	beside, rear rules.Set // to the left and right; behind on the same file
	neighbours   rules.Set // on the adjacent files
	span         rules.Set // ahead on the same file and the adjacent ones
}

// read evaluates the pawns of a position; the view looks at it from now on.
func (v *view) read(p *rules.Position, out *pawnEntry) {
	e := v.e
	v.p, v.pawns = p, out
	*out = pawnEntry{hash: p.PawnHash()}
	placed := [2]packed{v.spread(rules.White), v.spread(rules.Black)}
	out.sum = placed[0] - placed[1]
	for c := range out.of {
		passed := out.of[c].AndNot(&v.around[c].rear)
		out.passed[c] = passed.AndNot(&v.around[1-c].span)
		out.promising[c] = count(p, e.drawish.pawns[c]) > 0
	}
	for i := range e.pawns {
		t := &e.pawns[i]
		out.sum += t.weight * packed(t.count(v, rules.White)-t.count(v, rules.Black))
	}
	out.sum += v.passers(rules.White, e.passers) - v.passers(rules.Black, e.passers)
}

// spread finds the pawns of a side and the squares around them, and returns the
// sum of their terms by piece.
func (v *view) spread(c rules.Color) (s packed) {
	e, words := v.e, v.e.words
	own, attacks, all := &v.pawns.of[c], &v.pawns.attacks[c], &v.around[c]
	*own = e.geo.pawnsOf(v.p, c)
	*all = around{}
	for w := 0; w < words; w++ {
		for word := own[w&3]; word != 0; word &= word - 1 {
			sq := rules.Square(w<<6 + bits.TrailingZeros64(word))
			piece, near := &e.pieces[v.p.At(sq)], &e.geo.around[c][sq]
			s += piece.placed[sq]
			for i := 0; i < words; i++ {
				attacks[i&3] |= piece.attacks[sq][i&3]
				all.beside[i&3] |= near.beside[i&3]
				all.rear[i&3] |= near.rear[i&3]
				all.neighbours[i&3] |= near.neighbours[i&3]
				all.span[i&3] |= near.span[i&3]
			}
		}
	}
	return s
}

// passers adds up terms of the passed pawns of a side.
func (v *view) passers(c rules.Color, terms []passerTerm) (s packed) {
	for w, word := range &v.pawns.passed[c] {
		for ; word != 0; word &= word - 1 {
			sq := rules.Square(w<<6 + bits.TrailingZeros64(word))
			for i := range terms {
				s += terms[i].weight.share(terms[i].count(v, c, sq), part)
			}
		}
	}
	return s
}
