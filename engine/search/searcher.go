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

	lines   [MaxLines]rootLine
	limits  Limits
	nodes   uint64
	deepest int // node visited, in plies
	rootTop int // nominal depth of the iteration
	stopped bool

	timed      bool // the clock or another goroutine can end the search
	started    time.Time
	soft, hard time.Duration // 0 for none
}

// New prepares a searcher.
func New(e *eval.Evaluator, o Options) *Searcher {
	g := e.Game()
	values := make([]int, len(g.Types())+1)
	for _, t := range g.Types() {
		values[t] = e.Value(t)
	}
	values[g.Royal()] = royalValue
	s := &Searcher{eval: e.NewScorer(), opts: o, exchange: newExchanger(g, values), table: newTable(o.hashBits())}
	for i := range s.lists {
		s.lists[i] = list{make([]rules.Move, 0, firstMoves), make([]int32, 0, firstMoves)}
	}
	for i := range s.lines {
		s.lines[i].moves = make([]rules.Move, 0, maxPly+1)
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
