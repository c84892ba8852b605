package opening

import (
	"sync"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
)

// judges tells whether positions are balanced, on any number of goroutines.
type judges struct {
	nodes uint64
	pool  sync.Pool // of *search.Searcher
}

// judgeHashBits keeps a judge small and quick to reset.
const judgeHashBits = 10

func newJudges(g *rules.Game, nodes int) *judges {
	e := eval.New(g, eval.Prior(g))
	j := &judges{nodes: uint64(nodes)}
	j.pool.New = func() any { return search.New(e, search.Options{HashBits: judgeHashBits}) }
	return j
}

// balanced reports whether neither side is better by more than a number of
// centipawns.
func (j *judges) balanced(p *rules.Position, most int) bool {
	s := j.pool.Get().(*search.Searcher)
	defer j.pool.Put(s)
	s.Reset() // the result must not depend on earlier searches
	score := s.Search(p, search.Limits{Nodes: j.nodes}).Score
	return max(score, -score) <= most
}
