package search

import "bestiary/engine/rules"

// Margins in centipawns; a pawn is worth about 100.
const (
	reverseMargin  = 90  // per ply of depth
	futilityMargin = 110 // per ply of depth
	deltaMargin    = 150
)

// node is the score of a position for the side to move, searched to depth
// plies. It is exact between alpha and beta and a bound outside.
func (s *Searcher) node(p *rules.Position, alpha, beta, depth, ply int, afterNull bool) int {
	s.lineLen[ply] = 0
	check := p.InCheck()
	if check && !s.opts.NoCheckExtend && ply < 2*s.rootTop {
		depth++
	}
	if depth <= 0 {
		return s.quiesce(p, alpha, beta, 0, ply, check)
	}
	if s.visit(ply) {
		return 0
	}
	if _, lost := p.Lost(); lost {
		return MateScore - ply // it is the one who has just moved
	}
	if p.DrawnInTree() {
		return s.drawn(p, check, ply)
	}
	if ply >= maxPly {
		return s.eval.Score(p)
	}
	alpha, beta = max(alpha, -MateScore+ply), min(beta, MateScore-ply-1)
	if alpha >= beta {
		return alpha
	}
	pv := beta-alpha > 1
	hash := rules.Move(0)
	if e := s.table.probe(p.Hash()); e != nil {
		hash = e.move
		if score := fromTable(int(e.score), ply); !pv && int(e.depth) >= depth && cuts(e.bound, score, alpha, beta) {
			return score
		}
	}
	static := 0
	if !check {
		static = s.eval.Score(p)
		if !pv && !p.Placing() {
			if score, ok := s.prune(p, static, beta, depth, ply, afterNull); ok {
				return score
			}
		}
	}
	if hash == 0 && depth >= 5 {
		depth-- // without a move to try first, a shallower search finds one for next time
	}
	return s.moves(p, alpha, beta, depth, ply, check, static, hash)
}

// cuts reports whether a stored score settles the node.
func cuts(b bound, score, alpha, beta int) bool {
	return b == exact || b == lower && score >= beta || b == upper && score <= alpha
}

// drawn is the score of a position drawn by rule; a mate on the board comes
// before the n-move rule.
func (s *Searcher) drawn(p *rules.Position, check bool, ply int) int {
	if check {
		l := &s.lists[ply]
		if l.moves = p.Moves(l.moves[:0]); len(l.moves) == 0 {
			return -MateScore + ply
		}
	}
	return 0
}

// prune tries to show without searching moves that the position is at least
// beta.
func (s *Searcher) prune(p *rules.Position, static, beta, depth, ply int, afterNull bool) (int, bool) {
	if beta > mateBound || beta < -mateBound {
		return 0, false
	}
	if !s.opts.NoFutility && depth <= 5 && static-reverseMargin*depth >= beta {
		return static, true
	}
	if s.opts.NoNullMove || afterNull || depth < 3 || static < beta || !s.eval.HasOfficers(p, p.Turn()) {
		return 0, false
	}
	r := 3 + depth/4 + min((static-beta)/200, 2)
	p.MakeNull()
	score := -s.node(p, -beta, -beta+1, depth-1-r, ply+1, true)
	p.Unmake()
	if s.stopped || score < beta {
		return 0, false
	}
	return min(score, mateBound), true
}

// moves searches the moves of a node.
func (s *Searcher) moves(p *rules.Position, alpha, beta, depth, ply int, check bool, static int, hash rules.Move) int {
	l := &s.lists[ply]
	l.moves = p.Moves(l.moves[:0])
	if len(l.moves) == 0 {
		return s.noMoves(p, check, ply)
	}
	s.order(p, l, hash, ply)
	us := p.Turn()
	pv := beta-alpha > 1
	best, bestMove, start := -infinite, rules.Move(0), alpha
	futile := !s.opts.NoFutility && !check && !pv && depth <= 3 && static+futilityMargin*depth <= alpha
	tried := 0
	for i := range l.moves {
		m, rank := l.pick(i)
		quiet := !p.IsCapture(m) && !m.IsPromotion()
		if futile && quiet && i > 0 && best > -mateBound {
			continue
		}
		p.Make(m)
		score := s.try(p, us, alpha, beta, depth, ply, i, s.reduction(depth, i, quiet, check, rank))
		p.Unmake()
		if s.stopped {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha, bestMove = score, m
				s.extend(ply, m)
			}
		}
		if score >= beta {
			if quiet {
				s.reward(p, m, s.quiets[ply][:tried], depth, ply)
			}
			break
		}
		if quiet && tried < len(s.quiets[ply]) && m.Kind() != rules.Placing {
			s.quiets[ply][tried] = m
			tried++
		}
	}
	b := exact
	switch {
	case best >= beta:
		b = lower
	case best <= start:
		b = upper
	}
	s.table.store(p.Hash(), bestMove, toTable(best, ply), depth, b)
	return best
}

