package rules

import (
	"bestiary/internal/testkit"
	"testing"
)

const permutationStart = "vfbemqdzkahtcnrl/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/VFBEMQDZKAHTCNRL[] w ABCDEFGHJKLMNOPabcdefghjklmnop - 0 1"

func TestKingSwap(t *testing.T) {
	if got := gameWith(t, "complete-permutation").NewPosition().FEN(); got != permutationStart {
		t.Errorf("the game starts with\n%s, want\n%s", got, permutationStart)
	}
	const swaps = "a1 b1 c1 d1 e1 f1 g1 k1 l1 m1 n1 o1 p1 ~h1 ~j1"
	checkMoves(t, []moveCase{
		{rule: "with each of the fifteen pieces, the adjacent ones included, whatever stands between",
			game: "complete-permutation", fen: permutationStart, from: "i1", want: swaps},
		{rule: "black too",
			game: "complete-permutation", fen: permutationStart, line: "a2a3", from: "i8", want: "a8 b8 c8 d8 e8 f8 g8 k8 l8 m8 n8 o8 p8 ~h8 ~j8"},
		{rule: "not with a piece that has moved and is back, with all others still",
			game: "complete-permutation", fen: permutationStart, line: "n1m3 a7a6 m3n1 a6a5", from: "i1",
			want: "a1 b1 c1 d1 e1 f1 g1 k1 l1 m1 o1 p1 ~h1 ~j1"},
		{rule: "not again after a swap",
			game: "complete-permutation", fen: permutationStart, line: "i1a1 a7a6", from: "a1", want: ""},
		{rule: "not by a king that has moved and is back",
			game: "complete-permutation", fen: "8k6p/16/16/16/16/16/16/R7K6R[] w AP - 0 1", line: "i1i2 p8p7 i2i1 p7p6", from: "i1", want: "h1 h2 i2 j1 j2"},
		{rule: "not in check",
			game: "complete-permutation", fen: "8r6k/16/16/16/16/16/16/R7K7[] w A - 0 1", from: "i1", want: "h1 h2 j1 j2"},
		{rule: "swap-out-of-check=true",
			game: "complete-permutation swap-out-of-check=true", fen: "8r6k/16/16/16/16/16/16/R7K7[] w A - 0 1", from: "i1", want: "a1 h1 h2 j1 j2"},
		{rule: "not onto an attacked square, which the partner may be on",
			game: "complete-permutation", fen: "r14k/16/16/16/16/16/16/R7K7[] w A - 0 1", from: "i1", want: "h1 h2 i2 j1 j2"},
		{rule: "swap-out-of-check=true does not allow that either",
			game: "complete-permutation swap-out-of-check=true", fen: "r14k/16/16/16/16/16/16/R7K7[] w A - 0 1", from: "i1", want: "h1 h2 i2 j1 j2"},
		{rule: "over an attacked square and over pieces",
			game: "complete-permutation", fen: "4r10k/16/16/16/16/16/16/R3N3K7[] w AE - 0 1", from: "i1", want: "a1 h1 h2 i2 j1 j2"},
		{rule: "a plain step onto an empty square beside the king is no swap",
			game: "complete-permutation", fen: "15k/16/16/16/16/16/16/7RK7[] w H - 0 1", from: "i1", want: "h2 i2 j1 j2 ~h1"},
	})
	const two = "r7k6p/16/16/16/16/16/16/R7K5R1[] w AOa - 0 1"
	checkLines(t, []lineCase{
		{rule: "king and piece exchange places and both count as moved",
			game: "complete-permutation", fen: permutationStart, line: "i1a1",
			want: "vfbemqdzkahtcnrl/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/KFBEMQDZVAHTCNRL[] b abcdefghjklmnop - 1 1"},
		{rule: "with an adjacent piece",
			game: "complete-permutation", fen: permutationStart, line: "i1~j1",
			want: "vfbemqdzkahtcnrl/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/VFBEMQDZAKHTCNRL[] b abcdefghjklmnop - 1 1"},
		{rule: "a partner that moves loses its own right only",
			game: "complete-permutation", fen: two, line: "o1o5", want: "r7k6p/16/16/14R1/16/16/16/R7K7[] b Aa - 1 1"},
		{rule: "a partner that captures a partner takes both rights",
			game: "complete-permutation", fen: two, line: "a1a8", want: "R7k6p/16/16/16/16/16/16/8K5R1[r] b O - 0 1"},
		{rule: "a king that moves loses all rights of its side",
			game: "complete-permutation", fen: two, line: "i1i2", want: "r7k6p/16/16/16/16/16/8K7/R13R1[] b a - 1 1"},
	})
}

