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

// The counts are published ones of positions of Chess960, made by other programs.
func TestChess960Perft(t *testing.T) {
	g := gameWith(t, "chess960")
	for _, c := range []struct {
		fen  string
		want []uint64
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", []uint64{20, 400, 8902, 197281}},
		{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", []uint64{21, 528, 12189, 326672}},
		{"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", []uint64{21, 807, 18002, 667366}},
		{"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", []uint64{20, 479, 10471, 273318}},
		{"qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", []uint64{22, 593, 13440, 382958}},
		{"1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9", []uint64{28, 1120, 31058, 1171749}},
	} {
		p := parsed(t, g, c.fen)
		for i, want := range c.want {
			if testing.Short() && want > 500_000 {
				continue
			}
			if got := p.Perft(i + 1); got != want {
				t.Errorf("%s: perft %d is %d, expected %d", c.fen, i+1, got, want)
			}
		}
	}
}

// TestChess960Castling names the castlings of a position as UCI does.
func TestChess960Castling(t *testing.T) {
	g := gameWith(t, "chess960")
	for _, c := range []struct {
		name, fen string
		want      string // castlings
		after     string // rank of the king after the first of them
	}{
		{"king stays", "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "5RK1"},
		{"partner stays", "4k3/8/8/8/8/8/8/1K1R4 w D - 0 1", "b1d1", "5RK1"},
		{"squares exchanged", "4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "d1c1", "2KR4"},
		{"king lands on the partner", "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "e1g1", "5RK1"},
		{"king and partner far away", "4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "2KR4"},
		{"piece where the partner lands", "4k3/8/8/8/8/8/8/5NKR w H - 0 1", "", ""},
		{"piece between the partner and its square", "4k3/8/8/8/8/8/8/RN2K3 w A - 0 1", "", ""},
		{"piece between the king and its square", "4k3/8/8/8/8/8/8/1RK1N2R w H - 0 1", "", ""},
		{"attacker that the partner uncovers", "4k3/8/8/8/8/8/8/qRK5 w B - 0 1", "", ""},
		{"no attacker there", "4k3/8/8/8/8/8/8/bRK5 w B - 0 1", "c1b1", "b1KR4"},
		{"attack on a square that the king crosses", "2r1k3/8/8/8/8/8/8/1K5R w H - 0 1", "", ""},
		{"attack on a square that only the partner crosses", "1r2k3/8/8/8/8/8/8/R3K3 w A - 0 1", "e1a1", "2KR4"},
		{"check", "4r1k1/8/8/8/8/8/8/4K2R w H - 0 1", "", ""},
		{"outermost partners", "4k3/8/8/8/8/8/8/1RR1K1RR w KQ - 0 1", "", ""},
		{"inner partner", "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1", "e1c1", "R1KR4"},
		{"black", "1r2k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8b8", "2kr4"},
	} {
		p := parsed(t, g, c.fen)
		var got []string
		rank := ""
		for _, m := range p.Moves(nil) {
			if m.Kind() != Castling {
				continue
			}
			text := p.g.TakesText(m)
			got = append(got, text)
			for _, written := range []string{text, g.MoveText(m)} {
				if read, err := p.ReadMove(written); err != nil || read != m {
					t.Errorf("%s: %s is read as another move: %v", c.name, written, err)
				}
			}
			fen := p.FEN()
			p.Make(m)
			if err := p.checkInvariants(); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			rows := strings.Split(strings.Fields(p.FEN())[0], "/")
			rank = rows[7]
			if p.Turn() == White {
				rank = rows[0]
			}
			p.Unmake()
			if p.FEN() != fen {
				t.Errorf("%s: %s after a castling is taken back, expected %s", c.name, p.FEN(), fen)
			}
		}
		if strings.Join(got, " ") != c.want || rank != c.after {
			t.Errorf("%s: castlings %q with %s afterwards, expected %q with %s", c.name, got, rank, c.want, c.after)
		}
	}
}

func TestChess960FEN(t *testing.T) {
	g := gameWith(t, "chess960")
	for in, want := range map[string]string{
		"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1": "GBgb",
		"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1": "GBgb",
		"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w bG - 0 1":   "Gb",
		"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1":        "-",
		"4k3/8/8/8/8/8/8/RR2K3 w B - 0 1":          "B",
		"4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1":          "A",
	} {
		p := parsed(t, g, in)
		if got := strings.Fields(p.FEN())[2]; got != want {
			t.Errorf("%s has the rights %s, expected %s", in, got, want)
		}
		if again := parsed(t, g, p.FEN()); again.FEN() != p.FEN() || again.Hash() != p.Hash() {
			t.Errorf("%s is read as %s", p.FEN(), again.FEN())
		}
	}
	for _, bad := range []string{
		"4k3/8/8/8/8/8/8/R3K3 w K - 0 1", "4k3/8/8/8/8/8/8/R3K3 w B - 0 1", "4k3/8/8/8/8/8/4K3/R7 w A - 0 1",
		"4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1", "4k3/8/8/8/8/8/8/R3K3 w I - 0 1", "4k3/8/8/8/8/8/8/R3K3 w E - 0 1",
		"4k3/8/8/8/8/8/8/R3K3 w ? - 0 1",
	} {
		if p, err := g.ParseFEN(bad); err == nil {
			t.Errorf("%s is read as %s, expected an error", bad, p.FEN())
		}
	}
}

// A position of which only one side may castle, or the sides with other rooks, keeps
// its rights in the mirror.
func TestChess960MirrorKeepsRights(t *testing.T) {
	g := gameWith(t, "chess960")
	for fen, want := range map[string]string{
		"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1":     "1r2k1r1/8/8/8/8/8/8/4K3 b gb - 0 1",
		"r3k3/8/8/8/8/8/8/1R2K1R1 w Ga - 0 1":    "1r2k1r1/8/8/8/8/8/8/R3K3 b Ag - 0 1",
		"1r2k2r/8/8/8/8/8/8/1R2K2R b HBhb - 0 1": "1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1",
	} {
		p := parsed(t, g, fen)
		q := p.Mirror()
		if err := q.checkInvariants(); err != nil || q.FEN() != want {
			t.Errorf("%s in the mirror is %s, want %s: %v", fen, q.FEN(), want, err)
		}
		if back := q.Mirror(); back.FEN() != fen || back.Hash() != p.Hash() {
			t.Errorf("%s, mirrored twice, is %s", fen, back.FEN())
		}
	}
}
