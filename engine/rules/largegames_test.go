package rules

import "testing"

func TestWildebeest(t *testing.T) {
	const open = "r4k4r/11/11/11/11/11/11/11/11/R4K4R w KQkq - 0 1"
	checkMoves(t, []moveCase{
		{rule: "the king castles by one to four squares", game: "wildebeest", fen: open, from: "f1", want: "b1 c1 d1 e1 e2 f2 g1 g2 h1 i1 j1 ~e1 ~g1"},
		{rule: "a pawn goes as far as the fifth rank from the second", game: "wildebeest", fen: "5k5/11/11/11/11/11/11/11/4P6/5K5 w - - 0 1", from: "e2", want: "e3 e4 e5"},
		{rule: "and from the third", game: "wildebeest", fen: "5k5/11/11/11/11/11/11/4P6/11/5K5 w - - 0 1", from: "e3", want: "e4 e5"},
		{rule: "but no farther from the fourth", game: "wildebeest", fen: "5k5/11/11/11/11/11/4P6/11/11/5K5 w - - 0 1", from: "e4", want: "e5"},
		{rule: "every square that a pawn passes over can be captured on", game: "wildebeest", fen: "5k5/11/11/11/11/11/3p7/11/4P6/5K5 w - - 0 1", line: "e2e5", from: "d4", want: "d3 e3"},
		{rule: "it becomes a queen or a wildebeest", game: "wildebeest", fen: "5k5/P10/11/11/11/11/11/11/11/5K5 w - - 0 1", from: "a9", want: "a10q a10w"},
	})
	checkResult(t, "wildebeest", "k10/2Q8/11/11/11/11/11/11/11/5K5 b - - 0 1", WhiteWins, Stalemate)
}

func TestOmega(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "a wizard leaves its corner", game: "omega", fen: "12/4k7/" + "12/12/12/12/12/12/12/12/4K7/W11 w - - 0 1", from: "a1", want: "b2 b4 d2"},
		{rule: "a bishop goes into a corner", game: "omega", fen: "12/4k7/12/12/12/12/12/12/12/12/1B2K7/12 w - - 0 1", from: "b2", want: "a1 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12"},
		{rule: "and so does a king", game: "omega", fen: "12/4k7/12/12/12/12/12/12/12/12/1K10/12 w - - 0 1", from: "b2", want: "a1 b3 c2 c3"},
		{rule: "a rook cannot leave the board in the middle", game: "omega", fen: "12/4k7/12/12/12/12/12/12/12/4K7/1R10/12 w - - 0 1", from: "b2", want: "b10 b11 b3 b4 b5 b6 b7 b8 b9 c2 d2 e2 f2 g2 h2 i2 j2 k2"},
		{rule: "a champion", game: "omega", fen: "12/4k7/12/12/12/12/12/12/5C6/12/4K7/12 w - - 0 1", from: "f4", want: "d2 d4 d6 e4 f2 f3 f5 f6 g4 h2 h4 h6"},
		{rule: "a pawn promotes on the last rank of the board in the middle", game: "omega", fen: "12/8k3/1P10/12/12/12/12/12/12/12/4K7/12 w - - 0 1", from: "b10", want: "b11b b11c b11n b11q b11r b11w"},
		{rule: "castling is that of chess, beside the champions", game: "omega", fen: "12/6k5/12/12/12/12/12/12/12/12/1CR3K2RC1/12 w KQ - 0 1", from: "g2", want: "e2 f2 f3 g3 h2 h3 i2"},
	})
}

// In Gross Chess a pawn has the choices of several promotions.
func TestGrossPromotion(t *testing.T) {
	const rest = "/12/12/12/12/12/12/12/6K5/12 w - - 0 1"
	checkMoves(t, []moveCase{
		{rule: "the lesser pieces on the last rank but two", game: "gross", fen: "11k/12/12/P11" + "/12/12/12/12/12/12/6K5/12 w - - 0 1", from: "a9", want: "a10 a10b a10n a10v a10w"},
		{rule: "rook, champion and cannon on the next", game: "gross", fen: "11k/12/P11" + rest, from: "a10", want: "a11 a11b a11c a11n a11r a11s a11v a11w"},
		{rule: "all on the last, where it must promote", game: "gross", fen: "11k/P11/12" + rest, from: "a11", want: "a12a a12b a12c a12m a12n a12q a12r a12s a12v a12w"},
		{rule: "no more of a kind than there are in reserve", game: "gross", fen: "11k/P1QQQMM5/1RRRRRR5" + rest, from: "a11", want: "a12a a12b a12c a12n a12s a12v a12w"},
		{rule: "the other side's do not count", game: "gross", fen: "11k/P1qqqMM5/1rrrrrR5/12/12/12/12/12/12/12/12/10K1 w - - 0 1", from: "a11", want: "a12a a12b a12c a12n a12q a12r a12s a12v a12w"},
		{rule: "a king goes two or more squares to castle", game: "gross", fen: "6k5/12/12/12/12/12/12/12/12/12/1R4K3R1/12 w KQ - 0 1", from: "g2", want: "c2 d2 e2 f1 f2 f3 g1 g3 h1 h2 h3 i2 j2"},
	})
}

func TestSpartan(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "a hoplite becomes a king while there is just one", game: "spartan", fen: "4k3/8/8/8/8/8/h7/7K b - - 0 1", from: "a2", want: "b1c b1g b1k b1l b1w"},
		{rule: "not while there are two", game: "spartan", fen: "3kk3/8/8/8/8/8/h7/7K b - - 0 1", from: "a2", want: "b1c b1g b1l b1w"},
		{rule: "a pawn never does", game: "spartan", fen: "4k3/P7/8/8/8/8/8/7K w - - 0 1", from: "a7", want: "a8b a8n a8q a8r"},
		{rule: "one of two kings may stay attacked", game: "spartan", fen: "4k2k/8/8/8/8/4R3/h7/7K b - - 0 1", from: "a2", want: "b1c b1g b1l b1w"},
		{rule: "not both", game: "spartan", fen: "4k2k/8/8/8/8/4R2R/h6K/8 b - - 0 1", from: "a2", want: ""},
		{rule: "nor the only one, unless there is a new one", game: "spartan", fen: "4k3/8/8/8/8/4R3/h7/7K b - - 0 1", from: "a2", want: "b1k"},
		{rule: "a hoplite jumps from its first rank", game: "spartan", fen: "4k3/2h5/1p1P4/8/8/8/8/7K b - - 0 1", from: "c7", want: "a5 e5"},
	})
}

func TestCourier(t *testing.T) {
	checkResult(t, "courier", "5k6/12/12/12/12/12/12/5K4MM b - - 0 1", WhiteWins, Extinction)
	checkResult(t, "courier", "12/12/12/12/12/12/10k1/5K5M b - - 0 1", Ongoing, NoReason) // the other king is bare next
	checkResult(t, "courier", "k11/11R/12/12/11p/11P/12/1R3K6 b - - 0 1", WhiteWins, Stalemate)
}

func checkResult(t *testing.T, game, fen string, want Result, why Reason) {
	t.Helper()
	if got, reason := parsed(t, gameWith(t, game), fen).Outcome(); got != want || reason != why {
		t.Errorf("%s: %s by %q, want %s by %q", fen, got, reason, want, why)
	}
}
