package search

import (
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"testing"
)

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
		m := testkit.Must(p.ParseMove("g1f3"))(t)
		s.at(0).static = c.before
		s.makeMove(p, m, 0)
		s.learnFromEvaluation(&nodeState{ply: 1, static: c.after})
		p.Unmake()
		if got := s.quietScore(p, m, 0); got*c.sign < 0 || (got == 0) != (c.sign == 0) {
			t.Errorf("from %d to %d: history %d, want the sign of %d", c.before, c.after, got, c.sign)
		}
	}
}

// What a search has found after two moves corrects the evaluation after the same two moves,
// of positions with other pawns too, and not after others.
func TestCorrectionByTheLastMoves(t *testing.T) {
	g, e := compile(t, "chess")
	p := g.NewPosition()
	other := rulestest.Position(t, g, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
	for _, c := range []struct {
		before, last uint32 // slots
		o            Options
		corrected    bool
	}{
		{500, 600, Options{}, true},
		{500, 601, Options{}, false},
		{501, 600, Options{}, false},
		{500, 600, Options{NoMoveCorrection: true}, false},
	} {
		s := New(e, c.o)
		s.at(0).moved, s.at(1).moved = 500, 600
		s.correct(p, 0, 300, 8, 2)
		s.at(0).moved, s.at(1).moved = c.before, c.last
		if got := s.correctedEval(other, 0, 2); (got > 0) != c.corrected || got < 0 {
			t.Errorf("after %d and %d, move correction off %t: %d", c.before, c.last, c.o.NoMoveCorrection, got)
		}
	}
}