// try searches one move: the first with the full window, the others first with
// a reduced depth and an empty window.
func (s *Searcher) try(p *rules.Position, us rules.Color, alpha, beta, depth, ply, i, r int) int {
	if i == 0 {
		return s.after(p, us, alpha, beta, depth-1, ply+1)
	}
	score := s.after(p, us, alpha, alpha+1, depth-1-r, ply+1)
	if r > 0 && score > alpha && !s.stopped {
		score = s.after(p, us, alpha, alpha+1, depth-1, ply+1)
	}
	if score > alpha && score < beta && !s.stopped {
		score = s.after(p, us, alpha, beta, depth-1, ply+1)
	}
	return score
}

// reduction is how many plies less the i-th move is searched at first.
func (s *Searcher) reduction(depth, i int, quiet, check bool, rank int32) int {
	if s.opts.NoReductions || check || depth < 3 || i < 3 || rank >= killerMove {
		return 0
	}
	r := int(s.reduce[min(depth, 63)][min(i, 63)])
	if !quiet {
		if rank >= 0 {
			return 0
		}
		r--
	} else if rank < 0 {
		r++
	}
	return max(min(r, depth-2), 0)
}

// noMoves is the score when the side to move has no legal move.
func (s *Searcher) noMoves(p *rules.Position, check bool, ply int) int {
	if check || p.Game().StalemateScore() < 0 {
		return -MateScore + ply
	}
	return 0
}

// evasionPlies is how deep into quiescence every evasion of a check is tried.
const evasionPlies = 4

// quiesce settles captures and promotions.
func (s *Searcher) quiesce(p *rules.Position, alpha, beta, depth, ply int, check bool) int {
	if s.visit(ply) {
		return 0
	}
	s.lineLen[ply] = 0
	if _, lost := p.Lost(); lost {
		return MateScore - ply
	}
	if p.DrawnInTree() {
		return s.drawn(p, check, ply)
	}
	if ply >= maxPly {
		return s.eval.Score(p)
	}
	evade := check && depth > -evasionPlies
	best := -infinite
	static := 0
	if !evade {
		static = s.eval.Score(p)
		best = static
		if best >= beta {
			return best
		}
		alpha = max(alpha, best)
	}
	l := &s.lists[ply]
	if evade {
		if l.moves = p.Moves(l.moves[:0]); len(l.moves) == 0 {
			return s.noMoves(p, check, ply)
		}
	} else {
		l.moves = p.Captures(l.moves[:0])
	}
	s.order(p, l, 0, ply)
	us := p.Turn()
	for i := range l.moves {
		m, rank := l.pick(i)
		if !evade && (rank < 0 || s.tooLittle(p, m, static, alpha)) {
			continue
		}
		p.Make(m)
		check := p.InCheck()
		var score int
		if p.Turn() == us {
			score = s.quiesce(p, alpha, beta, depth-1, ply+1, check)
		} else {
			score = -s.quiesce(p, -beta, -alpha, depth-1, ply+1, check)
		}
		p.Unmake()
		if s.stopped {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha = score
				s.extend(ply, m)
			}
			if score >= beta {
				break
			}
		}
	}
	return best
}

// tooLittle reports whether a capture cannot bring the score up to alpha.
func (s *Searcher) tooLittle(p *rules.Position, m rules.Move, static, alpha int) bool {
	if m.IsPromotion() || alpha < -mateBound {
		return false
	}
	if m.Kind() == rules.Exploding {
		return static+s.exchange.blast(p, m)+deltaMargin <= alpha
	}
	victim := s.exchange.values[p.At(m.To()).Type()]
	if k := m.Kind(); k == rules.EnPassant || k == rules.Locust {
		victim += s.exchange.values[p.At(rules.Square(m.Extra())).Type()]
	}
	return static+victim+deltaMargin <= alpha
}
