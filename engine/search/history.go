package search

import "bestiary/engine/rules"

// maxHistory bounds a history score.
const maxHistory = 1 << 14

// histories are what the search remembers about moves, whatever the position.
// They are small, because they are cleared for every game.
type histories struct {
	// quiet is by piece and target square.
	quiet [64][256]int16
	// capture is by piece, target square and captured type, hashed.
	capture [1 << 14]int16
	// continuation is by an earlier move of the line (its piece and target
	// square) and a move; the pairs share a table by hashing. For one earlier
	// move no two moves fall together.
	continuation [1 << 16]int16
}

// row is where the continuations of a move begin; 0 for no move.
type row uint32

// rowOf is the row of a move that is about to be made.
func rowOf(p *rules.Position, m rules.Move) row {
	if m.Kind() == rules.Placing {
		return 0
	}
	return row(slot(p, m)) * 2654435761
}

// slot numbers moves by piece and target square.
func slot(p *rules.Position, m rules.Move) uint32 {
	return uint32(p.At(m.From()))<<8 | uint32(m.To())
}

// continued is the place of a move after an earlier one.
func (h *histories) continued(r row, slot uint32) *int16 {
	return &h.continuation[uint16(r>>16)^uint16(slot*0x9E3B)]
}

// quietScore says how well a quiet move has done; between -4 and 4 maxHistory.
func (s *Searcher) quietScore(p *rules.Position, m rules.Move, ply int) int {
	n := slot(p, m)
	score := 0
	if !s.opts.NoHistory {
		score = 2 * int(s.hist.quiet[n>>8][n&255])
	}
	if !s.opts.NoContinuation {
		for back := 1; back <= 2; back++ {
			if r := s.at(ply - back).row; r != 0 {
				score += int(*s.hist.continued(r, n))
			}
		}
	}
	return score
}

// captureScore is the place of a capture's score.
func (s *Searcher) captureScore(p *rules.Position, m rules.Move) *int16 {
	n := slot(p, m)*31 + uint32(s.victim(p, m))
	return &s.hist.capture[n*0x9E3779B1>>18]
}

// victim is the type that a move takes on its target square or en passant; NoType
// for none. What it takes on other squares does not count.
func (s *Searcher) victim(p *rules.Position, m rules.Move) rules.Type {
	if m.Kind() == rules.EnPassant {
		return p.At(rules.Square(m.Extra())).Type()
	}
	return p.At(m.To()).Type()
}

// learn remembers that best refuted the position and that the moves tried
// before it did not.
func (s *Searcher) learn(p *rules.Position, best rules.Move, quiets, captures []rules.Move, depth, ply int) {
	bonus := min(170*depth-60, 1700)
	if !isNoisy(p, best) {
		f := s.at(ply)
		if f.killers[0] != best {
			f.killers[1] = f.killers[0]
			f.killers[0] = best
		}
		s.learnQuiet(p, best, bonus, ply)
		for _, m := range quiets {
			s.learnQuiet(p, m, -bonus, ply)
		}
	} else {
		pull(s.captureScore(p, best), bonus)
	}
	for _, m := range captures {
		pull(s.captureScore(p, m), -bonus)
	}
}

func (s *Searcher) learnQuiet(p *rules.Position, m rules.Move, bonus, ply int) {
	if m.Kind() == rules.Placing {
		return
	}
	n := slot(p, m)
	pull(&s.hist.quiet[n>>8][n&255], bonus)
	for back := 1; back <= 2; back++ {
		if r := s.at(ply - back).row; r != 0 {
			pull(s.hist.continued(r, n), bonus)
		}
	}
}

// pull moves a score towards its bound, the slower the nearer it is.
func pull(h *int16, bonus int) {
	size := max(bonus, -bonus)
	*h += int16(bonus - int(*h)*size/maxHistory)
}
