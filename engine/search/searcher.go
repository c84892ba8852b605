package search

import (
	"time"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
)

const (
	// maxPly is the deepest node, extensions and quiescence included.
	maxPly = 128
	// infinite is greater than every score.
	infinite = MateScore + 1
	// mateBound separates mate scores from evaluations.
	mateBound = MateScore - 2*maxPly
	// firstMoves is the room for moves that a ply starts with.
	firstMoves = 256
)

// Searcher searches positions of one game. It is not safe for concurrent use;
// each worker has its own.
type Searcher struct {
	eval      *eval.Scorer
	opts      Options
	see       see
	threats   threats
	sights    *rules.Sights // what pieces see
	table     table
	helper    int // number in its team, or 0; see NewTeam
	reduce    [64][64]int16
	pawns     []rules.Code          // the codes of all pawns
	seen      [2]*[256]rules.Square // as in list, by side to move
	forces    bool                  // captures are compulsory
	zugzwangs bool                  // passing is often better than any move
	counted   int                   // half-move clock from which it is part of the key

	hist        histories
	corrections corrections

	frames  [maxPly + 3 + framesBefore]frame
	line    [maxPly + 1][maxPly + 1]rules.Move
	lineLen [maxPly + 1]int

	roots     []rules.Move // in the order in which they are searched
	lines     [MaxLines]rootLine
	limits    Limits
	nodes     uint64
	deepest   int // ply of the deepest node visited
	rootDepth int // nominal depth of the iteration
	verified  int // there are no null moves before this ply
	stopped   bool
	pace      pace

	timed      bool // the clock or another goroutine can end the search
	started    time.Time
	soft, hard time.Duration // 0 for none
}

// framesBefore is how many plies the root can look back.
const framesBefore = 2

// frame is the state of the search for one ply of the current line.
type frame struct {
	static   int    // static evaluation, or unknown
	moved    uint32 // slot of the move being searched; 0 for none
	quiet    bool   // the move being searched is quiet
	null     bool   // the move being searched is a null move
	killers  [2]rules.Move
	quiets   [64]rules.Move // tried so far
	captures [32]rules.Move
	list     list
}

// at returns the frame of a ply.
func (s *Searcher) at(ply int) *frame { return &s.frames[ply+framesBefore] }

// list returns the list of moves of a ply.
func (s *Searcher) list(ply int) *list { return &s.at(ply).list }

// New prepares a searcher.
func New(e *eval.Evaluator, o Options) *Searcher {
	s := newSearcher(e, o)
	s.table = newTable(o.hashBits())
	return s
}

// newSearcher prepares a searcher without a table.
func newSearcher(e *eval.Evaluator, o Options) *Searcher {
	if o.NoScaling {
		e = e.Unscaled()
	}
	if o.NoNetwork {
		e = e.OfTerms()
	}
	g := e.Game()
	values := make([]int, len(g.Types())+1)
	for _, t := range g.Types() {
		values[t] = max(e.Value(t), -e.Value(t)) // a piece may be a burden
	}
	for _, t := range g.Types() {
		if g.IsRoyal(t) {
			values[t] = royalValue
		}
	}
	s := &Searcher{eval: e.NewScorer(), opts: o, see: see{values}, threats: newThreats(g, values), sights: rules.NewSights(g), roots: make([]rules.Move, 0, firstMoves)}
	for i := range s.frames {
		s.frames[i] = frame{static: unknown, list: newList()}
	}
	for i := range s.lines {
		s.lines[i].moves = make([]rules.Move, 0, maxPly+1)
	}
	for _, t := range g.Types() {
		if g.IsPawn(t) {
			s.pawns = append(s.pawns, rules.CodeOf(t, rules.White), rules.CodeOf(t, rules.Black))
		}
	}
	s.seen[rules.White] = new([256]rules.Square)
	for sq := range g.Squares() {
		s.seen[rules.White][sq] = g.MirrorSquare(rules.Square(sq))
	}
	s.counted = 1 << 30
	if n := g.Variant.Rules.NMove; n > 0 {
		s.counted = max(2*n-nearNMoveRule, 0)
	}
	s.fillReductions()
	s.learnRules(g)
	return s
}

// royalValue makes the royal piece the last to join an exchange.
const royalValue = 10000

// Reset forgets everything that earlier searches have learned.
func (s *Searcher) Reset() {
	s.table.clear()
	s.eval.Reset()
	s.hist = histories{}
	s.corrections = corrections{}
	for i := range s.frames {
		s.frames[i].killers = [2]rules.Move{}
	}
}

// setLine makes m, followed by the line of the next ply, the line of this ply.
func (s *Searcher) setLine(ply int, m rules.Move) {
	s.line[ply][0] = m
	n := copy(s.line[ply][1:], s.line[ply+1][:s.lineLen[ply+1]])
	s.lineLen[ply] = n + 1
}
