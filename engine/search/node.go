package search

import "bestiary/engine/rules"

// node searches a position to depth plies and returns its score for the side to move, which is
// exact between alpha and beta and a bound outside. Cut is set if the score is expected to be at
// least beta, check if the side to move is in check.
func (s *Searcher) node(p *rules.Position, alpha, beta, depth, ply int, cut, check bool) int {
	if depth <= 0 {
		return s.quiesce(p, alpha, beta, 0, ply, check)
	}
	s.lineLen[ply] = 0
	if s.visit(ply) {
		return 0
	}
	if score, over := s.gameOver(p, ply, check); over {
		return score
	}
	alpha, beta = max(alpha, -MateScore+ply), min(beta, MateScore-ply-1)
	if alpha >= beta {
		return alpha
	}
	n := nodeState{alpha: alpha, beta: beta, depth: depth, ply: ply, cut: cut, check: check, pv: beta-alpha > 1}
	s.at(ply + 2).killers = [2]rules.Move{} // entries of another part of the tree
	n.key = s.key(p)
	n.hit = s.table.probe(n.key, ply)
	n.formerPV = n.pv || n.hit.pv
	if !n.pv && n.hit.depth >= depth && n.hit.settles(alpha, beta) {
		return n.hit.score
	}
	s.evaluate(p, &n)
	s.learnFromEvaluation(&n)
	if !n.pv && !check && !p.Placing() {
		if score, ok := s.pruneNode(p, &n); ok {
			return score
		}
	}
	return s.moves(p, &n)
}

// nodeState is the state shared by the functions that search a node.
type nodeState struct {
	alpha, beta int
	depth, ply  int
	cut         bool // expected to fail high
	check       bool
	pv          bool // the window is open
	formerPV    bool // or was open in an earlier search
	improving   bool // the static evaluation is better than two plies ago
	raw         int  // static evaluation before correction, or unknown
	static      int  // static evaluation, corrected; unknown in check
	key         uint64
	hit         hit
	excluded    rules.Move // not searched; 0 for none
}

// settles reports whether a stored score makes a search of the node unnecessary.
func (h *hit) settles(alpha, beta int) bool {
	return h.bound == exact || h.bound == lower && h.score >= beta || h.bound == upper && h.score <= alpha
}

// improves reports whether a stored score says more about a node than an estimate does.
func (h *hit) improves(estimate int) bool {
	return h.bound == exact || h.bound == lower && h.score > estimate || h.bound == upper && h.score < estimate
}

// gameOver returns the score of a position where the game or the search ends.
func (s *Searcher) gameOver(p *rules.Position, ply int, check bool) (int, bool) {
	if r := p.Ended(); r != rules.Ongoing {
		return endScore(r, p.Turn(), ply), true
	}
	if r := p.RepeatedInTree(); r != rules.Ongoing {
		return repeatedScore(r, p.Turn()), true
	}
	if p.DrawnInTree() {
		return s.drawn(p, check, ply), true
	}
	if ply >= maxPly {
		return s.eval.Score(p), true
	}
	return 0, false
}

// endScore returns the score of a game that has ended, for the side c.
func endScore(r rules.Result, c rules.Color, ply int) int {
	switch {
	case r == rules.Draw:
		return 0
	case (r == rules.WhiteWins) == (c == rules.White):
		return MateScore - ply
	}
	return -MateScore + ply
}

// drawn returns the score of a position drawn by rule. Mate, or a stalemate that is not a
// draw, takes precedence over the n-move rule.
func (s *Searcher) drawn(p *rules.Position, check bool, ply int) int {
	if check || p.NoMovesScore(false) != 0 {
		l := s.list(ply)
		if l.moves = p.Moves(l.moves[:0]); len(l.moves) == 0 {
			return s.noMoves(p, check, ply)
		}
	}
	return 0
}

// noMoves returns the score when the side to move has no legal move.
func (s *Searcher) noMoves(p *rules.Position, check bool, ply int) int {
	return p.NoMovesScore(check) * (MateScore - ply)
}

// nearNMoveRule is the number of plies before the end by the n-move rule during which the
// transposition table distinguishes positions by the half-move clock.
const nearNMoveRule = 40

// key returns the position's key in the transposition table. Near the end by the n-move
// rule a score holds only for the same half-move clock.
func (s *Searcher) key(p *rules.Position) uint64 {
	if n := p.Halfmove(); n >= s.counted {
		return p.Hash() ^ uint64(n)*0x9E3779B97F4A7C15
	}
	return p.Hash()
}

// evaluate fills in the static evaluation of a node.
func (s *Searcher) evaluate(p *rules.Position, n *nodeState) {
	f := s.at(n.ply)
	n.raw, n.static = unknown, unknown
	if !n.check {
		if n.raw = n.hit.static; n.raw == unknown {
			n.raw = s.eval.Score(p)
		}
		n.static = s.correctedEval(p, n.raw, n.ply)
	}
	f.static = n.static
	if n.static != unknown {
		before := s.at(n.ply - 2).static
		n.improving = before == unknown || n.static > before
	}
	if s.opts.NoImproving {
		n.improving = true
	}
}

