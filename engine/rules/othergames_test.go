package rules

import "testing"

func TestFreeCastling(t *testing.T) {
	const open = "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1"
	checkMoves(t, []moveCase{
		{rule: "the king goes two or more squares towards the rook, as far as the square before it",
			game: "falcon-chess", fen: open, from: "f1", want: "b1 c1 d1 e1 e2 f2 g1 g2 h1 i1"},
		{rule: "not over an attacked square",
			game: "falcon-chess", fen: "3r1k4/10/10/10/10/10/10/R4K3R w KQ - 0 1", from: "f1", want: "e1 e2 f2 g1 g2 h1 i1"},
		{rule: "not onto one, but as far as the square before",
			game: "falcon-chess", fen: "1kr5r1/10/10/10/10/10/10/R4K3R w KQ - 0 1", from: "f1", want: "d1 e1 e2 f2 g1 g2 h1"},
		{rule: "not over a piece, even beside the rook",
			game: "falcon-chess", fen: "4k5/10/10/10/10/10/10/RN3K2NR w KQ - 0 1", from: "f1", want: "e1 e2 f2 g1 g2"},
		{rule: "not out of check",
			game: "falcon-chess", fen: "1k3r4/10/10/10/10/10/10/R4K3R w KQ - 0 1", from: "f1", want: "e1 e2 g1 g2"},
		{rule: "castling=orthodox castling-king-steps=3",
			game: "falcon-chess castling=orthodox castling-king-steps=3", fen: open, from: "f1", want: "c1 e1 e2 f2 g1 g2 i1"},
		{rule: "no queen among the promotions",
			game: "falcon-chess", fen: "10/P8k/10/10/10/10/10/5K4 w - - 0 1", from: "a7", want: "a8b a8f a8n a8r"},
		{rule: "falcon-promotion=qrnbf",
			game: "falcon-chess falcon-promotion=qrnbf", fen: "10/P8k/10/10/10/10/10/5K4 w - - 0 1", from: "a7", want: "a8b a8f a8n a8q a8r"},
	})
	var cases []lineCase
	for move, rank := range map[string]string{
		"f1h1": "R5RK2", "f1i1": "R6RK1", "f1d1": "3KR4R", "f1c1": "2KR5R", "f1b1": "1KR6R",
	} {
		cases = append(cases, lineCase{rule: "the rook goes to the far side, " + move, game: "falcon-chess",
			fen: open, line: move, want: "r4k3r/10/10/10/10/10/10/" + rank + " b kq - 1 1"})
	}
	checkLines(t, cases)
}

func TestMusketeerPlacement(t *testing.T) {
	const start = "********/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/********[LClc] w KQkq - 0 1"
	if got := gameWith(t, "musketeer").NewPosition().FEN(); got != start {
		t.Errorf("the game starts with\n%s, want\n%s", got, start)
	}
	checkMoves(t, []moveCase{
		{rule: "behind any piece of the first rank, the king included",
			game: "musketeer", fen: start, from: "L@", want: "a1 b1 c1 d1 e1 f1 g1 h1"},
		{rule: "either piece first",
			game: "musketeer", fen: start, from: "C@", want: "a1 b1 c1 d1 e1 f1 g1 h1"},
		{rule: "then black puts his first",
			game: "musketeer", fen: start, line: "L@b1", from: "L@", want: "a8 b8 c8 d8 e8 f8 g8 h8"},
		{rule: "then white the other, behind another piece",
			game: "musketeer", fen: start, line: "L@b1 C@b8", from: "", want: "C@a1 C@c1 C@d1 C@e1 C@f1 C@g1 C@h1"},
		{rule: "then black",
			game: "musketeer", fen: start, line: "L@b1 C@b8 C@c1", from: "", want: "L@a8 L@c8 L@d8 L@e8 L@f8 L@g8 L@h8"},
		{rule: "not behind a rook when one waits behind the king",
			game: "musketeer", fen: start, line: "L@e1 L@b8", from: "C@", want: "b1 c1 d1 f1 g1"},
		{rule: "not behind the king when one waits behind a rook",
			game: "musketeer", fen: start, line: "L@a1 L@h8", from: "C@", want: "b1 c1 d1 f1 g1 h1"},
		{rule: "the same for black",
			game: "musketeer", fen: start, line: "L@a1 L@h8 C@h1", from: "C@", want: "a8 b8 c8 d8 f8 g8"},
		{rule: "behind both rooks is allowed",
			game: "musketeer", fen: start, line: "L@a1 L@a8", from: "C@h", want: "1"},
		{rule: "gate-king-and-partner=true",
			game: "musketeer gate-king-and-partner=true", fen: start, line: "L@e1 L@b8", from: "C@", want: "a1 b1 c1 d1 f1 g1 h1"},
	})
	checkLines(t, []lineCase{{rule: "white has the first move", game: "musketeer", fen: start, line: "L@e1 L@b8 C@c1 C@h8",
		want: "*l*****c/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/**C*L*** w KQkq - 0 1"}})
}

