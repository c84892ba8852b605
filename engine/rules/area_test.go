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

func TestLinesOfPalaces(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "from the centre along all lines", game: "janggi", fen: "3k5/9/9/9/9/9/9/9/4A4/3K5 w - - 0 1", from: "e2", want: "d2 d3 e1 e3 f1 f2 f3"},
		{rule: "from the side of the palace along none", game: "janggi", fen: "3k5/9/9/9/9/9/9/9/3A5/4K4 w - - 0 1", from: "d2", want: "d1 d3 e2"},
		{rule: "a chariot through the centre", game: "janggi", fen: "3k5/9/9/9/9/9/9/5R3/9/4K4 w - - 0 1", from: "f3",
			want: "a3 b3 c3 d1 d3 e2 e3 f1 f10 f2 f4 f5 f6 f7 f8 f9 g3 h3 i3"},
		{rule: "not over a piece", game: "janggi", fen: "3k5/9/9/9/9/9/9/5RN2/4NN3/4K4 w - - 0 1", from: "f3",
			want: "a3 b3 c3 d3 e3 f10 f4 f5 f6 f7 f8 f9"},
		{rule: "a piece next to a palace has no line", game: "janggi", fen: "3k5/9/9/9/9/9/9/9/5NR2/4K1N2 w - - 0 1", from: "g2", want: "g10 g3 g4 g5 g6 g7 g8 g9 h2 i2"},
		{rule: "soldiers ahead only", game: "janggi", fen: "9/4P4/3k5/9/9/9/9/9/9/3K5 w - - 0 1", from: "e9", want: "d10 d9 e10 f10 f9"},
		{rule: "a cannon over the centre", game: "janggi", fen: "3k5/9/9/9/9/9/9/3C5/4N4/4K4 w - - 0 1", from: "d3", want: "f1"},
	})
}

// The cannon of Janggi neither hops over nor captures another.
func TestPiecesThatAvoidTheirOwnKind(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "over any other piece", game: "janggi", fen: "3k5/9/9/9/9/9/9/C2p3c1/9/4K4 w - - 0 1", from: "a3", want: "e3 f3 g3"},
		{rule: "not over a cannon of the own side", game: "janggi", fen: "3k5/9/9/9/9/9/9/C2C3r1/9/4K4 w - - 0 1", from: "a3", want: ""},
		{rule: "nor of the other", game: "janggi", fen: "3k5/9/9/9/9/9/9/C2c3r1/9/4K4 w - - 0 1", from: "a3", want: ""},
		{rule: "a cannon is no mount of a check", game: "janggi", fen: "3k5/9/9/4c4/9/9/4c4/9/9/4K4 w - - 0 1", from: "e1", want: "d1 e1 e2 f1"},
		{rule: "the capture of a cannon may make a mount", game: "janggi", fen: "3k5/9/9/4c4/9/9/R3c4/9/9/4K4 w - - 0 1", from: "a4",
			want: "a1 a10 a2 a3 a5 a6 a7 a8 a9 b4 c4 d4"},
		{rule: "and so may a piece that comes between, but no cannon", game: "janggi", fen: "3k5/9/9/4c4/9/C1n6/R8/9/9/4K4 w - - 0 1", from: "",
			want: "a4a1 a4a2 a4a3 a4b4 a4c4 a4d4 a4f4 a4g4 a4h4 a4i4 a5a1 a5a2 a5a3 a5d5 a5e5 a5f5 a5g5 a5h5 a5i5 e1d1 e1e1 e1e2 e1f1"},
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
