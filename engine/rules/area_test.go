package rules

import "testing"

func TestAreasOfMoves(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "a general stays on the files of its palace",
			game: "xiangqi", fen: "5k3/9/9/9/9/9/9/9/9/3K5 w - - 0 1", from: "d1", want: "d2 e1"},
		{rule: "and on its ranks",
			game: "xiangqi", fen: "3k5/9/9/9/9/9/9/4K4/9/9 w - - 0 1", from: "e3", want: "e2 f3"},
		{rule: "ranks count from the owner's side",
			game: "xiangqi", fen: "9/9/4k4/9/9/9/9/9/9/3K5 b - - 0 1", from: "e8", want: "e9 f8"},
		{rule: "an elephant does not cross the river",
			game: "xiangqi", fen: "3k5/9/9/9/9/2B6/9/9/9/4K4 w - - 0 1", from: "c5", want: "a3 e3"},
		{rule: "from either side",
			game: "xiangqi", fen: "4k4/9/9/9/2b6/9/9/9/9/3K5 b - - 0 1", from: "c6", want: "a8 e8"},
	})
}

func TestThreatsToTheRoyalPieceOnly(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "a general does not step in front of the other",
			game: "xiangqi", fen: "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", from: "e1", want: "e2 f1"},
		{rule: "nor does the black one",
			game: "xiangqi", fen: "4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1", from: "e10", want: "e9 f10"},
		{rule: "the only piece between them stays on the file",
			game: "xiangqi", fen: "4k4/9/9/9/9/9/4N4/9/9/4K4 w - - 0 1", from: "e4", want: ""},
		{rule: "one of two may leave it",
			game: "xiangqi", fen: "4k4/9/9/9/4p4/9/4N4/9/9/4K4 w - - 0 1", from: "e4", want: "c3 c5 d2 d6 f2 f6 g3 g5"},
		{rule: "nothing else is captured in that way",
			game: "xiangqi", fen: "3k5/9/9/9/9/9/4r4/9/9/4K4 w - - 0 1", from: "e1", want: "f1"},
	})
}
