package rules

import (
	"strings"
	"testing"

	"bestiary/engine/variant"
)

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

// The letter of an inner partner's file may not be K, which names the outermost partner.
func TestInnerPartnerOnTheFileOfK(t *testing.T) {
	v := loaded(t, "double-chess")
	v.Array = "rnbqrnbqkbrnqbnr/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/RNBQRNBQKBRNQBNR"
	const want = "game double-chess: castling: a FEN has K for the outermost partner and for the inner one on k1"
	if _, err := Compile(v); err == nil || err.Error() != want {
		t.Errorf("compiled with the error %v, want %s", err, want)
	}
}
