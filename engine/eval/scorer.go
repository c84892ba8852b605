package eval

import (
	"math/bits"

	"bestiary/engine/rules"
)

// pawnEntry is what depends on the placement of the pawns alone.
type pawnEntry struct {
	hash uint64
	sum  packed // White's terms of pawns less Black's
	of   [2]rules.Set
}

// pawnEntries is the size of a scorer's table of pawn structures, a power of
// two. A search of a few thousand nodes meets some hundreds.
const pawnEntries = 1024

// Scorer scores positions for one search: it is an evaluator that remembers
// pawn structures. Its scores are those of the evaluator. It is not safe for
// concurrent use.
type Scorer struct {
	*Evaluator
	pawns [pawnEntries]pawnEntry
}

// NewScorer prepares a scorer.
func (e *Evaluator) NewScorer() *Scorer {
	s := &Scorer{Evaluator: e}
	s.Reset()
	return s
}

// Reset forgets all pawn structures.
func (s *Scorer) Reset() {
	for i := range s.pawns {
		s.pawns[i].hash = ^uint64(i) // belongs to no hash of this slot
	}
}

// Score is the evaluation in centipawns for the side to move.
func (s *Scorer) Score(p *rules.Position) int {
	hash := p.PawnHash()
	pawns := &s.pawns[hash%pawnEntries]
	if pawns.hash != hash {
		s.readPawns(p, pawns)
	}
	return s.score(p, pawns)
}

// readPawns evaluates the pawn structure.
func (e *Evaluator) readPawns(p *rules.Position, out *pawnEntry) {
	out.hash = p.PawnHash()
	out.of = [2]rules.Set{e.geo.pawnsOf(p, rules.White), e.geo.pawnsOf(p, rules.Black)}
	out.sum = e.pawnScore(p, rules.White, out) - e.pawnScore(p, rules.Black, out)
}

// pawnScore adds up the terms of single pawns of one side.
func (e *Evaluator) pawnScore(p *rules.Position, c rules.Color, pawns *pawnEntry) (s packed) {
	own, opp := &pawns.of[c], &pawns.of[c.Other()]
	for w, word := range own {
		for ; word != 0; word &= word - 1 {
			sq := rules.Square(w<<6 + bits.TrailingZeros64(word))
			s += e.placed[p.At(sq)][sq]
			if own.Meets(&e.geo.ahead[c][sq]) {
				s += e.doubled
			} else if !opp.Meets(&e.geo.span[c][sq]) {
				s += e.passed[c][sq]
			}
			if !own.Meets(&e.geo.neighbours[sq]) {
				s += e.isolated
			}
		}
	}
	return s
}
