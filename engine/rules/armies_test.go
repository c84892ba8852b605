package rules

import "testing"

// Each side castles with what stands in the corner, whichever army it has.
func TestCastlingOfDifferentArmies(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "with a rook as in chess", game: "different-armies", fen: "d3k2d/8/8/8/8/8/8/R3K2R w KQkq - 0 1", from: "e1", want: "c1 d1 d2 e2 f1 f2 g1"},
		{rule: "with a bede three squares towards the a-file", game: "different-armies", fen: "d3k2d/8/8/8/8/8/8/R3K2R b KQkq - 0 1", from: "e8", want: "b8 d7 d8 e7 f7 f8 g8"},
		{rule: "with the other side's piece, if the armies are exchanged", game: "different-armies", fen: "r3k2r/8/8/8/8/8/8/D3K2D w KQkq - 0 1", from: "e1", want: "b1 d1 d2 e2 f1 f2 g1"},
		{rule: "with the charging rook", game: "different-armies armies=knights-rookies", fen: "s3k2s/8/8/8/8/8/8/G3K2G w KQkq - 0 1", from: "e1", want: "c1 d1 d2 e2 f1 f2 g1"},
		{rule: "not with another piece there", game: "different-armies", fen: "d3k2d/8/8/8/8/8/8/B3K2R w Kkq - 0 1", from: "e1", want: "d1 d2 e2 f1 f2 g1"},
	})
	checkLines(t, []lineCase{
		{rule: "the bede stays on its colour", game: "different-armies", fen: "d3k2d/8/8/8/8/8/8/R3K2R b KQkq - 0 1", line: "e8b8", want: "1kd4d/8/8/8/8/8/8/R3K2R w KQ - 1 2"},
		{rule: "on the other side, too", game: "different-armies", fen: "d3k2d/8/8/8/8/8/8/R3K2R b KQkq - 0 1", line: "e8g8", want: "d4dk1/8/8/8/8/8/8/R3K2R w KQ - 1 2"},
	})
	if _, err := gameWith(t, "different-armies").ParseFEN("d3k2d/8/8/8/8/8/8/B3K2R w KQkq - 0 1"); err == nil {
		t.Error("a right to castle with a bishop was read")
	}
	if !gameWith(t, "different-armies").Mirrors() {
		t.Error("the sides do not have the same rules")
	}
}

func TestPromotionOfDifferentArmies(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "to the pieces of both armies", game: "different-armies", fen: "4k3/8/8/8/8/8/7p/4K3 b - - 0 1", from: "h2", want: "h1a h1b h1d h1f h1n h1q h1r h1w"},
		{rule: "to those of the two armies in the game", game: "different-armies armies=rookies-knights", fen: "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", from: "a7", want: "a8c a8g a8h a8i a8l a8o a8s a8u"},
		{rule: "of one army", game: "different-armies armies=rookies-rookies", fen: "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", from: "a7", want: "a8c a8o a8s a8u"},
	})
}
