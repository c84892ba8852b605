package rules

import (
	"strings"
	"testing"

	"bestiary/engine/variant"
)

func TestOrthodoxCastling(t *testing.T) {
	const open = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	checkMoves(t, []moveCase{
		{rule: "two squares towards either rook",
			game: "chess", fen: open, from: "e1", want: "c1 d1 d2 e2 f1 f2 g1"},
		{rule: "only with the right",
			game: "chess", fen: "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", from: "e1", want: "c1 d1 d2 e2 f1 f2"},
		{rule: "an attacked rook castles, and may cross an attacked square",
			game: "chess", fen: "rr2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", from: "e1", want: "c1 d1 d2 e2 f1 f2"},
		{rule: "not through check",
			game: "chess", fen: "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", from: "e1", want: "e2 f1 f2"},
		{rule: "not into check",
			game: "chess", fen: "2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", from: "e1", want: "d1 d2 e2 f1 f2"},
		{rule: "not out of check",
			game: "chess", fen: "4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", from: "e1", want: "d1 d2 f1 f2"},
		{rule: "not over a piece that the king does not cross",
			game: "chess", fen: "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", from: "e1", want: "d1 d2 e2 f1 f2"},
		{rule: "not over an enemy either",
			game: "chess", fen: "4k3/8/8/8/8/8/8/Rb2K3 w Q - 0 1", from: "e1", want: "d1 d2 e2 f1 f2"},
		{rule: "not onto a piece",
			game: "chess", fen: "4k3/8/8/8/8/8/8/4K1NR w K - 0 1", from: "e1", want: "d1 d2 e2 f1 f2"},
		{rule: "three squares on ten files",
			game: "capablanca", fen: "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1", from: "f1", want: "c1 e1 e2 f2 g1 g2 i1"},
		{rule: "castling-king-steps=2",
			game: "capablanca castling-king-steps=2", fen: "4k5/10/10/10/10/10/10/R4K3R w KQ - 0 1", from: "f1", want: "d1 e1 e2 f2 g1 g2 h1"},
		{rule: "castling=none",
			game: "capablanca castling=none", fen: "4k5/10/10/10/10/10/10/R4K3R w - - 0 1", from: "f1", want: "e1 e2 f2 g1 g2"},
	})
	checkLines(t, []lineCase{
		{rule: "the rook lands on the square that the king crossed, king side",
			game: "chess", fen: open, line: "e1g1", want: "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"},
		{rule: "the rook lands on the square that the king crossed, queen side",
			game: "chess", fen: open, line: "e1c1", want: "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"},
		{rule: "black castles on its own rank",
			game: "chess", fen: "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", line: "e8c8", want: "2kr3r/8/8/8/8/8/8/4K3 w - - 1 2"},
		{rule: "on ten files the rook lands beside the king too",
			game: "capablanca", fen: "4k5/10/10/10/10/10/10/R4K3R w KQ - 0 1", line: "f1c1", want: "4k5/10/10/10/10/10/10/2KR5R b - - 1 1"},
		{rule: "a king that has moved has no rights left when it is back",
			game: "chess", fen: open, line: "e1e2 e8e7 e2e1 e7e8", want: "r3k2r/8/8/8/8/8/8/R3K2R w - - 4 3"},
		{rule: "a rook that has moved has none left when it is back, the other rook has",
			game: "chess", fen: open, line: "h1g1 a8b8 g1h1 b8a8", want: "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 4 3"},
		{rule: "a rook that captures a rook takes both rights",
			game: "chess", fen: open, line: "h1h8", want: "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1"},
		{rule: "a rook captured at home takes its right along, whatever captures it",
			game: "chess", fen: "r3k2r/8/8/3B4/8/8/8/4K3 w kq - 0 1", line: "d5a8", want: "B3k2r/8/8/8/8/8/8/4K3 b k - 0 1"},
	})
}