func TestPromotionToCapturedPieces(t *testing.T) {
	const (
		sixth   = "15k/16/4P11/16/16/16/16/15K"
		seventh = "15k/4P11/16/16/16/16/16/15K"
	)
	checkMoves(t, []moveCase{
		{rule: "on the seventh rank a pawn may become a captured piece of its side",
			game: "complete-permutation", fen: sixth + "[NQ] w - - 0 1", from: "e6", want: "e7 e7n e7q"},
		{rule: "on the eighth it must",
			game: "complete-permutation", fen: seventh + "[NQ] w - - 0 1", from: "e7", want: "e8n e8q"},
		{rule: "the opponent's captured pieces do not count",
			game: "complete-permutation", fen: sixth + "[Nbrz] w - - 0 1", from: "e6", want: "e7 e7n"},
		{rule: "with none captured the seventh rank is nothing special",
			game: "complete-permutation", fen: sixth + "[nq] w - - 0 1", from: "e6", want: "e7"},
		{rule: "not before the seventh rank",
			game: "complete-permutation", fen: "15k/16/16/4P11/16/16/16/15K[NQ] w - - 0 1", from: "e5", want: "e6"},
		{rule: "by captures on either rank",
			game: "complete-permutation", fen: "15k/3n12/4P11/16/16/16/16/15K[N] w - - 0 1", from: "e6", want: "d7 d7n e7 e7n"},
		{rule: "black's second rank is its seventh",
			game: "complete-permutation", fen: "15k/16/16/16/16/4p11/16/15K[Nq] b - - 0 1", from: "e3", want: "e2 e2q"},
		{rule: "black's first rank its eighth",
			game: "complete-permutation", fen: "15k/16/16/16/16/16/4p11/15K[Nq] b - - 0 1", from: "e2", want: "e1q"},
	})
	checkLines(t, []lineCase{
		{rule: "the piece chosen leaves the pool",
			game: "complete-permutation", fen: seventh + "[NNQ] w - - 3 1", line: "e7e8n", want: "4N10k/16/16/16/16/16/16/15K[NQ] b - - 0 1"},
		{rule: "a pawn that stays a pawn takes nothing",
			game: "complete-permutation", fen: sixth + "[N] w - - 3 1", line: "e6e7", want: "15k/4P11/16/16/16/16/16/15K[N] b - - 0 1"},
		{rule: "a captured piece goes to its owner's pool",
			game: "complete-permutation", fen: "15k/16/16/3z12/4P11/16/16/15K[] w - - 0 1", line: "e4d5", want: "15k/16/16/3P12/16/16/16/15K[z] b - - 0 1"},
		{rule: "captured pawns do not",
			game: "complete-permutation", fen: "15k/16/16/3p12/4P11/16/16/15K[] w - - 0 1", line: "e4d5", want: "15k/16/16/3P12/16/16/16/15K[] b - - 0 1"},
		{rule: "nor pawns captured en passant",
			game: "complete-permutation", fen: "15k/3p12/16/4P11/16/16/16/15K[] b - - 0 1", line: "d7d5 e5d6", want: "15k/16/3P12/16/16/16/16/15K[] b - - 0 2"},
		{rule: "a promoted piece that is captured goes back as what it was then",
			game: "complete-permutation", fen: "r14k/4P11/16/16/16/16/16/15K[Q] w - - 0 1", line: "e7e8q a8e8", want: "4r10k/16/16/16/16/16/16/15K[Q] w - - 0 2"},
		{rule: "a capture that promotes changes both pools",
			game: "complete-permutation", fen: "3b11k/4P11/16/16/16/16/16/15K[H] w - - 0 1", line: "e7d8h", want: "3H11k/16/16/16/16/16/16/15K[b] b - - 0 1"},
		{rule: "a FEN without brackets: what the board lacks of the array was captured",
			game: "complete-permutation", fen: "vfbemqdzkahtc1rl/1ppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/VFBEM1DZKAHTCNRL w - - 0 1",
			want: "vfbemqdzkahtc1rl/1ppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/VFBEM1DZKAHTCNRL[Qn] w - - 0 1"},
		{rule: "a piece beyond the array's number makes up for no other",
			game: "complete-permutation", fen: "vfbemqdzkahtcnrl/pppppppppppppppp/16/16/16/16/1PPPPPPPPPPPPPPP/VFBEMNDZKAHTCNRL w - - 0 1",
			want: "vfbemqdzkahtcnrl/pppppppppppppppp/16/16/16/16/1PPPPPPPPPPPPPPP/VFBEMNDZKAHTCNRL[Q] w - - 0 1"},
	})
}

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

func TestPawnWithNothingToPromoteTo(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "if the losing move is the only one, it is legal",
			game: "complete-permutation", fen: "7r1r5k/4P11/16/16/16/16/r15/8K7[] w - - 0 1", from: "", want: "e7e8"},
		{rule: "empty-pool=forbidden: steps and captures",
			game: "complete-permutation empty-pool=forbidden", fen: "3q11k/4P11/16/16/16/16/16/15K[] w - - 0 1", from: "e7", want: ""},
		{rule: "empty-pool=forbidden: a piece in the pool allows both",
			game: "complete-permutation empty-pool=forbidden", fen: "3q11k/4P11/16/16/16/16/16/15K[N] w - - 0 1", from: "e7", want: "d8n e8n"},
		{rule: "a pawn on the seventh rank attacks the eighth even when it could only lose there",
			game: "complete-permutation", fen: "2k13/4P11/16/16/16/16/16/15K[] b - - 0 1", from: "c8", want: "b7 b8 c7 d7"},
		{rule: "or could not go there at all",
			game: "complete-permutation empty-pool=forbidden", fen: "2k13/4P11/16/16/16/16/16/15K[] b - - 0 1", from: "c8", want: "b7 b8 c7 d7"},
	})
}
