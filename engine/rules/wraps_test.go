package rules

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Moves go on over joined edges.
func TestCylinder(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "a rook reaches every other square of its rank, once",
			game: "chess wraps=files", fen: "4k3/8/8/8/R7/8/P7/4K3 w - - 0 1", from: "a4",
			want: "a3 a5 a6 a7 a8 b4 c4 d4 e4 f4 g4 h4"},
		{rule: "around a piece on one side of it",
			game: "chess wraps=files", fen: "4k3/8/8/8/8/RP6/P7/4K3 w - - 0 1", from: "a3",
			want: "a4 a5 a6 a7 a8 c3 d3 e3 f3 g3 h3"},
		{rule: "a bishop meets its own path, and goes once to the square", game: "chess wraps=files", fen: "8/8/3k4/8/8/8/8/2B1K3 w - - 0 1", from: "c1",
			want: "a3 a7 b2 b8 d2 d8 e3 e7 f4 f6 g5 h4 h6"},
		{rule: "a knight", game: "chess wraps=files", fen: "4k3/8/8/8/8/8/7N/4K3 w - - 0 1", from: "h2", want: "a4 b1 b3 f1 f3 g4"},
		{rule: "a king", game: "chess wraps=files", fen: "4k3/8/8/K7/8/8/8/8 w - - 0 1", from: "a5", want: "a4 a6 b4 b5 b6 h4 h5 h6"},
		{rule: "a pawn captures", game: "chess wraps=files", fen: "4k3/8/7p/P7/8/8/8/4K3 w - - 0 1", from: "a5", want: "a6 h6"},
		{rule: "and so it does en passant", game: "chess wraps=files", fen: "4k3/7p/8/P7/8/8/8/4K3 b - - 0 1", line: "h7h5", from: "a5", want: "a6 h6"},
		{rule: "no castling over the edge, and none over a square attacked over it",
			game: "chess wraps=files", fen: "4k3/8/8/8/8/7b/8/R3K2R w KQ - 0 1", from: "e1", want: "c1 d1 d2 e2 f2"},
		{rule: "a rook attacks along its rank both ways", game: "chess wraps=files", fen: "7k/8/8/8/1N5K/8/8/2r5 b - - 0 1", line: "c1c4", from: "b4", want: ""},
		{rule: "what stands between on one way is not pinned", game: "chess wraps=files", fen: "7k/8/8/8/rN5K/8/8/8 w - - 0 1", from: "b4", want: ""},
		{rule: "what stands between on the only way is", game: "chess wraps=files", fen: "7k/8/8/8/r5NK/8/8/8 w - - 0 1", from: "", want: "h4a4 h4g3 h4g5 h4h3 h4h5"},
		{rule: "a cannon hops over the edge, and not over itself",
			game: "xiangqi wraps=files", fen: "3k5/9/9/9/9/9/9/Cp4r2/9/4K4 w - - 0 1", from: "a3",
			want: "a1 a10 a2 a4 a5 a6 a7 a8 a9 b3 g3 h3 i3"},
		{rule: "a palace stays where it is", game: "xiangqi wraps=files", fen: "5k3/9/9/9/9/9/9/9/9/3K5 w - - 0 1", from: "d1", want: "d2 e1"},
		{rule: "a horse is lame over the edge", game: "xiangqi wraps=files", fen: "3k5/9/9/9/9/9/9/N7p/9/4K4 w - - 0 1", from: "a3", want: "b1 b5 c2 c4 i1 i5"},
	})
}

func TestTorus(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "a rook reaches its rank and its file", game: "torus", fen: "8/8/8/3k4/8/5K2/8/R7 w - - 0 1", from: "a1",
			want: "a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 e1 f1 g1 h1"},
		{rule: "a bishop ends before its own square", game: "torus", fen: "8/8/8/3k4/8/5K2/8/B7 w - - 0 1", from: "a1",
			want: "b2 b8 c3 c7 d4 d6 e5 f4 f6 g3 g7 h2 h8"},
		{rule: "a pawn promotes on the last rank", game: "torus", fen: "8/P7/8/3k4/8/5K2/8/8 w - - 0 1", from: "a7", want: "a8b a8n a8q a8r"},
		{rule: "also when it captures over the edge", game: "torus", fen: "n6r/P7/8/3k4/8/5K2/8/8 w - - 0 1", from: "a7", want: "h8b h8n h8q h8r"},
		{rule: "a king goes over the last rank", game: "torus", fen: "K7/8/8/3k4/8/8/8/8 w - - 0 1", from: "a8", want: "a1 a7 b1 b7 b8 h1 h7 h8"},
	})
}

// Both generators find the same moves in all positions of a few plies.
func TestJoinedEdgesSlowly(t *testing.T) {
	for _, spec := range []string{"chess wraps=files", "torus", "xfalcon wraps=files", "nightrider wraps=files", "grasshopper wraps=files", "janggi wraps=files", "hannibal10x9 wraps=files", "al-ces wraps=files"} {
		p := gameWith(t, spec).NewPosition()
		var descend func(int)
		descend = func(depth int) {
			if p.Placing() {
				return
			}
			moves := p.Moves(nil)
			if diff := cmp.Diff(newSlowBoard(p).moves(), moveTexts(p, moves)); diff != "" {
				t.Fatalf("%s, %s: slow generator (-), step programs (+):\n%s", spec, p.FEN(), diff)
			}
			for _, m := range moves {
				if p.Make(m); depth > 1 {
					descend(depth - 1)
				}
				p.Unmake()
			}
		}
		descend(2)
	}
}
