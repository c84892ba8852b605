package search

import "testing"

// A quiet move after which the evaluation is better for the side that made it gains
// history, one after which it is worse loses.
func TestHistoryLearnsFromTheEvaluation(t *testing.T) {
	g, e := compile(t, "chess")
	p := g.NewPosition()
	for _, c := range []struct {
		before, after int // static evaluations, each for the side to move
		sign          int
	}{{10, -60, 1}, {10, 40, -1}, {10, -10, 0}, {10, unknown, 0}} {
		s := New(e, Options{})
		m, err := p.ParseMove("g1f3")
		if err != nil {
			t.Fatal(err)
		}
		s.at(0).static = c.before
		s.makeMove(p, m, 0)
		s.learnFromEvaluation(&nodeState{ply: 1, static: c.after})
		p.Unmake()
		if got := s.quietScore(p, m, 0); got*c.sign < 0 || (got == 0) != (c.sign == 0) {
			t.Errorf("from %d to %d: history %d, want the sign of %d", c.before, c.after, got, c.sign)
		}
	}
}
