package search

import (
	"slices"
	"time"

	"bestiary/engine/rules"
)

// Result is the result of a search.
type Result struct {
	// Move is the best move; 0 when the side to move has none.
	Move rules.Move
	// Score is in centipawns for the side to move; see MateScore.
	Score int
	// Depth is the nominal depth of the last complete iteration, in plies.
	Depth int
	// Nodes is the number of positions visited.
	Nodes uint64
	// PV is the expected line, starting with Move. It is valid until the next
	// search.
	PV []rules.Move
}

// rootLine is one of the best moves at the root.
type rootLine struct {
	score int
	moves []rules.Move
}

// Search finds a move. The position is unchanged afterwards.
func (s *Searcher) Search(p *rules.Position, l Limits) Result {
	s.begin(l)
	p.Remember(s.sights)
	defer p.Remember(nil)
	moves := s.rootMoves(p)
	var r Result
	if len(moves) == 0 {
		return r
	}
	r.Move = moves[0]
	lines := s.lines[:min(max(l.Lines, 1), len(moves), MaxLines)]
	for i := range lines {
		lines[i] = rootLine{moves: lines[i].moves[:0]}
	}
	top := MaxDepth
	if l.Depth > 0 {
		top = min(l.Depth, MaxDepth)
	}
	for depth := 1; depth <= top; depth++ {
		if s.skips(depth) {
			continue
		}
		s.rootDepth = depth
		done := s.iterate(p, moves, depth, lines)
		if best := &lines[0]; len(best.moves) > 0 {
			r.Move, r.Score, r.PV = best.moves[0], best.score, best.moves
		}
		if !done {
			break
		}
		r.Depth = depth
		s.report(depth, lines)
		if s.enough(depth, len(moves), lines) {
			break
		}
	}
	r.Nodes = s.nodes
	return r
}

// begin prepares the searcher for a search.
func (s *Searcher) begin(l Limits) {
	s.limits, s.nodes, s.stopped, s.deepest = l, 0, false, 0
	s.pace = pace{}
	s.table.age()
	s.soft, s.hard = l.Soft, l.Time
	s.timed = l.Time > 0 || l.Soft > 0 || l.Control != nil
	if s.timed || l.Report != nil {
		s.started = time.Now()
	}
	if l.Control != nil {
		at := s.started // the control may outlive the search
		l.Control.started.Store(&at)
	}
}

// rootMoves returns the moves to consider, most promising first.
func (s *Searcher) rootMoves(p *rules.Position) []rules.Move {
	root := s.list(0)
	root.seen = s.seen[p.Turn()]
	root.moves = p.Moves(root.moves[:0])
	if only := s.limits.Moves; len(only) > 0 {
		root.moves = slices.DeleteFunc(root.moves, func(m rules.Move) bool { return !slices.Contains(only, m) })
	}
	hash := s.table.probe(s.key(p), 0).move
	root.keys = root.keys[:0]
	for _, m := range root.moves {
		root.add(m, s.order(p, m, hash, 0))
	}
	s.roots = s.roots[:0]
	for i := range root.moves {
		m, _ := root.pick(0, i)
		s.roots = append(s.roots, m)
	}
	return s.roots
}

func (s *Searcher) report(depth int, lines []rootLine) {
	if s.limits.Report == nil {
		return
	}
	for i := range lines {
		s.limits.Report(Report{
			Depth: depth, Deepest: s.deepest, Line: i + 1, Score: lines[i].score, Nodes: s.nodes,
			Elapsed: time.Since(s.started), HashFull: s.table.full(), PV: lines[i].moves,
		})
	}
}

// aspirationWindow is the initial half-width of the aspiration window, in
// centipawns.
const aspirationWindow = 20

// iterate searches the root moves to one depth, each line among the moves that do
// not begin a better line. It reports whether the iteration was completed.
func (s *Searcher) iterate(p *rules.Position, moves []rules.Move, depth int, lines []rootLine) bool {
	for i := range lines {
		if !s.aspirationSearch(p, moves[i:], depth, &lines[i]) {
			return false
		}
	}
	// A later line may have turned out better than an earlier one.
	for i := 1; i < len(lines); i++ {
		for j := i; j > 0 && lines[j].score > lines[j-1].score; j-- {
			lines[j], lines[j-1] = lines[j-1], lines[j]
			moves[j], moves[j-1] = moves[j-1], moves[j]
		}
	}
	return true
}