func TestMusketeerEntry(t *testing.T) {
	const rows = "/8/8/8/8/8/8/"
	checkLines(t, []lineCase{
		{rule: "castling brings in the piece behind the king",
			game: "musketeer", fen: "********/4k3" + rows + "R3K2R/****L*** w KQ - 0 1", line: "e1g1", want: "********/4k3" + rows + "R3LRK1/******** b - - 1 1"},
		{rule: "or the one behind the rook",
			game: "musketeer", fen: "********/4k3" + rows + "R3K2R/*******C w KQ - 0 1", line: "e1g1", want: "********/4k3" + rows + "R4RKC/******** b - - 1 1"},
		{rule: "not the one behind the other rook",
			game: "musketeer", fen: "********/4k3" + rows + "R3K2R/C******* w KQ - 0 1", line: "e1g1", want: "********/4k3" + rows + "R4RK1/C******* b - - 1 1"},
		{rule: "on the long side",
			game: "musketeer", fen: "********/4k3" + rows + "R3K2R/C******* w KQ - 0 1", line: "e1c1", want: "********/4k3" + rows + "C1KR3R/******** b - - 1 1"},
		{rule: "gate-king-and-partner=true: both",
			game: "musketeer gate-king-and-partner=true", fen: "********/4k3" + rows + "R3K2R/C***L*** w KQ - 0 1", line: "e1c1", want: "********/4k3" + rows + "C1KRL2R/******** b - - 1 1"},
		{rule: "a king that leaves a check without a capture brings it in as well",
			game: "musketeer", fen: "********/k3r3" + rows + "4K3/****L*** w - - 0 1", line: "e1d1", want: "********/k3r3" + rows + "3KL3/******** b - - 1 1"},
	})
	checkMoves(t, []moveCase{
		{rule: "a pawn may become either of the pair, waiting or lost",
			game: "musketeer", fen: "********/8/P6k/8/8/8/8/8/1N5K/*L****** w - - 0 1", from: "a7", want: "a8b a8c a8l a8n a8q a8r"},
	})
}

func TestGrandPromotion(t *testing.T) {
	const rest = "/10/10/10/10/10/10/K9"
	checkMoves(t, []moveCase{
		{rule: "not before the eighth rank",
			game: "grand", fen: "9k/10/10/10/4P5/10/10/10/10/K9[QN] w - - 0 1", from: "e6", want: "e7"},
		{rule: "optional on the eighth",
			game: "grand", fen: "9k/10/10/4P5" + "/10/10/10/10/10/K9[QN] w - - 0 1", from: "e7", want: "e8 e8n e8q"},
		{rule: "on the ninth",
			game: "grand", fen: "9k/10/4P5" + rest + "[QN] w - - 0 1", from: "e8", want: "e9 e9n e9q"},
		{rule: "compulsory on the tenth",
			game: "grand", fen: "9k/4P5/10" + rest + "[QN] w - - 0 1", from: "e9", want: "e10n e10q"},
		{rule: "which a pawn cannot enter while nothing is captured, not even by a capture",
			game: "grand", fen: "3r5k/4P5/10" + rest + "[qn] w - - 0 1", from: "e9", want: ""},
		{rule: "though it gives check there",
			game: "grand", fen: "2k7/4P5/10" + rest + "[] b - - 0 1", from: "c10", want: "b10 b9 c9 d9"},
		{rule: "black's third, second and first rank",
			game: "grand", fen: "9k/10/10/10/10/10/4p5/3p6/2p7/7K2[a] b - - 0 1", from: "", want: "c2c1a d3d2 d3d2a e4e3 e4e3a j10i10 j10i9 j10j9"},
		{rule: "never more of a kind than the array has",
			game: "grand", fen: "r8r/1nbqkcabn1/pppppppp2/8P1/10/10/10/PPPPPPPPP1/1NBQKCAB2/R8R w - - 0 1", from: "i7", want: "h8 h8n i8 i8n"},
	})
}
