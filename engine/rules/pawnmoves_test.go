package rules

import (
	"bestiary/internal/testkit"
	"testing"
)

// Chess with the pawns of a study of chess variants. The counts of torpedo and semi-torpedo
// pawns are Fairy-Stockfish's; the others are checked by a position in which the move
// matters.
func TestPawnsOfChess(t *testing.T) {
	for _, tc := range []struct {
		pawns, fen string
		depth      int
		nodes      uint64
	}{
		{"torpedo", "", 4, 209719},
		{"torpedo", "r2k4/1p4b1/3p1ppr/p5Pp/bn1PPP2/2qR4/4K1BP/BN2Q1NR w - - 0 26", 3, 55425},
		{"semi-torpedo", "", 4, 203775},
		{"semi-torpedo", "5kqr/2prnb2/2np2pp/1P1p1PP1/NP1B3P/5PR1/2P1K1B1/R1Q3N1 w - - 0 31", 3, 41924},
		{"one-square", "", 1, 12},
		{"one-square", "k7/8/8/8/1p6/8/P7/K7 w - - 0 1", 2, 13}, // nothing is taken en passant
		{"back", "k7/8/8/3P4/8/3P4/3P4/K7 w - - 0 1", 1, 6},     // king 3, d2 none, d3 one forward, d5 both ways
		{"back", "k7/8/8/8/8/8/3P4/K7 w - - 0 1", 1, 5},         // not to the first rank
		{"sideways", "k7/8/8/2pP4/8/8/8/K7 w - - 0 1", 1, 5},    // king 3, forward, not onto the other pawn
	} {
		g := gameWith(t, "chess pawns="+tc.pawns)
		p := g.NewPosition()
		if tc.fen != "" {
			p = testkit.Must(g.ParseFEN(tc.fen))(t)
		}
		if n := p.Perft(tc.depth); n != tc.nodes {
			t.Errorf("%s %s: %d leaves at depth %d, want %d", tc.pawns, tc.fen, n, tc.depth, tc.nodes)
		}
	}
}
