package search

import "bestiary/engine/rules"

const (
	// evasionPlies is the depth of quiescence down to which all evasions of a check
	// are searched.
	evasionPlies = 4
	// Margins in centipawns, of captures and of captures that win no material.
	deltaMargin = 150
	equalMargin = 150
)

// quiesce does the quiescence search of captures, promotions and evasions of checks.
func (s *Searcher) quiesce(p *rules.Position, alpha, beta, depth, ply int, check bool) int {
	s.lineLen[ply] = 0
	if s.visit(ply) {
		return 0
	}
	if score, over := s.gameOver(p, ply, check); over {
		return score
	}
	start, pv := alpha, beta-alpha > 1
	key, h := uint64(0), hit{static: unknown}
	if !s.opts.NoQuiesceTable {
		key = s.key(p)
		if h = s.table.probe(key, ply); !pv && h.settles(alpha, beta) {
			return h.score
		}
	}
	evade := check && depth > -evasionPlies || s.forces && p.MustTake()
	best, raw := -infinite, unknown
	static := 0
	if !evade {
		static = h.static
		if raw = h.static; raw == unknown {
			whole := false
			if static, whole = s.eval.ScoreWithin(p, alpha, beta); whole {
				raw = static
			}
		}
		static = s.correctedEval(p, static, ply)
		best = static
		if h.improves(best) {
			best = h.score
		}
		if best >= beta {
			if !h.found && !s.opts.NoQuiesceTable {
				s.table.store(key, 0, best, raw, -1, lower, h.pv, ply)
			}
			return best
		}
		alpha = max(alpha, best)
	}
	hash := rules.Move(0)
	if h.move != 0 && (evade || isNoisy(p, h.move)) {
		hash = h.move
	}
	pk := s.newPicker(p, hash, ply, evade)
	pk.quiesce, pk.static, pk.alpha = true, static, alpha
	pk.checks = depth == 0 && !check && !p.Placing() && !s.opts.NoQuiesceChecks
	us := p.Turn()
	bestMove := rules.Move(0)
	legal := 0
	for {
		m, kind := pk.pick()
		if kind == noMove {
			break
		}
		legal++
		if !evade {
			if kind == quietClass {
				if best <= -mateBound || !s.see.wins(p, m, 0) {
					continue
				}
			} else if kind != goodNoisy && s.deltaPrunes(p, m, static, alpha) {
				continue
			}
		} else if best > -mateBound && kind == quietClass && legal > 3 {
			continue
		}
		checks := s.makeMove(p, m, ply)
		var score int
		if p.Turn() == us {
			score = s.quiesce(p, alpha, beta, depth-1, ply+1, checks)
		} else {
			score = -s.quiesce(p, -beta, -alpha, depth-1, ply+1, checks)
		}
		p.Unmake()
		if s.stopped {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha, bestMove = score, m
				pk.alpha = alpha
				if pv {
					s.setLine(ply, m)
				}
			}
			if score >= beta {
				break
			}
		}
	}
	if evade && legal == 0 {
		return s.noMoves(p, check, ply)
	}
	if !s.opts.NoQuiesceTable {
		b := upper
		if best >= beta {
			b = lower
		} else if best > start && pv {
			b = exact
		}
		s.table.store(key, bestMove, best, raw, 0, b, h.pv || pv, ply)
	}
	return best
}

// deltaPrunes reports whether a capture wins too little to raise the score to alpha.
func (s *Searcher) deltaPrunes(p *rules.Position, m rules.Move, static, alpha int) bool {
	if m.IsPromotion() || alpha < -mateBound {
		return false
	}
	return static+s.captureValue(p, m)+deltaMargin <= alpha ||
		!s.opts.NoEqualPrune && static+equalMargin <= alpha && m.Kind() != rules.Exploding && !s.see.wins(p, m, 1)
}
