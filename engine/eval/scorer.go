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
	// takes is where a side's pawns capture, passed which of them are passed.
	takes, passed [2]rules.Set
	promising     [2]bool // a side has pawns that can promote
}

// pawnEntries is the size of a scorer's table of pawn structures, a power of
// two. A search of a few thousand nodes meets some hundreds.
const pawnEntries = 1024

// Scorer scores positions for one search: it is an evaluator that remembers
// pawn structures and scores. Its scores are those of the evaluator. It is not safe for
// concurrent use.
type Scorer struct {
	*Evaluator
	pawns  [pawnEntries]pawnEntry
	scores [scoreEntries]scoreEntry

	attacks *attackMap // nil if no term asks for it
}

// scoreEntry is the score of a position.
type scoreEntry struct {
	hash  uint64
	score int64
}

// scoreEntries is the size of a scorer's table of scores, a power of two. A
// search comes back to a position in the next iteration and by other orders of
// the same moves.
const scoreEntries = 1 << 13

// NewScorer prepares a scorer.
func (e *Evaluator) NewScorer() *Scorer {
	s := &Scorer{Evaluator: e, attacks: e.newAttackMap()}
	s.Reset()
	return s
}

// Reset forgets everything.
func (s *Scorer) Reset() {
	for i := range s.scores {
		s.scores[i].hash = ^uint64(i)
	}
	for i := range s.pawns {
		s.pawns[i].hash = ^uint64(i) // belongs to no hash of this slot
	}
}

// Score is the evaluation in centipawns for the side to move.
func (s *Scorer) Score(p *rules.Position) int {
	hash := p.Hash()
	known := &s.scores[hash%scoreEntries]
	if known.hash != hash {
		known.hash = hash
		known.score = int64(s.score(p, s.pawnsOf(p), s.attacks))
	}
	return int(known.score)
}

// pawnsOf is the evaluated pawn structure of a position.
func (s *Scorer) pawnsOf(p *rules.Position) *pawnEntry {
	hash := p.PawnHash()
	pawns := &s.pawns[hash%pawnEntries]
	if pawns.hash != hash {
		s.readPawns(p, pawns)
	}
	return pawns
}

// readPawns evaluates the pawn structure.
func (e *Evaluator) readPawns(p *rules.Position, out *pawnEntry) {
	out.hash = p.PawnHash()
	out.of = [2]rules.Set{e.geo.pawnsOf(p, rules.White), e.geo.pawnsOf(p, rules.Black)}
	out.takes = [2]rules.Set{e.geo.takenBy(p, &out.of[rules.White]), e.geo.takenBy(p, &out.of[rules.Black])}
	out.passed = [2]rules.Set{}
	out.promising = [2]bool{count(p, e.drawish.pawns[0]) > 0, count(p, e.drawish.pawns[1]) > 0}
	out.sum = e.pawnScore(p, rules.White, out) - e.pawnScore(p, rules.Black, out)
}

// pawnScore adds up the terms of single pawns of one side.
func (e *Evaluator) pawnScore(p *rules.Position, c rules.Color, pawns *pawnEntry) (s packed) {
	own, opp := &pawns.of[c], &pawns.of[c.Other()]
	phalanx, supported := packed(0), own.And(&pawns.takes[c])
	s += e.supported * packed(supported.Count())
	for w, word := range own {
		for ; word != 0; word &= word - 1 {
			sq := rules.Square(w<<6 + bits.TrailingZeros64(word))
			s += e.placed[p.At(sq)][sq]
			beside := own.Meets(&e.geo.beside[sq])
			if beside {
				phalanx++
			}
			if own.Meets(&e.geo.ahead[c][sq]) {
				s += e.doubled
			} else if !opp.Meets(&e.geo.span[c][sq]) {
				pawns.passed[c].Add(sq)
				s += e.passed[c][sq]
				if beside || supported.Has(sq) {
					s += e.passedSupported[c][sq]
				}
			}
			if !own.Meets(&e.geo.neighbours[sq]) {
				s += e.isolated
			}
		}
	}
	return s + e.phalanx*phalanx
}