func TestFastCastling(t *testing.T) {
	const (
		open = "r4k3r/10/10/10/10/10/10/10/R4K3R w KQkq - 0 1"
		step = "e1 e2 f2 g1 g2"
	)
	checkMoves(t, []moveCase{
		{rule: "to every square between king and rook",
			game: "hannibal-manticore", fen: "4k5/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", from: "f1",
			want: "b1 c1 d1 e1 e2 f2 g1 g2 h1 i1 ~e1 ~g1"},
		{rule: "only with the right",
			game: "hannibal-manticore", fen: "4k5/10/10/10/10/10/10/10/R4K3R w K - 0 1", from: "f1",
			want: "e1 e2 f2 g1 g2 h1 i1 ~g1"},
		{rule: "black too",
			game: "hannibal-manticore", fen: "r4k3r/10/10/10/10/10/10/10/4K5 b kq - 0 1", from: "f9",
			want: "b9 c9 d9 e8 e9 f8 g8 g9 h9 i9 ~e9 ~g9"},
		{rule: "not onto an attacked square, but over it",
			game: "hannibal-manticore", fen: "3r1k4/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", from: "f1",
			want: "b1 c1 e1 e2 f2 g1 g2 h1 i1 ~e1 ~g1"},
		{rule: "over pieces of both sides, but onto an empty square only",
			game: "hannibal-manticore", fen: "2k7/10/10/10/10/10/10/10/Rn1BQK1ENR w KQ - 0 1", from: "f1",
			want: "c1 e2 f2 g1 g2 ~g1"},
		{rule: "an attacked rook castles",
			game: "hannibal-manticore", fen: "r3k5/10/10/10/10/10/10/10/R4K4 w Q - 0 1", from: "f1",
			want: "b1 c1 d1 e1 e2 f2 g1 g2 ~e1"},
		{rule: "not out of check",
			game: "hannibal-manticore", fen: "1k8/5r4/10/10/10/10/10/10/R4K3R w KQ - 0 1", from: "f1",
			want: "e1 e2 g1 g2"},
		{rule: "not onto the rook's square or beyond it",
			game: "hannibal-manticore", fen: "4k5/10/10/10/10/10/10/10/R4K4 w Q - 0 1", from: "f1a", want: ""},
		{rule: "gate-king-file does not change a castling without waiting pieces",
			game: "hannibal-manticore gate-king-file=true", fen: "4k5/10/10/10/10/10/10/10/R4K4 w Q - 0 1", from: "f1",
			want: "b1 c1 d1 e1 e2 f2 g1 g2 ~e1"},
		{rule: "castling=orthodox instead",
			game: "hannibal-manticore castling=orthodox castling-king-steps=3", fen: "4k5/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", from: "f1",
			want: "c1 e1 e2 f2 g1 g2 i1"},
		{rule: "castling=none",
			game: "hannibal-manticore castling=none", fen: "4k5/10/10/10/10/10/10/10/R4K3R w - - 0 1", from: "f1", want: step},
	})
	checkLines(t, []lineCase{
		{rule: "the rook lands where the king stood",
			game: "hannibal-manticore", fen: open, line: "f1b1", want: "**********/r4k3r/10/10/10/10/10/10/10/1K3R3R/********** b kq - 1 1"},
		{rule: "by one square towards a1 the rook jumps over the king",
			game: "hannibal-manticore", fen: open, line: "f1~e1", want: "**********/r4k3r/10/10/10/10/10/10/10/4KR3R/********** b kq - 1 1"},
		{rule: "by one square towards j1",
			game: "hannibal-manticore", fen: open, line: "f1~g1", want: "**********/r4k3r/10/10/10/10/10/10/10/R4RK3/********** b kq - 1 1"},
		{rule: "a step of the king leaves the rook where it is",
			game: "hannibal-manticore", fen: open, line: "f1e1", want: "**********/r4k3r/10/10/10/10/10/10/10/R3K4R/********** b kq - 1 1"},
		{rule: "once per game: a king that has moved has no right",
			game: "hannibal-manticore", fen: open, line: "f1e1 f9e8 e1f1 e8f9", want: "**********/r4k3r/10/10/10/10/10/10/10/R4K3R/********** w - - 4 3"},
		{rule: "a rook that has moved has no right",
			game: "hannibal-manticore", fen: open, line: "j1j2", want: "**********/r4k3r/10/10/10/10/10/10/9R/R4K4/********** b Qkq - 1 1"},
		{rule: "a rook captured at home has no right",
			game: "hannibal-manticore", fen: open, line: "a1a9", want: "**********/R4k3r/10/10/10/10/10/10/10/5K3R/********** b Kk - 0 1"},
	})
}

