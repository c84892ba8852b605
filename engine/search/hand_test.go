package search

import (
	"bestiary/internal/testkit"
	"testing"
)

// The search drops for mate, except where such a mate loses, and blows up a king.
func TestSearchKnowsDropsAndBlasts(t *testing.T) {
	for _, c := range []struct {
		game, fen, want string
		mates           bool
	}{
		{"crazyhouse", "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1", "N@f7", true},
		{"shogi", "7lk/7n1/7S1/9/9/9/9/9/K8[G] w - - 0 1", "G@i8", true},
		{"shogi", "7lk/7n1/7S1/9/9/9/9/9/K8[P] w - - 0 1", "P@i8", false},
		{"atomic", "3qk3/8/8/4r3/8/8/8/3RK3 w - - 0 1", "d1d8", true},
	} {
		g, e := compile(t, c.game)
		p := testkit.Must(g.ParseFEN(c.fen))(t)
		s := New(e, Options{})
		r := s.Search(p, Limits{Depth: 4})
		if got := g.MoveText(r.Move); (got == c.want) != c.mates {
			t.Errorf("%s %s: %s is chosen", c.game, c.fen, got)
		}
	}
}

func TestPiecesInHandHaveAWeight(t *testing.T) {
	g, e := compile(t, "crazyhouse")
	score := func(hand string) int {
		p := testkit.Must(g.ParseFEN("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[" + hand + "] w - - 0 1"))(t)
		return e.Score(p)
	}
	if none, knight, queen, theirs := score(""), score("N"), score("Q"), score("q"); !(theirs < none && none < knight && knight < queen) {
		t.Errorf("scores with q %d, nothing %d, N %d, Q %d in hand", theirs, none, knight, queen)
	}
}
