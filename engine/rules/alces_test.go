package rules

import (
	"slices"
	"testing"
)

func TestFlyingGenerals(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "the gold general flies over its own pieces to every empty square on its lines",
			game: "al-ces", fen: "10/9k/10/10/3NNN4/3NGN4/3NNN4/10/K9/10 w - - 0 1", from: "e5",
			want: "a1 a5 a9 b2 b5 b8 c3 c5 c7 e1 e10 e2 e3 e7 e8 e9 g3 g5 g7 h2 h5 h8 i1 i5 i9 j10 j5"},
		{rule: "it flies over enemies too, and captures one square straight or diagonally forward only",
			game: "al-ces", fen: "10/4n4k/10/10/3nnn4/3nGn4/3nnn4/10/K9/10 w - - 0 1", from: "e5",
			want: "a1 a5 a9 b2 b5 b8 c3 c5 c7 d5 d6 e1 e10 e2 e3 e4 e6 e7 e8 f5 f6 g3 g5 g7 h2 h5 h8 i1 i5 i9 j10 j5"},
		{rule: "the silver general captures one square diagonally or straight forward only",
			game: "al-ces", fen: "10/4n4k/10/10/3nnn4/3nSn4/3nnn4/10/K9/10 w - - 0 1", from: "e5",
			want: "a1 a5 a9 b2 b5 b8 c3 c5 c7 d4 d6 e1 e10 e2 e3 e6 e7 e8 f4 f6 g3 g5 g7 h2 h5 h8 i1 i5 i9 j10 j5"},
		{rule: "forward is down the board for black's gold general",
			game: "al-ces", fen: "10/9k/10/10/3NNN4/3NgN4/3NNN4/10/K9/10 b - - 0 1", from: "e5",
			want: "a1 a5 a9 b2 b5 b8 c3 c5 c7 d4 d5 e1 e10 e2 e3 e4 e6 e7 e8 e9 f4 f5 g3 g5 g7 h2 h5 h8 i1 i5 i9 j10 j5"},
		{rule: "and for black's silver general",
			game: "al-ces", fen: "10/9k/10/10/3NNN4/3NsN4/3NNN4/10/K9/10 b - - 0 1", from: "e5",
			want: "a1 a5 a9 b2 b5 b8 c3 c5 c7 d4 d6 e1 e10 e2 e3 e4 e7 e8 e9 f4 f6 g3 g5 g7 h2 h5 h8 i1 i5 i9 j10 j5"},
		{rule: "a pinned general stays on its line, and on this side of the piece that pins it",
			game: "al-ces", fen: "10/4r5/9k/10/10/4G5/10/10/10/4K5 w - - 0 1", from: "e5", want: "e2 e3 e4 e6 e7 e8"},
		{rule: "a general may fly between its king and a distant check",
			game: "al-ces", fen: "10/4r5/9k/10/10/PP8/SP8/10/10/4K5 w - - 0 1", from: "a4", want: "e4 e8"},
	})
}

// The pieces stand on e5; the squares are the only ones on which an
// enemy king is in check on an otherwise empty board.
func TestGeneralsAndAssassinsGiveCheckOnTheirCaptureSquaresOnly(t *testing.T) {
	g := gameWith(t, "al-ces")
	for name, want := range map[string][]string{
		"gold-general":   {"d5", "d6", "e4", "e6", "f5", "f6"},
		"silver-general": {"d4", "d6", "e6", "f4", "f6"},
		"assassin":       {"d4", "d5", "d6", "e4", "e6", "f4", "f5", "f6"},
	} {
		piece, king := CodeOf(g.TypeNamed(name), White), CodeOf(g.Royal(), Black)
		for sq := range g.Squares() {
			sq := Square(sq)
			p := g.emptyPosition()
			if at := g.SquareName(sq); at != "e5" {
				p.put(piece, g.SquareAt(4, 4))
				p.put(king, sq)
				p.king[Black], p.turn = sq, Black
				if p.InCheck() != slices.Contains(want, at) {
					t.Errorf("%s on e5, king on %s: check %v", name, at, p.InCheck())
				}
			}
		}
	}
}

