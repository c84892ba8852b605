package eval

import "bestiary/engine/rules"

const (
	// pawnEntries is the size of a scorer's table of pawn structures, a power of
	// two. A search of a few thousand nodes meets some hundreds.
	pawnEntries = 1024
	// scoreEntries is the size of a scorer's table of scores, a power of two. A
	// search comes back to a position in the next iteration and by other orders
	// of the same moves.
	scoreEntries = 1 << 13
)

// Scorer scores positions for one search. It gives the scores of its evaluator
// and remembers them, and pawn structures. It is not safe for concurrent use.
type Scorer struct {
	*view
	pawns  [pawnEntries]pawnEntry
	scores [scoreEntries]scoreEntry
}

// scoreEntry is the score of a position.
type scoreEntry struct {
	hash  uint64
	score int64
}

// NewScorer prepares a scorer.
func (e *Evaluator) NewScorer() *Scorer {
	s := &Scorer{view: e.newView()}
	s.Reset()
	return s
}

// Reset forgets everything.
func (s *Scorer) Reset() {
	// No hash of a slot is the complement of the slot's index.
	for i := range s.scores {
		s.scores[i].hash = ^uint64(i)
	}
	for i := range s.pawns {
		s.pawns[i].hash = ^uint64(i)
	}
}

// Score is the evaluation in centipawns for the side to move.
func (s *Scorer) Score(p *rules.Position) int {
	hash := p.Hash()
	known := &s.scores[hash%scoreEntries]
	if known.hash != hash {
		s.look(p)
		known.hash, known.score = hash, int64(s.score())
	}
	return int(known.score)
}

// look turns the view to a position.
func (s *Scorer) look(p *rules.Position) {
	hash := p.PawnHash()
	s.view.p, s.view.pawns = p, &s.pawns[hash%pawnEntries]
	if s.view.pawns.hash != hash {
		s.read(p, s.view.pawns)
	}
}
