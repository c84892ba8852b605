package search

import "bestiary/engine/rules"

// extendsCheck reports whether a checking move that has been made is searched a
// ply deeper: not when it only gives the piece away.
func (s *Searcher) extendsCheck(p *rules.Position, n *situation, m rules.Move, kind class) bool {
	if s.opts.NoCheckExtend || n.ply >= 2*s.rootTop {
		return false
	}
	if kind == goodNoisy || m.Kind() > rules.Passing {
		return true
	}
	if kind == badNoisy {
		return false
	}
	p.Unmake()
	safe := s.exchange.gain(p, m) >= 0
	p.Make(m)
	return safe
}

const (
	singularDepth  = 6
	singularMargin = 2 // centipawns per ply of depth
)

// singular searches the other moves of a node to see whether the hash move
// stands alone: then it is searched deeper. If several moves beat beta the node
// is done and its score is returned instead of an extension.
func (s *Searcher) singular(p *rules.Position, n *situation, m rules.Move) (extension int, done bool) {
	f, h := s.at(n.ply), &n.hit
	if s.opts.NoSingular || n.depth < singularDepth || f.excluded != 0 || h.depth < n.depth-3 ||
		h.bound == upper || h.bound == noBound || h.score > mateBound || h.score < -mateBound ||
		n.ply >= 2*s.rootTop || p.Placing() {
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