// aspirationSearch finds the best of some root moves, starting with a small window
// around the score of the last iteration.
func (s *Searcher) aspirationSearch(p *rules.Position, moves []rules.Move, depth int, line *rootLine) bool {
	alpha, beta := -infinite, infinite
	width := aspirationWindow
	if depth >= 4 && !s.opts.NoAspiration && line.score < mateBound && line.score > -mateBound {
		alpha, beta = line.score-width, line.score+width
	}
	for {
		score, ok := s.searchRoot(p, moves, depth, alpha, beta, line)
		if !ok {
			return false
		}
		switch {
		case score <= alpha:
			alpha = max(alpha-width, -infinite)
		case score >= beta:
			beta = min(beta+width, infinite)
		default:
			return true
		}
		if width *= 3; width > 1000 {
			alpha, beta = -infinite, infinite
		}
	}
}

// searchRoot searches root moves within a window. It moves the best move to the
// front, so that an interrupted iteration still counts.
func (s *Searcher) searchRoot(p *rules.Position, moves []rules.Move, depth, alpha, beta int, line *rootLine) (int, bool) {
	us := p.Turn()
	n := nodeState{alpha: alpha, beta: beta, depth: depth, pv: true, check: p.InCheck(), key: s.key(p)}
	n.hit = s.table.probe(n.key, 0)
	n.formerPV = true
	s.evaluate(p, &n)
	best, top := -infinite, alpha
	for i := range moves {
		m := moves[i]
		r := s.rootReduction(p, &n, m, i+1)
		checks := s.makeMove(p, m, 0)
		extension := 0
		if checks && s.extendsCheck(p, &n, m, quietClass) {
			extension = 1
		}
		score := s.searchMove(p, us, &n, top, depth-1+extension, i+1, r, checks)
		p.Unmake()
		if s.stopped {
			return best, false
		}
		best = max(best, score)
		if score > top {
			top = score
			copy(moves[1:i+1], moves[:i])
			moves[0] = m
			s.setLine(0, m)
			line.score = score
			line.moves = append(line.moves[:0], s.line[0][:s.lineLen[0]]...)
			if score >= beta {
				return best, true
			}
		}
	}
	if best > alpha && len(moves) == len(s.roots) && len(s.limits.Moves) == 0 {
		s.table.store(n.key, line.moves[0], best, n.raw, depth, exact, true, 0)
	}
	return best, true
}

// rootReduction returns the late-move reduction of a root move, in plies.
func (s *Searcher) rootReduction(p *rules.Position, n *nodeState, m rules.Move, i int) int {
	if s.opts.NoRootReductions || n.depth < 3 || i < 5 {
		return 0
	}
	kind, quiet := quietClass, !isNoisy(p, m)
	if !quiet {
		if kind = badNoisy; !s.loses(p, m) {
			kind = goodNoisy
		}
	}
	return min(s.reduction(p, n, m, i, quiet, kind), n.depth-2)
}

// visit counts a node and reports whether the search must stop.
func (s *Searcher) visit(ply int) bool {
	if s.stopped {
		return true
	}
	s.nodes++
	s.deepest = max(s.deepest, ply)
	if s.limits.Nodes > 0 && s.nodes >= s.limits.Nodes {
		s.stopped = true
	}
	if s.timed && s.nodes&1023 == 0 {
		s.readControl()
		if s.hard > 0 && time.Since(s.started) >= s.hard {
			s.stopped = true
		}
	}
	return false
}

// readControl applies the requests of another goroutine.
func (s *Searcher) readControl() {
	c := s.limits.Control
	if c == nil {
		return
	}
	c.nodes.Store(s.nodes)
	if c.stop.Load() {
		s.stopped = true
	}
	if soft := c.soft.Load(); soft > 0 {
		s.soft = time.Duration(soft)
	}
	if hard := c.hard.Load(); hard > 0 {
		s.hard = time.Duration(hard)
	}
}