// moves searches the moves of a node.
func (s *Searcher) moves(p *rules.Position, n *nodeState) int {
	f := s.at(n.ply)
	us := p.Turn()
	alpha, start := n.alpha, n.alpha
	best, bestMove := -infinite, rules.Move(0)
	pk := s.newPicker(p, n.hit.move, n.ply, n.check)
	legal, searched, quiets, captures := 0, 0, 0, 0
	for {
		m, kind := pk.pick()
		if kind == noMove {
			break
		}
		if m == n.excluded {
			continue
		}
		legal++
		quiet := !isNoisy(p, m)
		r := s.reduction(p, n, m, legal, quiet, kind)
		if legal > 1 && best > -mateBound && s.pruneMove(p, n, &pk, m, legal, r, quiet, kind, alpha) {
			continue
		}
		searched++
		extension := 0
		if kind == hashClass {
			var cutoff bool
			if extension, cutoff = s.singular(p, n, m); cutoff || s.stopped {
				return n.hit.score - singularMargin*n.depth
			}
		}
		checks := s.makeMove(p, m, n.ply)
		if extension == 0 && checks && s.extendsCheck(p, n, m, kind) {
			extension = 1
		}
		score := s.searchMove(p, us, n, alpha, n.depth-1+extension, legal, r, checks)
		p.Unmake()
		if s.stopped {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha, bestMove = score, m
				if n.pv {
					s.setLine(n.ply, m)
				}
			}
		}
		if score >= n.beta {
			s.updateHistories(p, m, f.quiets[:quiets], f.captures[:captures], n.depth, n.ply)
			break
		}
		if quiet && quiets < len(f.quiets) {
			f.quiets[quiets] = m
			quiets++
		} else if !quiet && captures < len(f.captures) {
			f.captures[captures] = m
			captures++
		}
	}
	switch {
	case n.excluded != 0 && legal == 0:
		return start
	case n.excluded != 0:
		return best
	case legal == 0:
		return s.noMoves(p, n.check, n.ply)
	}
	s.storeNode(p, n, best, bestMove, start)
	return best
}

// storeNode stores the result of a node in the transposition table and corrects
// the static evaluation by it.
func (s *Searcher) storeNode(p *rules.Position, n *nodeState, best int, m rules.Move, start int) {
	b := exact
	switch {
	case best >= n.beta:
		b = lower
	case best <= start:
		b = upper
	}
	s.table.store(n.key, m, best, n.raw, n.depth, b, n.formerPV, n.ply)
	if n.raw != unknown && (m == 0 || !isNoisy(p, m)) && !p.Placing() &&
		best < mateBound && best > -mateBound &&
		!(b == lower && best <= n.static) && !(b == upper && best >= n.static) {
		s.correct(p, n.raw, best, n.depth, n.ply)
	}
}

// makeMove makes a move and reports whether it gives check.
func (s *Searcher) makeMove(p *rules.Position, m rules.Move, ply int) (checks bool) {
	f := s.at(ply)
	f.moved, f.quiet = 0, false
	if !p.Placing() {
		f.moved, f.quiet = slot(p, m), !isNoisy(p, m)
	}
	p.Make(m)
	s.table.fetch(s.key(p))
	return p.InCheck()
}

// searchMove searches a move that has been made: the first with the full window,
// the others at first with reduced depth and an empty window.
func (s *Searcher) searchMove(p *rules.Position, us rules.Color, n *nodeState, alpha, depth, i, r int, checks bool) int {
	if i == 1 {
		return s.searchAfter(p, us, alpha, n.beta, depth, n.ply+1, !n.pv && !n.cut, checks)
	}
	score := alpha + 1
	if checks && r > 0 {
		r--
	}
	if r > 0 {
		score = s.searchAfter(p, us, alpha, alpha+1, depth-r, n.ply+1, true, checks)
	}
	if score > alpha && !s.stopped {
		score = s.searchAfter(p, us, alpha, alpha+1, depth, n.ply+1, !n.cut, checks)
	}
	if n.pv && score > alpha && score < n.beta && !s.stopped {
		score = s.searchAfter(p, us, alpha, n.beta, depth, n.ply+1, false, checks)
	}
	return score
}

// searchAfter searches the position after our move and returns its score for us.
// In a placement phase we may be to move again.
func (s *Searcher) searchAfter(p *rules.Position, us rules.Color, alpha, beta, depth, ply int, cut, check bool) int {
	if p.Turn() == us {
		return s.node(p, alpha, beta, depth, ply, cut, check)
	}
	return -s.node(p, -beta, -alpha, depth, ply, cut, check)
}
