package search

import "bestiary/engine/rules"

// reverseMargin is in centipawns per ply of depth; a pawn is worth about 100.
const reverseMargin = 65

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
		return static, true
	}
	score, ok := s.nullMove(p, n, static)
	return score, ok || s.stopped
}

// bestEstimate returns the static evaluation, or a stored score that bounds it.
func (s *Searcher) bestEstimate(n *nodeState) int {
	if n.hit.improves(n.static) {
		return n.hit.score
	}
	return n.static
}

// verifyDepth is the depth from which a null-move cutoff is verified.
const verifyDepth = 10

// nullMargin is how many centipawns the static evaluation of a null move may be below beta, for each ply
// beyond the third.
const nullMargin = 20

// nullMove lets the opponent move twice: if the score is still at least beta, some
// move of one's own would be better still. That is wrong in zugzwang, where every
// move does harm. So null moves are not tried with only pawns, and with a single
// piece or at high depth a search without null moves verifies the cutoff.
func (s *Searcher) nullMove(p *rules.Position, n *nodeState, static int) (int, bool) {
	f := s.at(n.ply)
	if s.opts.NoNullMove || s.zugzwangs || n.depth < 3 || static < n.beta || n.static+nullMargin*(n.depth-3) < n.beta ||
		s.at(n.ply-1).null || n.ply < s.verified {
		return 0, false
	}
	officers := s.officers(p)
	if officers == 0 {
		return 0, false
	}
	depth := n.depth - 4 - n.depth/4 - min((static-n.beta)/200, 3)
	f.null, f.moved, f.quiet = true, 0, false
	p.MakeNull()
	score := -s.node(p, -n.beta, -n.beta+1, depth, n.ply+1, !n.cut, false)
	p.Unmake()
	f.null = false
	if s.stopped || score < n.beta {
		return 0, false
	}
	score = min(score, mateBound)
	if s.opts.NoVerification || s.verified > 0 || n.depth < verifyDepth && officers > 1 {
		return score, true
	}
	s.verified = n.ply + 3*max(depth, 1)/4 + 1
	v := s.node(p, n.beta-1, n.beta, max(depth, 1), n.ply, false, false)
	s.verified = 0
	return score, v >= n.beta
}

// officers counts the pieces of the side to move except pawns and the royal piece.
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
