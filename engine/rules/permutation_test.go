package rules

import (
	"bestiary/internal/testkit"
	"testing"
)

// The text calls it the Mental Cruelty rule: a pawn that reaches the eighth rank
// when there is nothing to promote to loses the game for its side.
func TestPawnWithNothingToPromoteToLoses(t *testing.T) {
	const mating = "16/R3P10k/13Q2/16/16/16/16/K13R1"
	for _, c := range []struct {
		rule, game, fen, line string
		want                  Result
		why                   Reason
		san                   string // of the last move
	}{
		{"by a step", "complete-permutation", "15k/4P11/16/16/16/16/16/15K[] w - - 0 1", "e7e8", BlackWins, EmptyPool, "e8"},
		{"black's loses for black", "complete-permutation", "15k/16/16/16/16/16/4p11/15K[NQ] b - - 0 1", "e2e1", WhiteWins, EmptyPool, "e1"},
		{"even by a capture, which fills the other pool", "complete-permutation", "3q11k/4P11/16/16/16/16/16/15K[] w - - 0 1", "e7d8", BlackWins, EmptyPool, "exd8"},
		{"even if it checks", "complete-permutation", "16/R3P10k/16/16/16/16/16/15K[] w - - 0 1", "e7e8", BlackWins, EmptyPool, "e8+"},
		{"even if it mates", "complete-permutation", mating + "[] w - - 0 1", "e7e8", BlackWins, EmptyPool, "e8+"},
		{"with a piece to promote to the same move mates", "complete-permutation", mating + "[N] w - - 0 1", "e7e8n", WhiteWins, Checkmate, "e8=N#"},
		{"even on the last ply of the count", "complete-permutation", "15k/4P11/16/16/16/16/16/15K[] w - - 99 80", "e7e8", BlackWins, EmptyPool, "e8"},
		{"the seventh rank loses nothing", "complete-permutation", "15k/16/4P11/16/16/16/16/15K[] w - - 0 1", "e6e7", Ongoing, NoReason, "e7"},
		{"empty-pool=forbidden: there is no such move, and no other is a stalemate", "complete-permutation empty-pool=forbidden",
			"k15/4P11/16/16/16/16/13q2/15K[] w - - 0 1", "", Draw, Stalemate, ""},
	} {
		t.Run(c.rule, func(t *testing.T) {
			p := parsed(t, gameWith(t, c.game), c.fen)
			before := p.Clone()
			san := ""
			if c.line != "" {
				m := testkit.Must(p.ParseMove(c.line))(t)
				san = p.SAN(m)
			}
			play(t, p, c.line)
			if got, why := p.Outcome(); got != c.want || why != c.why || san != c.san {
				t.Errorf("%s: %s by %q after %q, want %s by %q after %q", p.FEN(), got, why, san, c.want, c.why, c.san)
			}
			again := parsed(t, p.g, p.FEN())
			if got, why := again.Outcome(); got != c.want || why != c.why {
				t.Errorf("%s read again: %s by %q, want %s by %q", p.FEN(), got, why, c.want, c.why)
			}
			if c.line != "" {
				p.Unmake()
				if diff := diffPositions(before, p); diff != "" {
					t.Errorf("%s is not taken back: %s", c.line, diff)
				}
			}
		})
	}
}
