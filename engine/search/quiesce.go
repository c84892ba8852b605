package search

import (
	"math/bits"

	"bestiary/engine/rules"
)

const (
	// evasionPlies is the depth of quiescence down to which all evasions of a check
	// are searched.
	evasionPlies = 4
	deltaMargin  = 150 // centipawns
)

// quiesce is the quiescence search: captures, promotions and evasions of checks.
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
	evade := check && depth > -evasionPlies
	best, raw := -infinite, unknown
	static := 0
	if !evade {
		if raw = h.static; raw == unknown {
			raw = s.eval.Score(p)
		}
		static = s.correctedEval(p, raw)
		best = static
		if h.bound == exact || h.bound == lower && h.score > best || h.bound == upper && h.score < best {
			best = h.score
		}
		if best >= beta {
			if !h.found && !s.opts.NoQuiesceTable {
				s.table.store(key, 0, best, raw, -1, lower, ply)
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
	pk.quiesce = true
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
			if s.deltaPrunes(p, m, static, alpha) {
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
		s.table.store(key, bestMove, best, raw, 0, b, ply)
	}
	return best
}

// deltaPrunes reports whether a capture is too small to raise the score to alpha.
func (s *Searcher) deltaPrunes(p *rules.Position, m rules.Move, static, alpha int) bool {
	if m.IsPromotion() || alpha < -mateBound {
		return false
	}
	return static+s.captureValue(p, m)+deltaMargin <= alpha
}

// see is the static exchange evaluation: who wins how much if both sides keep
// capturing on one square.
type see struct {
	values []int // by type, in centipawns; the royal piece has the highest
}

// maxExchange is the longest exchange, in captures.
const maxExchange = 32

// gain is the material, in centipawns, that m wins if each side then captures on
// the same square with its cheapest piece for as long as that pays.
func (x *see) gain(p *rules.Position, m rules.Move) int {
	if m.Kind() == rules.Exploding {
		return x.blast(p, m)
	}
	var gains [maxExchange]int
	var gone rules.Set
	all := p.Occupied()
	from, to := m.From(), m.To()
	side := p.Turn()
	gains[0] = x.values[p.At(to).Type()]
	if k := m.Kind(); k == rules.EnPassant || k == rules.Locust {
		victim := rules.Square(m.Extra())
		gains[0] += x.values[p.At(victim).Type()]
		all.Remove(victim)
		gone.Add(victim)
	}
	standing := x.values[p.At(from).Type()]
	if t := m.Promotion(); t != rules.NoType {
		gains[0] += x.values[t] - standing
		standing = x.values[t]
	}
	all.Remove(from)
	all.Add(to)
	gone.Add(from)
	gone.Add(to)
	n := 0
	for n < maxExchange-1 {
		side = side.Other()
		at, ok := p.CheapestAttacker(x.values, to, side, &all, &gone)
		if !ok {
			break
		}
		n++
		gains[n] = standing - gains[n-1]
		standing = x.values[p.At(at).Type()]
		all.Remove(at)
		gone.Add(at)
	}
	for ; n > 0; n-- {
		gains[n-1] = -max(-gains[n-1], gains[n])
	}
	return gains[0]
}

// blast is the opponent's material that an explosion removes, less one's own.
func (x *see) blast(p *rules.Position, m rules.Move) int {
	area := p.Game().Blast(m.From())
	sum := 0
	for w, word := range area {
		for ; word != 0; word &= word - 1 {
			code := p.At(rules.Square(w<<6 + bits.TrailingZeros64(word)))
			if code == 0 {
				continue
			}
			if code.Color() == p.Turn() {
				sum -= x.values[code.Type()]
			} else {
				sum += x.values[code.Type()]
			}
		}
	}
	return sum
}
