package search

import "bestiary/engine/rules"

// Scores that put moves in classes; within a class the finer score decides.
const (
	hashMove    = 1 << 30
	goodCapture = 1 << 26
	killerMove  = 1 << 24
	badCapture  = -1 << 26
)

// list is the moves of one ply with their ordering scores.
type list struct {
	moves  []rules.Move
	keys   []int64 // score, then move as Black sees the board
	danger rules.Danger
	// seen are the squares as the opponent would name them, nil for Black.
	seen *[256]rules.Square
}

// asBlack is a move as Black sees the board, and for a move that Black sees the
// original. Among equals moves are taken by squares: seen from one side these
// orders are the same, and neither colour plays better for it.
func (l *list) asBlack(m rules.Move) rules.Move {
	if l.seen == nil {
		return m
	}
	return m.WithSquares(l.seen[m.From()], l.seen[m.To()])
}

func newList() list {
	return list{moves: make([]rules.Move, 0, firstMoves), keys: make([]int64, 0, firstMoves)}
}

// add enters a move.
func (l *list) add(m rules.Move, score int) {
	l.keys = append(l.keys, int64(score)<<32|int64(l.asBlack(m)))
}

// pick brings the best of the moves from i on to place i and returns it.
func (l *list) pick(i int) (rules.Move, int) {
	best, at := l.keys[i], i
	for j, k := range l.keys[i+1:] {
		if k > best {
			best, at = k, i+1+j
		}
	}
	l.keys[at] = l.keys[i]
	l.keys[i] = best
	return l.asBlack(rules.Move(uint32(best))), int(best >> 32)
}

// isNoisy reports whether a move captures or promotes.
func isNoisy(p *rules.Position, m rules.Move) bool { return p.IsCapture(m) || m.IsPromotion() }

// rank scores a move among all moves.
func (s *Searcher) rank(p *rules.Position, m, hash rules.Move, ply int) int {
	switch {
	case m == hash:
		return hashMove
	case !isNoisy(p, m):
		return s.rankQuiet(p, m, ply)
	case s.loses(p, m):
		return badCapture + s.rankNoisy(p, m)
	}
	return goodCapture + s.rankNoisy(p, m)
}

// rankQuiet puts killers first, the others in the order of their history.
func (s *Searcher) rankQuiet(p *rules.Position, m rules.Move, ply int) int {
	if f := s.at(ply); !s.opts.NoKillers && (m == f.killers[0] || m == f.killers[1]) {
		return killerMove
	}
	if m.Kind() == rules.Placing {
		return 0
	}
	return s.quietScore(p, m, ply)
}

// rankNoisy puts the most valuable victim first and, among equals, the least
// valuable attacker.
func (s *Searcher) rankNoisy(p *rules.Position, m rules.Move) int {
	if m.Kind() == rules.Exploding {
		return s.exchange.blast(p, m) * 16
	}
	score := s.prize(p, m)*16 - s.exchange.values[p.At(m.From()).Type()]
	if !s.opts.NoCaptureHistory {
		score += int(*s.captureScore(p, m)) / 8
	}
	return score
}

// prize is the material that a capture or promotion takes or makes, before the
// opponent answers.
func (s *Searcher) prize(p *rules.Position, m rules.Move) int {
	v := s.exchange.values
	if m.Kind() == rules.Exploding {
		return s.exchange.blast(p, m)
	}
	prize := v[p.At(m.To()).Type()]
	if k := m.Kind(); k == rules.EnPassant || k == rules.Locust {
		prize += v[p.At(rules.Square(m.Extra())).Type()]
	}
	if m.IsPromotion() {
		prize += v[m.Promotion()] - v[p.At(m.From()).Type()]
	}
	return prize
}

// loses reports whether a capture or promotion loses material.
func (s *Searcher) loses(p *rules.Position, m rules.Move) bool {
	if s.opts.NoExchangeTest {
		return false
	}
	if m.Kind() == rules.Exploding {
		return s.exchange.blast(p, m) < 0
	}
	return s.prize(p, m) < s.exchange.values[p.At(m.From()).Type()] && s.exchange.gain(p, m) < 0
}
