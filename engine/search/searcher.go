package search

import (
	"math"
	"time"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
)

const (
	// maxPly is the deepest node, extensions and quiescence included.
	maxPly = 128
	// infinite is above every score.
	infinite = MateScore + 1
	// mateBound separates mate scores from evaluations.
	mateBound = MateScore - 2*maxPly
	// firstMoves is the room for moves that a ply starts with.
	firstMoves = 256
)

// Searcher searches positions of one game. It is not safe for concurrent use;
// each worker has its own.
type Searcher struct {
	eval     *eval.Scorer
	opts     Options
	exchange exchanger
	table    table
	reduce   [64][64]int8

	history [256][256]int32 // by piece and target square
	killers [maxPly + 1][2]rules.Move
	lists   [maxPly + 1]list
	quiets  [maxPly + 1][64]rules.Move
	line    [maxPly + 1][maxPly + 1]rules.Move
	lineLen [maxPly + 1]int

	limits  Limits
	nodes   uint64
	started time.Time
	stopped bool
	rootTop int // nominal depth of the iteration
}

// New prepares a searcher.
func New(e *eval.Evaluator, o Options) *Searcher {
	g := e.Game()
	values := make([]int, len(g.Types())+1)
	for _, t := range g.Types() {
		values[t] = e.Value(t)
	}
	values[g.Royal()] = royalValue
	s := &Searcher{eval: e.NewScorer(), opts: o, exchange: newExchanger(values), table: newTable(o.hashBits())}
	for i := range s.lists {
		s.lists[i] = list{make([]rules.Move, 0, firstMoves), make([]int32, 0, firstMoves)}
	}
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			s.reduce[d][n] = int8(0.6 + math.Log(float64(d))*math.Log(float64(n))/2.2)
		}
	}
	return s
}

// royalValue makes the royal piece the last to enter an exchange.
const royalValue = 10000

// Reset forgets everything that earlier searches have learned.
func (s *Searcher) Reset() {
	s.table.clear()
	s.eval.Reset()
	s.history = [256][256]int32{}
	s.killers = [maxPly + 1][2]rules.Move{}
}

// Result is what a search found.
type Result struct {
	// Move is the best move; 0 when the side to move has none.
	Move rules.Move
	// Score is in centipawns for the side to move; see MateScore.
	Score int
	// Depth is the last nominal depth searched to the end, in plies.
	Depth int
	// Nodes is the number of positions visited.
	Nodes uint64
	// PV is the expected line, starting with Move. It is valid until the next
	// search.
	PV []rules.Move
}

// Search finds a move. The position is unchanged afterwards.
func (s *Searcher) Search(p *rules.Position, l Limits) Result {
	s.limits, s.nodes, s.stopped = l, 0, false
	if l.Time > 0 {
		s.started = time.Now()
	}
	root := &s.lists[0]
	root.moves = p.Moves(root.moves[:0])
	var r Result
	if len(root.moves) == 0 {
		return r
	}
	hash := rules.Move(0)
	if e := s.table.probe(p.Hash()); e != nil {
		hash = e.move
	}
	s.order(p, root, hash, 0)
	for i := range root.moves {
		root.pick(i)
	}
	r.Move = root.moves[0]
	top := MaxDepth
	if l.Depth > 0 {
		top = min(l.Depth, MaxDepth)
	}
	for depth := 1; depth <= top; depth++ {
		s.rootTop = depth
		if !s.iterate(p, root.moves, depth, &r) {
			break
		}
		r.Depth = depth
		if len(root.moves) == 1 && l.Depth == 0 || r.Score > mateBound && MateScore-r.Score <= depth {
			break
		}
	}
	r.Nodes = s.nodes
	return r
}

// window is the first half-width of the aspiration window in centipawns.
const window = 35

// iterate searches all root moves to one depth, best first. It reports whether
// the iteration was completed.
func (s *Searcher) iterate(p *rules.Position, moves []rules.Move, depth int, r *Result) bool {
	alpha, beta := -infinite, infinite
	width := window
	if depth >= 4 && !s.opts.NoAspiration && r.Score < mateBound && r.Score > -mateBound {
		alpha, beta = r.Score-width, r.Score+width
	}
	for {
		score, ok := s.searchRoot(p, moves, depth, alpha, beta, r)
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

// searchRoot searches the root moves within a window. A move that turns out
// best moves to the front, so that a broken-off iteration still counts.
func (s *Searcher) searchRoot(p *rules.Position, moves []rules.Move, depth, alpha, beta int, r *Result) (int, bool) {
	us := p.Turn()
	best := -infinite
	top := alpha
	for i := range moves {
		m := moves[i]
		p.Make(m)
		score := 0
		if i == 0 {
			score = s.after(p, us, top, beta, depth-1, 1)
		} else {
			score = s.after(p, us, top, top+1, depth-1, 1)
			if score > top && score < beta && !s.stopped {
				score = s.after(p, us, top, beta, depth-1, 1)
			}
		}
		p.Unmake()
		if s.stopped {
			return best, false
		}
		if score > best {
			best = score
		}
		if score > top {
			top = score
			copy(moves[1:i+1], moves[:i])
			moves[0] = m
			s.extend(0, m)
			r.Move, r.Score = m, score
			r.PV = s.line[0][:s.lineLen[0]]
			if score >= beta {
				return best, true
			}
		}
	}
	s.table.store(p.Hash(), r.Move, toTable(best, 0), depth, exact)
	return best, true
}

// after searches the position after a move of us and returns its score for us.
// In a placement phase the same side may be to move again.
func (s *Searcher) after(p *rules.Position, us rules.Color, alpha, beta, depth, ply int) int {
	if p.Turn() == us {
		return s.node(p, alpha, beta, depth, ply, false)
	}
	return -s.node(p, -beta, -alpha, depth, ply, false)
}

// extend makes m, followed by the line of the next ply, the line of this ply.
func (s *Searcher) extend(ply int, m rules.Move) {
	s.line[ply][0] = m
	n := copy(s.line[ply][1:], s.line[ply+1][:s.lineLen[ply+1]])
	s.lineLen[ply] = n + 1
}

// visit counts a node and reports whether the search must stop.
func (s *Searcher) visit() bool {
	if s.stopped {
		return true
	}
	s.nodes++
	if s.limits.Nodes > 0 && s.nodes >= s.limits.Nodes {
		s.stopped = true
	}
	if s.limits.Time > 0 && s.nodes&1023 == 0 && time.Since(s.started) >= s.limits.Time {
		s.stopped = true
	}
	return false
}
