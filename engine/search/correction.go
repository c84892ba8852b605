package search

import (
	"math/bits"

	"bestiary/engine/rules"
)

// corrections is the correction history: by how much searches have differed from
// the static evaluation in positions with the same pawns.
type corrections [2][correctionSlots]int16 // by side to move, in 1/correctionUnit centipawns

const (
	correctionBits  = 12
	correctionSlots = 1 << correctionBits
	correctionUnit  = 64
	maxCorrection   = 80 * correctionUnit
)

// correction is the entry for the position's pawns.
func (s *Searcher) correction(p *rules.Position) *int16 {
	h := uint64(0)
	for _, code := range s.pawns {
		for _, word := range p.Pieces(code) {
			h = (bits.RotateLeft64(h, 23) ^ word) * 0x9E3779B97F4A7C15
		}
	}
	return &s.corrections[p.Turn()][h>>(64-correctionBits)]
}

// correctedEval adds the correction to a static evaluation.
func (s *Searcher) correctedEval(p *rules.Position, static int) int {
	if s.opts.NoCorrection {
		return static
	}
	return min(max(static+int(*s.correction(p))/correctionUnit, -mateBound+1), mateBound-1)
}

// correct updates the correction by the score of a search to depth plies.
func (s *Searcher) correct(p *rules.Position, static, score, depth int) {
	if s.opts.NoCorrection {
		return
	}
	c := s.correction(p)
	weight := min(depth+1, 16)
	target := min(max((score-static)*correctionUnit, -maxCorrection), maxCorrection)
	*c = int16((int(*c)*(128-weight) + target*weight) / 128)
}
