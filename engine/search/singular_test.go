package search

import (
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// A move without an alternative is searched deeper, one with a good alternative is not, and what is found
// without the move is not stored as the result of the position.
func TestSingular(t *testing.T) {
	g := rulestest.Game(t, "chess")
	for _, c := range []struct {
		fen, move string
		score     int // of the table
		beta      int
		extension int
		cutoff    bool
	}{
		{"4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100, 1000, 1, false},   // takes a queen
		{"4k3/8/8/8/8/8/4P3/Q3K3 w - - 0 1", "e2e4", 900, 300, 0, true},      // anything wins
		{"4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", "a2a3", 0, 1000, 0, false}, // anything holds
		{"4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", "a2a3", 10, 5, -1, false},  // only the table exceeds beta
	} {
		p := testkit.Must(g.ParseFEN(c.fen))(t)
		m := testkit.Must(p.ParseMove(c.move))(t)
		s := New(eval.New(g, eval.Default(g)), Options{})
		s.Search(p, Limits{Depth: 2}) // sets up the search
		s.rootDepth = 8
		n := nodeState{alpha: c.beta - 1, beta: c.beta, depth: 8, ply: 2, key: s.key(p)}
		s.evaluate(p, &n)
		n.hit = hit{found: true, move: m, depth: 7, bound: lower, score: c.score, static: n.raw}
		before := s.table.probe(n.key, n.ply)
		extension, cutoff := s.singular(p, &n, m)
		if extension != c.extension || cutoff != c.cutoff {
			t.Errorf("%s %s: extension %d, cutoff %v; want %d, %v", c.fen, c.move, extension, cutoff, c.extension, c.cutoff)
		}
		if after := s.table.probe(n.key, n.ply); after != before {
			t.Errorf("%s %s: the table has %+v, before %+v", c.fen, c.move, after, before)
		}
		n.depth = singularDepth - 1
		if extension, cutoff := s.singular(p, &n, m); extension != 0 || cutoff {
			t.Errorf("%s: extended at depth %d", c.fen, n.depth)
		}
	}
}
