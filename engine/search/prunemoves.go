package search

import "bestiary/engine/rules"

// Margins in centipawns.
const (
	futilityBase   = 90
	futilityMargin = 95  // per ply of reduced depth
	quietLoss      = 25  // per square ply of reduced depth
	captureLoss    = 100 // per ply of depth
)

// pruneMove reports whether a move is so unlikely to raise alpha that it is not
// searched.
func (s *Searcher) pruneMove(p *rules.Position, n *nodeState, k *picker, m rules.Move, i, r int, quiet bool, kind class, alpha int) bool {
	if p.Placing() {
		return false
	}
	depth := max(n.depth-1-r, 0)
	if !quiet {
		return !s.opts.NoExchangePrune && kind == badNoisy && n.depth <= 6 &&
			m.Kind() != rules.Exploding && s.see.gain(p, m) < -captureLoss*n.depth
	}
	if n.check {
		return false
	}
	if !s.opts.NoMoveCount && n.depth <= 8 && i > s.moveCountLimit(n) {
		k.noQuiets = true
		return true
	}
	if !s.opts.NoFutility && depth <= 6 && !n.pv &&
		n.static+futilityBase+futilityMargin*depth+k.score/256 <= alpha && !s.checks(p, m) {
		return true
	}
	return !s.opts.NoExchangePrune && n.depth <= 8 && m.Kind() <= rules.Passing &&
		s.see.gain(p, m) < -quietLoss*depth*depth
}

// moveCountLimit is the number of moves after which the quiet moves of a node are
// no longer searched.
func (s *Searcher) moveCountLimit(n *nodeState) int {
	limit := 16 + 4*n.depth*n.depth
	if !n.improving {
		limit /= 2
	}
	return limit
}

// checks reports whether a move gives check.
func (s *Searcher) checks(p *rules.Position, m rules.Move) bool {
	p.Make(m)
	c := p.InCheck()
	p.Unmake()
	return c
}
