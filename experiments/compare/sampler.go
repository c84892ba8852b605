package compare

import "bestiary/engine/rules"

// sampler takes the number of legal moves in evenly spread positions.
type sampler struct {
	plies, wanted, taken, moves int
	buf                         []rules.Move
}

func newSampler(plies, wanted int) *sampler {
	return &sampler{plies: plies, wanted: min(plies, wanted)}
}

// look counts the moves of the position before ply i, from 0, if it is one of
// the sample: the middle of the next of as many equal parts of the game.
func (s *sampler) look(p *rules.Position, i int) {
	if s.taken < s.wanted && i >= (2*s.taken+1)*s.plies/(2*s.wanted) {
		s.buf = p.Moves(s.buf[:0])
		s.moves += len(s.buf)
		s.taken++
	}
}

func (s *sampler) mean() float64 { return float64(s.moves) / float64(max(s.taken, 1)) }
