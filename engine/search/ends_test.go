package search

import (
	"bestiary/engine/rules/rulestest"
	"strings"
	"testing"
)

// The search wins by the rules of a game besides mate, and does not fall for them.
func TestWinsByTheEndsOfTheGame(t *testing.T) {
	for _, c := range []struct {
		rule, game, fen string
		depth           int
		best            string // moves, any of which will do
		won             bool
	}{
		{"a king goes to the middle", "king-of-the-hill", "6k1/8/8/8/8/2K5/8/q7 w - - 0 1", 3, "c3d3 c3b4 c3c4 c3b3 c3c2 c3d2", false},
		{"a king in the middle wins", "king-of-the-hill", "6k1/8/8/8/8/3K4/8/q7 w - - 0 1", 2, "d3e4 d3d4", true},
		{"a king is kept out", "king-of-the-hill", "6k1/8/8/8/8/3K4/8/6r1 b - - 0 1", 3, "g1e1 g1d1 g1g4", false},
		{"a runner arrives", "breakthrough", "8/1p6/8/P7/8/8/8/8 w - - 0 1", 6, "a5b6", true},
		{"the last piece of a kind is captured", "extinction", "rnbqk3/p7/8/8/8/8/QP6/RNB1K3 w - - 0 1", 2, "a2a7", true},
		{"a king is no more than other pieces", "threekings", "k6k/8/8/8/8/1k6/8/Q2K1K1K w - - 0 1", 2, "a1a8 a1h8", true},
		{"mate is avoided where it loses", "misere", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 3, "a1b1 a1c1 a1d1 a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 e1d1 e1e2 e1f1 e1d2 e1f2", false},
		{"stalemate is sought where it wins", "chess stalemate=win", "7k/8/5QK1/8/8/8/8/q7 b - - 0 1", 2, "a1f6", false},
		{"the third check wins", "three-check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", 2, "a1a8", true},
		{"a king races", "racing-kings", "8/8/6K1/k7/8/8/8/8 w - - 0 1", 6, "g6f7 g6g7 g6h7", true},
		{"the last piece is given away", "antichess", "8/8/p7/8/8/8/1P6/8 w - - 0 1", 6, "b2b4 b2b3", true},
		{"a horde is captured to the last", "horde", "4k3/8/8/8/8/8/r7/P7 b - - 0 1", 2, "a2a1", true},
		{"a maharajah mates alone", "maharajah2", "3m4/8/8/8/8/8/5PPP/6K1 b - - 0 1", 2, "d8d1", true},
	} {
		t.Run(c.rule, func(t *testing.T) {
			g, e := compile(t, c.game)
			s := New(e, Options{})
			r := s.Search(rulestest.Position(t, g, c.fen), Limits{Depth: c.depth})
			best := g.MoveText(r.Move)
			if !strings.Contains(" "+c.best+" ", " "+best+" ") {
				t.Errorf("%s: %s, want one of %s", c.fen, best, c.best)
			}
			if c.won != (r.Score > mateBound) {
				t.Errorf("%s: score %d of %s, won is %v", c.fen, r.Score, best, c.won)
			}
		})
	}
}
