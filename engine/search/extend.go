package search

import "bestiary/engine/rules"

// extendsCheck reports whether a checking move, which has been made, is searched
// one ply deeper. Checks that only give the piece away are not.
func (s *Searcher) extendsCheck(p *rules.Position, n *nodeState, m rules.Move, kind class) bool {
	if s.opts.NoCheckExtend || n.ply >= 2*s.rootDepth {
		return false
	}
	if kind == goodNoisy || m.Kind() > rules.Passing {
		return true
	}
	if kind == badNoisy {
		return false
	}
	p.Unmake()
	safe := s.see.gain(p, m) >= 0
	p.Make(m)
	return safe
}

const (
	singularDepth  = 6
	singularMargin = 2 // centipawns per ply of depth
)

// singular searches the other moves of a node. If the hash move is the only good
// one, it returns by how much to extend it. If several moves beat beta, the node
// is done and singular returns its score instead.
func (s *Searcher) singular(p *rules.Position, n *nodeState, m rules.Move) (extension int, done bool) {
	f, h := s.at(n.ply), &n.hit
	if s.opts.NoSingular || n.depth < singularDepth || f.excluded != 0 || h.depth < n.depth-3 ||
		h.bound == upper || h.bound == noBound || h.score > mateBound || h.score < -mateBound ||
		n.ply >= 2*s.rootDepth || p.Placing() {
		return 0, false
	}
	bar := h.score - singularMargin*n.depth
	f.excluded = m
	score := s.node(p, bar-1, bar, (n.depth-1)/2, n.ply, n.cut, n.check)
	f.excluded = 0
	switch {
	case s.stopped:
		return 0, false
	case score < bar:
		if !n.pv && score < bar-20 {
			return 2, false
		}
		return 1, false
	case bar >= n.beta:
		return bar, true
	case h.score >= n.beta || n.cut:
		return -1, false
	}
	return 0, false
}
