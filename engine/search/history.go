package search

import (
	"math/bits"

	"bestiary/engine/rules"
)

// maxHistory is the largest history score.
const maxHistory = 1 << 14

// histories holds the tables of the history heuristic. They are small, because they are
// cleared for every game.
type histories struct {
	// quiet holds scores by piece and target square.
	quiet [64][256]int16
	// capture holds scores by piece, target square and captured type, hashed.
	capture [1 << 14]int16
	// continuation holds scores, hashed by the piece and target square of a move
	// and of an earlier move in the line. After one earlier move no two moves
	// share an entry.
	continuation [1 << 17]int16
}

// slot numbers moves by piece and target square. A drop shares its number with the
// moves of such a piece to its square.
func slot(p *rules.Position, m rules.Move) uint32 {
	if m.Kind() == rules.Placing {
		return uint32(rules.CodeOf(m.Promotion(), p.Turn()))<<8 | uint32(m.To())
	}
	return uint32(p.At(m.From()))<<8 | uint32(m.To())
}

// continued returns the entry of a move after an earlier one.
func (h *histories) continued(before, slot uint32) *int16 {
	return &h.continuation[(before*2654435761^slot*0x9E3B5511)>>15]
}

// quietScore returns the history score of a quiet move, between -6 and 6 maxHistory.
func (s *Searcher) quietScore(p *rules.Position, m rules.Move, ply int) int {
	n := slot(p, m)
	score := 0
	if !s.opts.NoHistory {
		score = 2 * int(s.hist.quiet[n>>8][n&255])
	}
	if !s.opts.NoContinuation {
		score += 2 * (s.continued(ply-1, n) + s.continued(ply-2, n))
	}
	return score
}

// continued returns the history score of a move after the one of an earlier ply.
func (s *Searcher) continued(ply int, n uint32) int {
	if before := s.at(ply).moved; before != 0 {
		return int(*s.hist.continued(before, n))
	}
	return 0
}

// captureScore returns the history entry of a capture.
func (s *Searcher) captureScore(p *rules.Position, m rules.Move) *int16 {
	n := slot(p, m)*31 + uint32(s.victim(p, m))
	return &s.hist.capture[n*0x9E3779B1>>18]
}

// victim returns the type that a move captures on its target square or en passant, or
// NoType. Captures on other squares do not count.
func (s *Searcher) victim(p *rules.Position, m rules.Move) rules.Type {
	if m.Kind() == rules.EnPassant {
		return p.At(rules.Square(m.Extra())).Type()
	}
	return p.At(m.To()).Type()
}

// updateHistories rewards the move that caused a cutoff and punishes the moves
// tried before it.
func (s *Searcher) updateHistories(p *rules.Position, best rules.Move, quiets, captures []rules.Move, depth, ply int) {
	bonus := min(270*depth-60, 2400)
	if !isNoisy(p, best) {
		f := s.at(ply)
		if f.killers[0] != best {
			f.killers[1] = f.killers[0]
			f.killers[0] = best
		}
		s.updateQuiet(p, best, bonus, ply)
		for _, m := range quiets {
			s.updateQuiet(p, m, -bonus, ply)
		}
	} else {
		update(s.captureScore(p, best), bonus)
	}
	for _, m := range captures {
		update(s.captureScore(p, m), -bonus)
	}
}

func (s *Searcher) updateQuiet(p *rules.Position, m rules.Move, bonus, ply int) {
	if p.Placing() {
		return
	}
	n := slot(p, m)
	update(&s.hist.quiet[n>>8][n&255], bonus)
	for back := 1; back <= 2; back++ {
		if before := s.at(ply - back).moved; before != 0 {
			update(s.hist.continued(before, n), bonus)
		}
	}
}

// learnFromEvaluation rewards or punishes the last move, if it was quiet, by how the static
// evaluation has changed from the point of view of the side that made it.
func (s *Searcher) learnFromEvaluation(n *nodeState) {
	f := s.at(n.ply - 1)
	if s.opts.NoEvalHistory || n.static == unknown || !f.quiet || f.static == unknown {
		return
	}
	change := min(max(-16*(f.static+n.static), -1000), 1000)
	update(&s.hist.quiet[f.moved>>8][f.moved&255], change)
}

// update moves a score towards its bound, more slowly the nearer it is.
func update(h *int16, bonus int) {
	size := max(bonus, -bonus)
	*h += int16(bonus - int(*h)*size/maxHistory)
}

// corrections is the correction history: the amounts by which searches have
// differed from the static evaluation, by side to move, in 1/correctionUnit
// centipawns.
type corrections struct {
	pawns [2][1 << correctionBits]int16 // in positions with the same pawns
	moves [2][1 << moveBits]int16       // after the same last two moves
}

const (
	correctionBits = 12
	moveBits       = 14
	correctionUnit = 64
	maxCorrection  = 80 * correctionUnit
)

// correction returns the entry for the position's pawns.
func (s *Searcher) correction(p *rules.Position) *int16 {
	h := uint64(0)
	for _, code := range s.pawns {
		for _, word := range p.Pieces(code) {
			h = (bits.RotateLeft64(h, 23) ^ word) * 0x9E3779B97F4A7C15
		}
	}
	return &s.corrections.pawns[p.Turn()][h>>(64-correctionBits)]
}

// moveCorrection returns the entry for the last two moves.
func (s *Searcher) moveCorrection(p *rules.Position, ply int) *int16 {
	h := s.at(ply-1).moved*2654435761 ^ s.at(ply-2).moved*0x9E3B5511
	return &s.corrections.moves[p.Turn()][h>>(32-moveBits)]
}

// correctedEval adds the corrections to a static evaluation.
func (s *Searcher) correctedEval(p *rules.Position, static, ply int) int {
	if s.opts.NoCorrection {
		return static
	}
	sum := int(*s.correction(p))
	if !s.opts.NoMoveCorrection {
		sum += int(*s.moveCorrection(p, ply))
	}
	return min(max(static+sum/correctionUnit, -mateBound+1), mateBound-1)
}

// correct updates the corrections by the score of a search to depth plies.
func (s *Searcher) correct(p *rules.Position, static, score, depth, ply int) {
	if s.opts.NoCorrection {
		return
	}
	weight := min(depth+1, 16)
	target := min(max((score-static)*correctionUnit, -maxCorrection), maxCorrection)
	for _, c := range [...]*int16{s.correction(p), s.moveCorrection(p, ply)} {
		*c = int16((int(*c)*(128-weight) + target*weight) / 128)
	}
}
