package search

import (
	"bestiary/engine/rules/rulestest"
	"testing"
)

// At its first ply quiescence tries quiet checks that give nothing away, and only there.
func TestQuiescenceTriesQuietChecks(t *testing.T) {
	g, e := compile(t, "chess")
	for _, c := range []struct {
		fen   string
		depth int
		o     Options
		mate  bool
	}{
		{"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 0, Options{}, true}, // on the back rank
		{"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", -1, Options{}, false},
		{"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 0, Options{NoQuiesceChecks: true}, false},
		{"1r4k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 0, Options{}, false}, // the rook is taken
	} {
		s := New(e, c.o)
		score := s.quiesce(rulestest.Position(t, g, c.fen), -infinite, infinite, c.depth, 0, false)
		if got := score == MateScore-1; got != c.mate {
			t.Errorf("%s at depth %d with %+v: score %d", c.fen, c.depth, c.o, score)
		}
	}
}

// A capture that wins nothing is left out of quiescence if the score without it is far
// below alpha, and only then.
func TestQuiescenceLeavesOutEqualCaptures(t *testing.T) {
	g, e := compile(t, "chess")
	for _, c := range []struct {
		above int // of alpha over the static evaluation
		o     Options
		tried bool
	}{
		{equalMargin, Options{NoEqualPrune: true}, true},
		{equalMargin - 1, Options{}, true},
		{equalMargin, Options{}, false},
	} {
		s := New(e, c.o)
		p := rulestest.Position(t, g, "1rk5/p4ppp/8/8/8/8/P4PPP/1RK5 b - - 0 1") // the rooks are guarded
		alpha := s.eval.Score(p) + c.above
		s.quiesce(p, alpha, alpha+1, -1, 0, false)
		if got := s.nodes > 1; got != c.tried {
			t.Errorf("alpha %d above the evaluation, pruning off %t: %d nodes", c.above, c.o.NoEqualPrune, s.nodes)
		}
	}
}
