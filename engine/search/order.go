package search

import "bestiary/engine/rules"

// Scores that put moves in classes; within a class the finer score decides.
const (
	hashMove    = 1 << 30
	goodCapture = 1 << 26
	killerMove  = 1 << 24
	badCapture  = -1 << 26
	maxHistory  = 1 << 14
)

// list is the moves of one ply with their ordering scores.
type list struct {
	moves  []rules.Move
	scores []int32
}

// pick brings the best of the moves from i on to place i and returns it.
func (l *list) pick(i int) (rules.Move, int32) {
	best := i
	for j := i + 1; j < len(l.moves); j++ {
		if l.scores[j] > l.scores[best] {
			best = j
		}
	}
	l.moves[i], l.moves[best] = l.moves[best], l.moves[i]
	l.scores[i], l.scores[best] = l.scores[best], l.scores[i]
	return l.moves[i], l.scores[i]
}

// order scores all moves of a ply.
func (s *Searcher) order(p *rules.Position, l *list, hash rules.Move, ply int) {
	l.scores = l.scores[:0]
	for _, m := range l.moves {
		l.scores = append(l.scores, s.rank(p, m, hash, ply))
	}
}

func (s *Searcher) rank(p *rules.Position, m, hash rules.Move, ply int) int32 {
	switch {
	case m == hash:
		return hashMove
	case p.IsCapture(m) || m.IsPromotion():
		return s.rankCapture(p, m)
	case !s.opts.NoKillers && (m == s.killers[ply][0] || m == s.killers[ply][1]):
		return killerMove
	case s.opts.NoHistory || m.Kind() == rules.Placing:
		return 0
	}
	return s.history[p.At(m.From())][m.To()]
}

// rankCapture puts the most valuable victim first and, among equals, the least
// valuable attacker; captures that lose material come after everything else.
func (s *Searcher) rankCapture(p *rules.Position, m rules.Move) int32 {
	if m.Kind() == rules.Exploding {
		gain := s.exchange.blast(p, m)
		if gain < 0 {
			return badCapture + int32(gain)
		}
		return goodCapture + int32(gain)*16
	}
	v := s.exchange.values
	attacker := v[p.At(m.From()).Type()]
	victim := v[p.At(m.To()).Type()]
	if k := m.Kind(); k == rules.EnPassant || k == rules.Locust {
		victim += v[p.At(rules.Square(m.Extra())).Type()]
	}
	if m.IsPromotion() {
		victim += v[m.Promotion()] - attacker
	}
	fine := int32(victim*16 - attacker)
	if !s.opts.NoExchangeTest && victim < attacker && s.exchange.gain(p, m) < 0 {
		return badCapture + fine
	}
	return goodCapture + fine
}

// reward remembers a quiet move that refuted the position, and marks down the
// quiet moves tried before it.
func (s *Searcher) reward(p *rules.Position, m rules.Move, tried []rules.Move, depth, ply int) {
	if s.killers[ply][0] != m {
		s.killers[ply][1] = s.killers[ply][0]
		s.killers[ply][0] = m
	}
	if m.Kind() == rules.Placing {
		return
	}
	bonus := int32(min(depth*depth, 400)) * 8
	s.adjust(p, m, bonus)
	for _, o := range tried {
		s.adjust(p, o, -bonus)
	}
}

// adjust moves a history score towards its bound, the slower the nearer it is.
func (s *Searcher) adjust(p *rules.Position, m rules.Move, bonus int32) {
	h := &s.history[p.At(m.From())][m.To()]
	size := bonus
	if size < 0 {
		size = -size
	}
	*h += bonus - *h*min(size, maxHistory)/maxHistory
}
