package search

import "testing"

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
		score := s.quiesce(position(t, g, c.fen), -infinite, infinite, c.depth, 0, false)
		if got := score == MateScore-1; got != c.mate {
			t.Errorf("%s at depth %d with %+v: score %d", c.fen, c.depth, c.o, score)
		}
	}
}
