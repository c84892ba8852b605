package search

import "bestiary/engine/rules"

// Margins in centipawns; a pawn is worth about 100.
const (
	reverseMargin = 65  // per ply of depth
	razorMargin   = 250 // per ply of depth
	probMargin    = 180
)

// pruneNode tries to find the score of a node without searching all its moves.
func (s *Searcher) pruneNode(p *rules.Position, n *nodeState) (int, bool) {
	if n.beta > mateBound || n.beta < -mateBound {
		return 0, false
	}
	static := s.bestEstimate(n)
	depth, better := n.depth, 0
	if n.improving {
		better = 1
	}
	if !s.opts.NoReverseFutility && depth <= 7 && static-reverseMargin*(depth-better) >= n.beta {
		s.stats.ReverseFutility++
		return static, true
	}
	// With only pawns, the next move matters more than captures.
	if !s.opts.NoRazoring && depth <= 3 && static+razorMargin*depth <= n.alpha && s.officers(p) > 0 {
		s.stats.RazorTries++
		if score := s.quiesce(p, n.alpha, n.alpha+1, 0, n.ply, false); score <= n.alpha || s.stopped {
			s.stats.RazorCuts++
			return score, true
		}
	}
	if score, ok := s.nullMove(p, n, static); ok || s.stopped {
		return score, true
	}
	return s.probCut(p, n)
}

// bestEstimate is the static evaluation, or a stored score that bounds it.
func (s *Searcher) bestEstimate(n *nodeState) int {
	h := &n.hit
	if h.bound == exact || h.bound == lower && h.score > n.static || h.bound == upper && h.score < n.static {
		return h.score
	}
	return n.static
}

// verifyDepth is the depth from which a null-move cutoff is verified.
const verifyDepth = 10

// nullMove lets the opponent move twice: if the score is still at least beta, some
// move of one's own would be better still. That is wrong in zugzwang, where every
// move does harm. So null moves are not tried with only pawns, and with a single
// piece or at high depth a search without null moves verifies the cutoff.
func (s *Searcher) nullMove(p *rules.Position, n *nodeState, static int) (int, bool) {
	f := s.at(n.ply)
	if s.opts.NoNullMove || s.zugzwangs || n.depth < 3 || min(static, n.static) < n.beta ||
		s.at(n.ply-1).null || n.ply < s.verified {
		return 0, false
	}
	officers := s.officers(p)
	if officers == 0 {
		return 0, false
	}
	depth := n.depth - 4 - n.depth/4 - min((static-n.beta)/200, 3)
	s.stats.NullTries++
	f.null, f.moved, f.quiet = true, 0, false
	p.MakeNull()
	score := -s.node(p, -n.beta, -n.beta+1, depth, n.ply+1, !n.cut, false)
	p.Unmake()
	f.null = false
	if s.stopped || score < n.beta {
		return 0, false
	}
	s.stats.NullCuts++
	score = min(score, mateBound)
	if s.opts.NoVerification || s.verified > 0 || n.depth < verifyDepth && officers > 1 {
		return score, true
	}
	s.verified = n.ply + 3*max(depth, 1)/4 + 1
	v := s.node(p, n.beta-1, n.beta, max(depth, 1), n.ply, false, false)
	s.verified = 0
	return score, v >= n.beta
}

// officers counts the pieces of the side to move besides pawns and the royal
// piece.
func (s *Searcher) officers(p *rules.Position) int {
	side := p.Side(p.Turn())
	count := side.Count() - 1
	for _, code := range s.pawns {
		if code.Color() == p.Turn() {
			set := p.Pieces(code)
			count -= set.Count()
		}
	}
	return count
}

// probCut cuts off a node if a capture beats beta by a margin in a shallower
// search.
func (s *Searcher) probCut(p *rules.Position, n *nodeState) (int, bool) {
	beta := n.beta + probMargin
	if s.opts.NoProbCut || n.depth < 5 || beta > mateBound ||
		n.hit.found && n.hit.depth >= n.depth-3 && n.hit.score < beta {
		return 0, false
	}
	us := p.Turn()
	pk := s.newPicker(p, 0, n.ply, false)
	pk.quiesce = true
	for {
		m, kind := pk.pick()
		if kind == noMove {
			return 0, false
		}
		if n.static+s.captureValue(p, m) < beta {
			continue
		}
		checks := s.makeMove(p, m, n.ply)
		score := s.searchAfter(p, us, beta-1, beta, 0, n.ply+1, !n.cut, checks)
		s.stats.ProbTries++
		if score >= beta && !s.stopped {
			score = s.searchAfter(p, us, beta-1, beta, n.depth-4, n.ply+1, !n.cut, checks)
		}
		p.Unmake()
		if s.stopped {
			return 0, true
		}
		if score >= beta {
			s.stats.ProbCuts++
			s.table.store(n.key, m, score, n.raw, n.depth-3, lower, n.formerPV, n.ply)
			return score, true
		}
	}
}