func TestAlCesPieces(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "the assassin moves like a queen and captures like a king",
			game: "al-ces", fen: "10/9k/10/4p5/10/3NAp4/10/10/K9/10 w - - 0 1", from: "e5",
			want: "* a1 a9 b2 b8 c3 c7 d4 d6 e1 e2 e3 e4 e6 f4 f5 f6 g3 g7 h2 h8 i1 i9 j10"},
		{rule: "the cannon moves like a rook and captures the first piece behind exactly one",
			game: "al-ces", fen: "10/4p3k1/10/4p5/4p5/p2PC1pr2/10/4p5/K9/10 w - - 0 1", from: "e5",
			want: "a5 e4 e7 f5 h5"},
		{rule: "a king may not step beside an assassin",
			game: "al-ces", fen: "9k/10/10/10/10/10/10/4a5/10/4K5 w - - 0 1", from: "e1", want: "d1 f1"},
		{rule: "a pawn promotes to every kind of piece, elephant, generals and assassin included",
			game: "al-ces", fen: "10/P7k1/10/10/10/10/10/10/10/4K5 w - - 0 1", from: "a9",
			want: "a10a a10b a10c a10d a10e a10g a10l a10n a10q a10r a10s"},
		{rule: "a pawn has its double step on the third rank",
			game: "al-ces", fen: "10/8k1/10/10/10/10/10/P9/1P8/4K5 w - - 0 1", from: "a3", want: "a4 a5"},
		{rule: "and on no rank before",
			game: "al-ces", fen: "10/8k1/10/10/10/10/10/P9/1P8/4K5 w - - 0 1", from: "b2", want: "b3"},
	})
}

func TestElephantPromotion(t *testing.T) {
	const (
		eighth = "10/9k/2E7/10/10/10/10/10/K9/10 w - - 0 1"
		tenth  = "4E5/9k/10/10/10/10/10/10/K9/10 w - - 0 1"
		pawn   = "10/4P4k/10/10/10/10/10/10/K9/10 w - - 0 1"
	)
	checkMoves(t, []moveCase{
		{rule: "an elephant that arrives on the last rank may become a bishop",
			game: "al-ces", fen: eighth, from: "c8", want: "a10 a10b a6 e10 e10b e6"},
		{rule: "one that stands there may not",
			game: "al-ces", fen: tenth, from: "e10", want: "c8 g8"},
		{rule: "a pawn that became one has to leave",
			game: "al-ces", fen: pawn, line: "e9e10e j9j8", from: "e10", want: "c8 g8"},
		{rule: "and to come back",
			game: "al-ces", fen: pawn, line: "e9e10e j9j8 e10c8 j8j9", from: "c8", want: "a10 a10b a6 e10 e10b e6"},
		{rule: "an elephant that declined has to come back as well",
			game: "al-ces", fen: eighth, line: "c8e10 j9j8", from: "e10", want: "c8 g8"},
		{rule: "black's elephants promote on the first rank",
			game: "al-ces", fen: "10/9k/10/10/10/10/10/2e7/K9/10 b - - 0 1", from: "c3", want: "a1 a1b a5 e1 e1b e5"},
		{rule: "by a capture too",
			game: "al-ces", fen: "4n5/9k/2E7/10/10/10/10/10/K9/10 w - - 0 1", from: "c8e", want: "10 10b 6"},
		{rule: "elephant-promotion=compulsory",
			game: "al-ces elephant-promotion=compulsory", fen: eighth, from: "c8", want: "a10b a6 e10b e6"},
		{rule: "elephant-promotion=none",
			game: "al-ces elephant-promotion=none", fen: eighth, from: "c8", want: "a10 a6 e10 e6"},
	})
	checkLines(t, []lineCase{
		{rule: "the elephant becomes a bishop, which is no pawn move: the counter goes on",
			game: "al-ces", fen: "10/9k/2E7/10/10/10/10/10/K9/10 w - - 5 1", line: "c8e10b", want: "4B5/9k/10/10/10/10/10/10/K9/10 b - - 6 1"},
	})
}

func TestAlCesCastling(t *testing.T) {
	const open = "r4k3r/10/10/10/10/10/10/10/10/R4K3R w KQkq - 0 1"
	checkMoves(t, []moveCase{
		{rule: "the king goes three squares to either side",
			game: "al-ces", fen: open, from: "f1", want: "c1 e1 e2 f2 g1 g2 i1"},
		{rule: "not through an attack",
			game: "al-ces", fen: "4k2r2/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", from: "f1", want: "c1 e1 e2 f2 g1 g2"},
		{rule: "a gold general that could fly between attacks nothing",
			game: "al-ces", fen: "4k2g2/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", from: "f1", want: "c1 e1 e2 f2 g1 g2 i1"},
	})
	checkLines(t, []lineCase{
		{rule: "the rook goes to the square beside it, to the right",
			game: "al-ces", fen: open, line: "f1i1", want: "r4k3r/10/10/10/10/10/10/10/10/R6RK1 b kq - 1 1"},
		{rule: "to the left",
			game: "al-ces", fen: open, line: "f1c1", want: "r4k3r/10/10/10/10/10/10/10/10/2KR5R b kq - 1 1"},
		{rule: "an explosion may clear the way",
			game: "al-ces", fen: "5k4/10/10/10/10/10/10/10/2A7/RBBB1K4 w Q - 3 1", line: "c2* f10e10 f1c1",
			want: "4k5/10/10/10/10/10/10/10/10/2KR6 b - - 2 2"},
	})
}