func TestCastlingThatDiffersTowardsTheAFile(t *testing.T) {
	const (
		janus   = "4k5/10/10/10/10/10/10/R3K4R w KQ - 0 1"
		perfect = "4k3/8/8/8/8/8/8/C3K2R w KQ - 0 1"
		shako   = "10/5k4/10/10/10/10/10/10/1R3K2R1/10 w KQ - 0 1"
	)
	checkMoves(t, []moveCase{
		{rule: "four squares to one side, three to the other",
			game: "janus", fen: janus, from: "e1", want: "b1 d1 d2 e2 f1 f2 i1"},
		{rule: "with a rook on one side, a chancellor on the other",
			game: "perfect", fen: perfect, from: "e1", want: "c1 d1 d2 e2 f1 f2 g1"},
		{rule: "on the rank where the king stands",
			game: "shako", fen: shako, from: "f2", want: "d2 e1 e2 e3 f1 f3 g1 g2 g3 h2"},
	})
	checkLines(t, []lineCase{
		{rule: "three squares", game: "janus", fen: janus, line: "e1b1", want: "4k5/10/10/10/10/10/10/1KR6R b - - 1 1"},
		{rule: "four squares", game: "janus", fen: janus, line: "e1i1", want: "4k5/10/10/10/10/10/10/R6RK1 b - - 1 1"},
		{rule: "the chancellor", game: "perfect", fen: perfect, line: "e1c1", want: "4k3/8/8/8/8/8/8/2KC3R b - - 1 1"},
		{rule: "the second rank", game: "shako", fen: shako, line: "f2h2", want: "10/5k4/10/10/10/10/10/10/1R4RK2/10 b - - 1 1"},
	})
}

// Rooks that do not start in the corners leave squares beyond them.
func TestFastCastlingWithInnerRooks(t *testing.T) {
	const (
		board  = "/4k5/10/10/10/10/10/10/10/"
		none   = "**********"
		behind = "*M********"
	)
	for _, c := range []struct{ rule, options, rank, gates, want string }{
		{"between king and rook", "fast-castling-between=true", "1R3K2R1", none,
			"c1 d1 e1 e2 f2 g1 g2 h1 ~e1 ~g1"},
		{"fast-castling-between=false: anywhere on the rook's side", "fast-castling-between=false", "1R3K2R1", none,
			"a1 c1 d1 e1 e2 f2 g1 g2 h1 j1 ~e1 ~g1"},
		// The rook on b1 has left the rank open to the rook on a1.
		{"attacks are judged on the final position", "", "rR3K2R1", none,
			"e1 e2 f2 g1 g2 h1 ~g1"},
		{"without the piece that enters", "", "rR3K2R1", behind,
			"e1 e2 f2 g1 g2 h1 ~g1"},
		{"with it, when gate-blocks-check=true", "gate-blocks-check=true", "rR3K2R1", behind,
			"c1 d1 e1 e2 f2 g1 g2 h1 ~e1 ~g1"},
		// A cannon captures over exactly one piece.
		{"over the empty square of the rook no cannon captures", "", "cR2BK2R1", none,
			"c1 d1 e2 f2 g1 g2 h1 ~g1"},
		{"the piece that enters may not become its mount", "", "cR2BK2R1", behind,
			"e2 f2 g1 g2 h1 ~g1"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			v := withCannon(t)
			v.Array = "nrebqkbern/pppppppppp/10/10/10/10/10/PPPPPPPPPP/NREBQKBERN"
			override(t, v, strings.Fields(c.options))
			p := parsed(t, compiled(t, v), none+board+c.rank+"/"+c.gates+" w KQ - 0 1")
			if got := from(p, "f1"); got != c.want {
				t.Errorf("%s: king moves\n got %s\nwant %s", p.FEN(), got, c.want)
			}
		})
	}
}

// withCannon is hannibal-manticore with a cannon among its pieces.
func withCannon(t testing.TB) *variant.Variant {
	t.Helper()
	v := loaded(t, "hannibal-manticore")
	v.Pieces = append(v.Pieces, variant.Piece{Name: "cannon", Symbol: "C", Moves: []variant.MoveSet{{Betza: "mRcpR"}}})
	return v
}
