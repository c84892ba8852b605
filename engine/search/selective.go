package search

import (
	"math"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// Reductions are in 1/ply plies.
const ply128 = 128

// fillReductions fills the table of reductions by depth and move number.
func (s *Searcher) fillReductions() {
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			s.reduce[d][n] = int16(ply128 * (0.15 + math.Log(float64(d))*math.Log(float64(n))/2.2))
		}
	}
}

// reduction returns the late-move reduction, in plies, of the i-th move, from 1.
func (s *Searcher) reduction(p *rules.Position, n *nodeState, m rules.Move, i int, quiet bool, kind class) int {
	if s.opts.NoReductions || n.depth < 2 || i < 2 || p.Placing() || kind == goodNoisy || kind == hashClass {
		return 0
	}
	if n.pv && i < 4 {
		return 0
	}
	r := int(s.reduce[min(n.depth, 63)][min(i, 63)])
	if quiet {
		r -= s.quietScore(p, m, n.ply) * ply128 / (maxHistory * 3 / 2)
		if f := s.at(n.ply); m == f.killers[0] || m == f.killers[1] {
			r -= ply128
		}
	} else {
		r -= ply128 / 2
	}
	if n.cut {
		r += ply128
	}
	if n.pv {
		r -= ply128
	}
	if n.formerPV && !s.opts.NoFormerPV {
		r -= ply128
	}
	if !n.improving {
		r += ply128 / 2
	}
	if n.check {
		r -= ply128
	}
	return max(min(r/ply128, n.depth-1), 0)
}

// Constants of singular extensions: the least depth, how many plies less deep the search may be by which the
// table knows the move, and by how many centipawns for each ply of the depth it is better than all others.
const singularDepth, singularRecent, singularMargin = 6, 3, 2

// singular searches the moves of a node other than the move of the table, with half of the depth. If all
// are worse than that move by a margin, it is searched one ply deeper. If others, too, exceed beta, the
// node fails high; if only the move of the table does so by its score, it is searched one ply less deep.
func (s *Searcher) singular(p *rules.Position, n *nodeState, m rules.Move) (extension int, cutoff bool) {
	if s.opts.NoSingular || n.depth < singularDepth || n.excluded != 0 || n.check || p.Placing() || n.ply >= 2*s.rootDepth ||
		n.hit.depth < n.depth-singularRecent || n.hit.bound == upper || n.hit.score > mateBound || n.hit.score < -mateBound {
		return 0, false
	}
	others := *n
	others.beta = n.hit.score - singularMargin*n.depth
	others.alpha, others.depth = others.beta-1, (n.depth-1)/2
	others.pv, others.excluded, others.hit = false, m, hit{static: n.hit.static}
	switch score := s.moves(p, &others); {
	case s.stopped:
		return 0, false
	case score < others.beta:
		return 1, false
	case others.beta >= n.beta:
		return 0, true
	case n.hit.score >= n.beta:
		return -1, false
	}
	return 0, false
}

// extendsCheck reports whether a checking move, which has been made, is searched
// one ply deeper. Checks that only give the piece away are not.
func (s *Searcher) extendsCheck(p *rules.Position, n *nodeState, m rules.Move, kind class) bool {
	if s.opts.NoCheckExtend || n.ply >= 2*s.rootDepth {
		return false
	}
	if kind == goodNoisy || m.Kind() > rules.Passing && !p.Game().Drops() {
		return true
	}
	if kind == badNoisy {
		return false
	}
	p.Unmake()
	safe := s.see.wins(p, m, 0)
	p.Make(m)
	return safe
}

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
		if !s.opts.NoExchangePrune && kind == badNoisy && n.depth <= 6 &&
			m.Kind() != rules.Exploding && !s.see.wins(p, m, -captureLoss*n.depth) {
			return true
		}
		return false
	}
	if n.check {
		return false
	}
	if !s.opts.NoMoveCount && n.depth <= 8 && i > s.moveCountLimit(n) {
		k.noQuiets = true
		return true
	}
	if !s.opts.NoFutility && depth <= 6 && !n.pv &&
		n.static+futilityBase+futilityMargin*depth+k.score/256 <= alpha && !k.givesCheck(m) {
		return true
	}
	if !s.opts.NoExchangePrune && n.depth <= 8 && m.Kind() <= rules.Passing &&
		!s.see.wins(p, m, -quietLoss*depth*depth) {
		return true
	}
	return false
}

// moveCountLimit returns the number of moves after which the quiet moves of a node are
// no longer searched.
func (s *Searcher) moveCountLimit(n *nodeState) int {
	limit := 16 + 4*n.depth*n.depth
	if !n.improving {
		limit /= 2
	}
	return limit
}

// learnRules adapts the search to the rules of a game.
func (s *Searcher) learnRules(g *rules.Game) {
	rule := &g.Variant.Rules
	s.forces = rule.MustCapture
	// Where captures are compulsory, or a side without moves wins, a move is often worse
	// than none.
	s.zugzwangs = rule.MustCapture || rule.Stalemate == variant.StalemateWin ||
		rule.Stalemate == variant.StalemateFewer || rule.Checkmate != variant.CheckmateLoss
	if eval.Loses(g) { // the loss of a piece is no reason not to look at a move
		s.opts.NoExchangePrune = true
	}
}

// repetitionScore is the score of a position that has occurred before in a game where
// that wins in the end. It is no mate: the other side may still leave the cycle.
const repetitionScore = 3000

// repeatedScore returns the score of such a position for the side c.
func repeatedScore(r rules.Result, c rules.Color) int {
	if (r == rules.WhiteWins) == (c == rules.White) {
		return repetitionScore
	}
	return -repetitionScore
}
