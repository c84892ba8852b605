package rules

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

func TestSAN(t *testing.T) {
	for _, c := range []struct{ what, game, fen, move, want string }{
		{"a pawn's step", "chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "e4"},
		{"a pawn's capture", "chess", "4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1", "e3d4", "exd4"},
		{"en passant", "chess", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e4d3", "exd3"},
		{"a promotion", "chess", "8/P7/8/8/8/8/4k3/6K1 w - - 0 1", "a7a8n", "a8=N"},
		{"a capture with promotion and check", "chess", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"},
		{"a piece's move", "chess", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1c3", "Nc3"},
		{"a piece's capture", "chess", "4k3/8/8/8/8/2p5/8/1N2K3 w - - 0 1", "b1c3", "Nxc3"},
		{"a black piece's move", "chess", "1n2k3/8/8/8/8/8/8/4K3 b - - 0 1", "b8c6", "Nc6"},
		{"told apart by the file", "chess", "4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1", "b1d2", "Nbd2"},
		{"told apart by the rank", "chess", "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"},
		{"the file goes before the rank", "chess", "1k6/8/8/8/4Q2Q/8/K7/7Q w - - 0 1", "e4e1", "Qee1"},
		{"by the rank where the file is shared", "chess", "1k6/8/8/8/4Q2Q/8/K7/7Q w - - 0 1", "h1e1", "Q1e1"},
		{"by both where either is shared", "chess", "1k6/8/8/8/4Q2Q/8/K7/7Q w - - 0 1", "h4e1", "Qh4e1"},
		{"a pinned piece needs no telling apart", "chess", "4k3/8/8/b7/8/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"},
		{"a piece that goes elsewhere neither", "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Nf3"},
		{"another kind of piece neither", "chess", "4k3/8/8/8/8/8/5B2/3RK3 w - - 0 1", "d1d4", "Rd4"},
		{"check", "chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8+"},
		{"mate", "chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
		{"stalemate has no mark", "chess", "7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "f5f7", "Qf7"},
		{"a pawn that another on its file could replace", "pawnback", "4k3/8/3P4/8/3P4/8/8/4K3 w - - 0 1", "d6d5", "d6d5"},
		{"a pawn's capture that another on its file could make", "berolina", "4k3/8/4p3/3PPP2/8/8/8/4K3 w - - 0 1", "e5e6", "exe6"},
		{"castling to the right, with check", "chess", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
		{"castling to the left", "chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O"},
		{"castling beside a corner with another wing", "different-armies", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"},
		{"castling on ten files", "capablanca", "4k5/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1i1", "O-O"},
		{"fast castling names the square", "hannibal-manticore", "4k5/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1b1", "K~b1"},
		{"fast castling by one square", "hannibal-manticore", "2k7/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1~e1", "K~e1"},
		{"the king's step to the same square", "hannibal-manticore", "2k7/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1e1", "Ke1"},
		{"a placing", "hannibal-manticore", "**********/rnebqkbenr/pppppppppp/10/10/10/10/10/PPPPPPPPPP/RNEBQKBENR/**********[MFmf] w KQkq - 0 1", "M@b1", "M@b1"},
		{"squares of two-digit ranks", "alcespart", "k9/10/10/10/10/10/10/10/10/N3K5 w - - 0 1", "a1b3", "Nb3"},
		{"a rook to the tenth rank", "alcespart", "2k7/10/10/10/10/10/10/10/10/R3K5 w - - 0 1", "a1a10", "Ra10+"},
		{"a promotion to the own form", "shogi", "4k4/9/9/4S4/9/9/9/9/4K4[] w - - 0 1", "e6d7+", "Sd7=+S"},
		{"a promoted form's move", "shogi", "4k4/9/9/4+S4/9/9/9/9/4K4[] w - - 0 1", "e6d7", "+Sd7"},
		{"told apart by a two-digit rank", "alcespart", "R9/10/2k7/10/10/10/10/10/10/R3K5 w - - 0 1", "a10a5", "R10a5"},
	} {
		p := parsed(t, gameWith(t, c.game), c.fen)
		m, err := p.ParseMove(c.move)
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		before := p.Clone()
		if got := p.SAN(m); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
		if diff := diffPositions(before, p); diff != "" {
			t.Errorf("%s: SAN changes the position: %s", c.what, diff)
		}
	}
}

// Every legal move has a text and a SAN of its own, and reads back.
func TestMoveTextsAreDistinctAndReadBack(t *testing.T) {
	forRandomPositions(t, func(t *testing.T, p *Position, rng *rand.Rand) {
		if rng.IntN(4) != 0 {
			return
		}
		sans := map[string]Move{}
		for _, m := range p.Moves(nil) {
			text := p.g.MoveText(m)
			got, err := p.ParseMove(text)
			if err != nil || got != m {
				t.Fatalf("%s: %s reads back as %v, %v", p.FEN(), text, got, err)
			}
			if m.Kind() == Castling && !strings.Contains(text, "~") {
				marked := p.g.SquareName(m.From()) + "~" + p.g.SquareName(m.To())
				if got, err := p.ParseMove(marked); err != nil || got != m {
					t.Fatalf("%s: %s reads as %v, %v", p.FEN(), marked, got, err)
				}
			}
			san := p.SAN(m)
			if other, ok := sans[san]; ok {
				t.Fatalf("%s: %s is both %s and %s", p.FEN(), san, p.g.MoveText(other), text)
			}
			sans[san] = m
		}
	})
}

func TestParseMoveErrors(t *testing.T) {
	const (
		start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
		place = "**********/rnebqkbenr/pppppppppp/10/10/10/10/10/PPPPPPPPPP/RNEBQKBENR/**********[MFmf] w KQkq - 0 1"
		fast  = "4k5/10/10/10/10/10/10/10/R4K3R w KQ - 0 1"
		seven = "8/P7/8/8/8/8/4k3/6K1 w - - 0 1"
		two   = "N1k7/10/10/10/10/10/10/10/10/N3K5 w - - 0 1"
	)
	for _, c := range []struct{ game, fen, text, want string }{
		{"chess", start, "e2e5", `move "e2e5" is not legal here; from that square: e2e3 e2e4`},
		{"chess", start, "e2e4q", `move "e2e4q" is not legal here; from that square: e2e3 e2e4`},
		{"chess", start, "e2~e4", `move "e2~e4" is not legal here; from that square: e2e3 e2e4`},
		{"chess", start, "e2 e4", `move "e2 e4" is not legal here; from that square: e2e3 e2e4`},
		{"chess", start, "e02e4", `move "e02e4" is not legal here; there are 20 legal moves, such as a2a3`},
		{"chess", start, "e4e5", `move "e4e5" is not legal here; there are 20 legal moves, such as a2a3`},
		{"chess", start, "", `move "" is not legal here; there are 20 legal moves, such as a2a3`},
		{"chess", start, "0000", `move "0000" is not legal here; there are 20 legal moves, such as a2a3`},
		{"chess", start, "E2E4", `move "E2E4" is not legal here; there are 20 legal moves, such as a2a3`},
		{"chess", start, "N@b1", `move "N@b1" is not legal here; there are 20 legal moves, such as a2a3`},
		{"chess", seven, "a7a8", `move "a7a8" is not legal here; from that square: a7a8n a7a8b a7a8r a7a8q`},
		{"chess", seven, "a7a8Q", `move "a7a8Q" is not legal here; from that square: a7a8n a7a8b a7a8r a7a8q`},
		{"chess", seven, "a7a8k", `move "a7a8k" is not legal here; from that square: a7a8n a7a8b a7a8r a7a8q`},
		{"chess", seven, "a7a8\xf1", `move "a7a8\xf1" is not legal here; from that square: a7a8n a7a8b a7a8r a7a8q`},
		{"chess", seven, "a7a8qq", `move "a7a8qq" is not legal here; from that square: a7a8n a7a8b a7a8r a7a8q`},
		{"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "h8g8", `move "h8g8" is not legal here; there is no legal move`},
		{"hannibal-manticore", place, "e2e4", `move "e2e4" is not legal here; waiting pieces are being placed, as in M@a1`},
		{"hannibal-manticore", place, "m@b1", `move "m@b1" is not legal here; waiting pieces are being placed, as in M@a1`},
		{"hannibal-manticore", place, "M@f1", `move "M@f1" is not legal here; waiting pieces are being placed, as in M@a1`},
		{"hannibal-manticore", place, "b1b1m", `move "b1b1m" is not legal here; waiting pieces are being placed, as in M@a1`},
		{"hannibal-manticore", fast, "f1~f2", `move "f1~f2" is not legal here; from that square: f1e1 f1g1 f1e2 f1f2`},
		{"hannibal-manticore", fast, "f1~", `move "f1~" is not legal here; from that square: f1e1 f1g1 f1e2 f1f2`},
		// Suggestions for a1 are not those for a10.
		{"alcespart", two, "a1a2", `move "a1a2" is not legal here; from that square: a1c2 a1b3`},
		{"alcespart", two, "a10a2", `move "a10a2" is not legal here; from that square: a10b8 a10c9`},
	} {
		p := parsed(t, gameWith(t, c.game), c.fen)
		if m, err := p.ParseMove(c.text); err == nil || err.Error() != c.want || m != 0 {
			t.Errorf("%s, %q:\n got %v\nwant %s", c.fen, c.text, err, c.want)
		}
	}
}

func TestMoveTextOfNoMove(t *testing.T) {
	if got := gameWith(t, "chess").MoveText(0); got != "0000" {
		t.Errorf("no move is %s, want 0000", got)
	}
}

// Where the royal piece itself moves two squares, a castling by two looks the
// same and is marked too.
func TestCastlingThatLooksLikeAPlainMove(t *testing.T) {
	v := loaded(t, "chess")
	for i := range v.Pieces {
		if v.Pieces[i].Royal {
			v.Pieces[i].Moves[0].Betza = "KD"
		}
	}
	p := parsed(t, compiled(t, v), "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	play(t, p, "e1g1")
	if want := "4k3/8/8/8/8/8/8/6KR b - - 1 1"; p.FEN() != want {
		t.Errorf("e1g1 leads to %s, want %s", p.FEN(), want)
	}
	p.Unmake()
	play(t, p, "e1~g1")
	if want := "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"; p.FEN() != want {
		t.Errorf("e1~g1 leads to %s, want %s", p.FEN(), want)
	}
}

func TestMoveSpellings(t *testing.T) {
	g := gameWith(t, "chess")
	for _, c := range []struct{ fen, text, want string }{
		{"4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "a7a8Q", "a7a8q"},
		{"4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "a7a8=n", "a7a8n"},
		{"4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "A7A8=Q", "a7a8q"},
		{"4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "e1g1"},
		{"4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0-0", "e1c1"},
		{"4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", "e1~g1", "e1g1"},
		{"4k3/P7/8/8/8/8/8/R3K2R w - - 0 1", "O-O", ""},
		{"4k3/P7/8/8/8/8/8/R3K2R w - - 0 1", "a7a8", ""},
		{"4k3/P7/8/8/8/8/8/R3K2R w - - 0 1", "", ""},
		{"4k3/P7/8/8/8/8/8/R3K2R w - - 0 1", "@@@@@@", ""},
	} {
		got := ""
		if m, err := parsed(t, g, c.fen).ReadMove(c.text); err == nil {
			got = g.MoveText(m)
		}
		if got != c.want {
			t.Errorf("%q is %q, want %q", c.text, got, c.want)
		}
	}
}

// A pawn that also steps diagonally may go to the square of a capture en passant in two ways.
func TestEnPassantBesideAStep(t *testing.T) {
	v := loaded(t, "chess")
	i := slices.IndexFunc(v.Pieces, func(p variant.Piece) bool { return p.Pawn })
	v.Pieces[i].Moves = append(v.Pieces[i].Moves, variant.MoveSet{Betza: "fmF"})
	g := compiled(t, v)
	for text, after := range map[string]string{"e5d6": "4k3/8/3P4/3p4/8/8/8/4K3 b - - 0 1", "e5d6xd5": "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1"} {
		p := parsed(t, g, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
		m := testkit.Must(p.ParseMove(text))(t)
		testkit.Same(t, "text", text, g.MoveText(m))
		p.Make(m)
		testkit.Same(t, "position", after, p.FEN())
	}
}
