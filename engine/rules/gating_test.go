package rules

import (
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

func TestPlacementPhase(t *testing.T) {
	const start = "**********/rnebqkbenr/pppppppppp/10/10/10/10/10/PPPPPPPPPP/RNEBQKBENR/**********[MFmf] w KQkq - 0 1"
	if got := gameWith(t, "hannibal-manticore").NewPosition().FEN(); got != start {
		t.Errorf("the game starts with\n%s, want\n%s", got, start)
	}
	checkMoves(t, []moveCase{
		{rule: "behind any piece of the first rank but the king",
			game: "hannibal-manticore", fen: start, from: "M@", want: "a1 b1 c1 d1 e1 g1 h1 i1 j1"},
		{rule: "not behind a piece that already has one behind it",
			game: "hannibal-manticore", fen: start, line: "M@b1", from: "F@", want: "a1 c1 d1 e1 g1 h1 i1 j1"},
		{rule: "each piece once",
			game: "hannibal-manticore", fen: start, line: "M@b1", from: "M@", want: ""},
		{rule: "nothing else is played meanwhile",
			game: "hannibal-manticore", fen: start, from: "a2", want: ""},
		{rule: "black places on its own first rank",
			game: "hannibal-manticore", fen: start, line: "M@b1 F@a1", from: "M@", want: "a9 b9 c9 d9 e9 g9 h9 i9 j9"},
		{rule: "gate-king-file=true allows the king's file",
			game: "hannibal-manticore gate-king-file=true", fen: start, from: "M@", want: "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1"},
		{rule: "not behind an enemy on the own first rank",
			game: "hannibal-manticore", fen: "5k2r1/10/10/10/10/10/10/10/R2q1K4[Mf] w - - 0 1", from: "", want: "M@a1"},
	})
}

func TestPlacementOrder(t *testing.T) {
	for spec, want := range map[string]string{
		"hannibal-manticore":                             "white white black black white black",
		"hannibal-manticore placement-order=alternating": "white black white black white black",
	} {
		p := gameWith(t, spec).NewPosition()
		var got []string
		for range 6 {
			got = append(got, p.Turn().String())
			p.Make(p.Moves(nil)[0])
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: turns %s, want %s", spec, got, want)
		}
	}
}

// A side has 9·8 ways to place two pieces behind nine, in either order.
func TestPlacementCounts(t *testing.T) {
	for _, c := range []struct {
		spec  string
		depth int
		want  uint64
	}{
		{"hannibal-manticore", 1, 18},
		{"hannibal-manticore", 2, 144},
		{"hannibal-manticore", 3, 144 * 18},
		{"hannibal-manticore", 4, 144 * 144},
		{"hannibal-manticore placement-order=alternating", 2, 18 * 18},
		{"hannibal-manticore gate-king-file=true", 2, 2 * 10 * 9},
	} {
		if got := gameWith(t, c.spec).NewPosition().Perft(c.depth); got != c.want {
			t.Errorf("%s: %d sequences of %d placements, want %d", c.spec, got, c.depth, c.want)
		}
	}
}

// Attacks on a king count only when all pieces are placed, and the counters
// start with the first move on the board.
func TestNobodyIsInCheckWhilePlacing(t *testing.T) {
	p := parsed(t, gameWith(t, "hannibal-manticore"), "r3kr4/10/10/10/10/10/10/10/R4K3R[MFmf] w - - 3 7")
	for _, m := range []string{"M@a1", "F@j1", "M@a9", "F@f9"} {
		if p.InCheck() {
			t.Errorf("check before %s", m)
		}
		if r, why := p.Outcome(); r != Ongoing {
			t.Errorf("the game is over before %s: %s", m, why)
		}
		before := p.Clone()
		play(t, p, m)
		p.Unmake()
		if diff := diffPositions(before, p); diff != "" {
			t.Errorf("%s is not taken back: %s", m, diff)
		}
		play(t, p, m)
	}
	if !p.InCheck() {
		t.Error("no check when the placement phase has ended")
	}
	if want := "m****f****/r3kr4/10/10/10/10/10/10/10/R4K3R/M********F w - - 3 7"; p.FEN() != want {
		t.Errorf("got %s, want %s", p.FEN(), want)
	}
}

func TestWaitingPiecesEnter(t *testing.T) {
	checkLines(t, []lineCase{
		{rule: "on the square that the piece in front leaves, in the same move",
			game: "hannibal-manticore", fen: "**********/5k4/10/10/10/10/10/10/10/1N3K4/*M******** w - - 0 1", line: "b1c3",
			want: "**********/5k4/10/10/10/10/10/2N7/10/1M3K4/********** b - - 1 1"},
		{rule: "black's too",
			game: "hannibal-manticore", fen: "*****f***m/5k3r/10/10/10/10/10/10/10/5K4/********** b - - 0 1", line: "j9j8",
			want: "*****f****/5k3m/9r/10/10/10/10/10/10/5K4/********** w - - 1 2"},
		{rule: "on a capture",
			game: "hannibal-manticore", fen: "**********/5k4/10/10/10/10/10/2p7/10/1N3K4/*M******** w - - 5 1", line: "b1c3",
			want: "**********/5k4/10/10/10/10/10/2N7/10/1M3K4/********** b - - 0 1"},
		{rule: "on a castling with the rook in front",
			game: "hannibal-manticore", fen: "**********/4k5/10/10/10/10/10/10/10/R4K4/M********* w Q - 0 1", line: "f1c1",
			want: "**********/4k5/10/10/10/10/10/10/10/M1K2R4/********** b - - 1 1"},
		{rule: "not on a castling with the other rook",
			game: "hannibal-manticore", fen: "**********/4k5/10/10/10/10/10/10/10/R4K3R/M********* w KQ - 0 1", line: "f1h1",
			want: "**********/4k5/10/10/10/10/10/10/10/R4R1K2/M********* b - - 1 1"},
		{rule: "behind the king, with gate-king-file=true",
			game: "hannibal-manticore gate-king-file=true", fen: "**********/4k5/10/10/10/10/10/10/10/5K4/*****M**** w - - 0 1", line: "f1g2",
			want: "**********/4k5/10/10/10/10/10/10/6K3/5M4/********** b - - 1 1"},
		{rule: "two at once, on an orthodox castling of a king and a rook with pieces behind",
			game: "xhann-gated", fen: "**********/4k5/10/10/10/10/10/10/10/R4K4/M****F**** w Q - 0 1", line: "f1c1",
			want: "**********/4k5/10/10/10/10/10/10/10/M1KR1F4/********** b - - 1 1"},
		{rule: "never when the piece in front is captured at home: it is lost",
			game: "hannibal-manticore", fen: "**********/1r3k4/10/10/10/10/10/10/10/1N3K4/FM******** b - - 4 1", line: "b9b1",
			want: "**********/5k4/10/10/10/10/10/10/10/1r3K4/F********* w - - 0 2"},
		{rule: "a capture elsewhere loses nothing: the piece has entered",
			game: "hannibal-manticore", fen: "**********/2r2k4/10/10/10/10/10/10/10/1N3K4/*M******** w - - 0 1", line: "b1c3 c9c3",
			want: "**********/5k4/10/10/10/10/10/2r7/10/1M3K4/********** w - - 0 2"},
		{rule: "a piece that returns to the square releases nothing more",
			game: "hannibal-manticore", fen: "**********/5k4/10/10/10/10/10/10/10/1N3K4/*M******** w - - 0 1", line: "b1c3 f9e9 b1b2 e9f9 c3b1 f9e9 b1a3",
			want: "**********/4k5/10/10/10/10/10/N9/1M8/5K4/********** b - - 7 4"},
	})
}

// A king with a piece behind it has no fast castling: the rook lands on the
// square where that piece would enter.
func TestWaitingPieceBehindTheKingForbidsFastCastling(t *testing.T) {
	checkMoves(t, []moveCase{{rule: "no fast castling", game: "hannibal-manticore gate-king-file=true",
		fen: "**********/4k5/10/10/10/10/10/10/10/R4K3R/*****M**** w KQ - 0 1", from: "f1", want: "e1 e2 f2 g1 g2"}})
}

// The pinned knight on d1 shields its king from the rook on a1.
func TestLegalityAndTheEnteringPiece(t *testing.T) {
	const (
		knight = "**********/5k4/10/10/10/10/10/10/10/r2N1K4/***M****** w - - 0 1"
		rook   = "**********/5k4/10/10/10/10/10/10/10/r2R1K4/***M****** w - - 0 1"
		king   = "**********/4k5/10/10/10/10/10/10/10/r4K4/*****M**** w - - 0 1"
		yes    = " gate-blocks-check=true"
	)
	checkMoves(t, []moveCase{
		{rule: "a pinned piece may not leave its line",
			game: "hannibal-manticore", fen: knight, from: "d1", want: ""},
		{rule: "with gate-blocks-check=true it may, since the entering piece stands there",
			game: "hannibal-manticore" + yes, fen: knight, from: "d1", want: "b2 c3 e3 f2"},
		{rule: "with nothing behind it, it may not",
			game: "hannibal-manticore" + yes, fen: strings.Replace(knight, "***M******", "**********", 1), from: "d1", want: ""},
		{rule: "it may move along the line",
			game: "hannibal-manticore", fen: rook, from: "d1", want: "a1 b1 c1 e1"},
		{rule: "a king in check may not step away along the line",
			game: "hannibal-manticore gate-king-file=true", fen: king, from: "f1", want: "e2 f2 g2"},
		{rule: "with gate-blocks-check=true the piece behind the king covers its retreat",
			game: "hannibal-manticore gate-king-file=true" + yes, fen: king, from: "f1", want: "e2 f2 g1 g2"},
	})
}

// A cannon captures over exactly one piece. When the piece that enters is that
// one, the move would leave the king where it can be captured.
func TestEnteringPieceIsNoMountAgainstItsKing(t *testing.T) {
	v := withCannon(t)
	for _, blocks := range []string{"false", "true"} {
		override(t, v, []string{"gate-blocks-check=" + blocks})
		g := compiled(t, v)
		const fen = "**********/4k5/10/10/10/10/10/10/10/c2N1K4/***M****** w - - 0 1"
		if got := from(parsed(t, g, fen), "d1"); got != "" {
			t.Errorf("gate-blocks-check=%s: the knight may go to %s", blocks, got)
		}
		if got, want := from(parsed(t, g, strings.Replace(fen, "***M", "****", 1)), "d1"), "b2 c3 e3 f2"; got != want {
			t.Errorf("gate-blocks-check=%s: with nothing behind, the knight may go to %q, want %q", blocks, got, want)
		}
	}
}

func TestEnteringGivesCheckAtOnce(t *testing.T) {
	g := gameWith(t, "hannibal-manticore")
	for _, c := range []struct{ rule, fen, move, want string }{
		{"check", "**********/8k1/10/10/10/10/10/10/10/1N3K4/*M******** w - - 0 1", "b1a3", "Na3+"},
		{"no check with nothing behind", "**********/8k1/10/10/10/10/10/10/10/1N3K4/********** w - - 0 1", "b1a3", "Na3"},
		{"no check through the piece that has just left", "**********/8k1/10/10/10/10/10/10/10/1N3K4/*M******** w - - 0 1", "b1c3", "Nc3"},
		{"mate", "**********/9k/R9/10/10/10/10/10/10/2N2K2R1/**M******* w - - 0 1", "c1b3", "Nb3#"},
		{"mate by castling", "**********/9k/R9/10/10/10/10/8R1/10/R4K4/M********* w Q - 0 1", "f1c1", "K~c1#"},
	} {
		p := parsed(t, g, c.fen)
		m := testkit.Must(p.ParseMove(c.move))(t)
		if got := p.SAN(m); got != c.want {
			t.Errorf("%s: %s, want %s", c.rule, got, c.want)
		}
	}
}

// The manticore on b1 would reach the king on i9 by way of b2.
func TestWaitingPiecesAttackNothing(t *testing.T) {
	g := gameWith(t, "hannibal-manticore")
	waiting := parsed(t, g, "**********/8k1/10/10/10/10/10/10/10/1N3K4/*M******** b - - 0 1")
	if waiting.InCheck() || from(waiting, "i9") != "h8 h9 i8 j8 j9" {
		t.Errorf("a waiting piece attacks: check %v, king moves %s", waiting.InCheck(), from(waiting, "i9"))
	}
	if entered := parsed(t, g, "8k1/10/10/10/10/10/10/10/1M3K4 b - - 0 1"); !entered.InCheck() {
		t.Error("the same piece on the board gives check")
	}
	b1, _, _ := g.parseSquare("b1")
	if waiting.Behind(b1) != CodeOf(g.TypeNamed("manticore"), White) || waiting.At(b1) != CodeOf(g.TypeNamed("knight"), White) {
		t.Error("the waiting piece is not behind the knight")
	}
}

func TestEntering(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1"
	if got := gameWith(t, "seirawan").NewPosition().FEN(); got != start {
		t.Errorf("the game starts with\n%s, want\n%s", got, start)
	}
	checkMoves(t, []moveCase{
		{rule: "either piece, or none", game: "seirawan", fen: start, from: "b1", want: "a3 a3e a3h c3 c3e c3h"},
		{rule: "not behind a pawn", game: "seirawan", fen: start, from: "e2", want: "e3 e4"},
		{rule: "only what is in hand", game: "seirawan", fen: "4k3/8/8/8/8/8/8/1N2K3[E] w BE - 0 1", from: "b1", want: "a3 a3e c3 c3e d2 d2e"},
		{rule: "only with the right", game: "seirawan", fen: "4k3/8/8/8/8/8/8/1N2K3[E] w E - 0 1", from: "b1", want: "a3 c3 d2"},
		{rule: "with a capture", game: "seirawan", fen: "4k3/8/8/8/8/2p5/8/1N2K3[H] w B - 0 1", from: "b1c", want: "3 3h"},
		{rule: "no longer where another piece has come", game: "seirawan", fen: start, line: "b1c3 a7a6 c3b1 a6a5", from: "b1", want: "a3 c3"},
		{rule: "castling on the square of the king or of the partner", game: "seirawan", fen: "4k3/8/8/8/8/8/8/R3K2R[EH] w K - 0 1",
			from: "e1g1", want: " e h"},
		{rule: "of the partner, written to the king's", game: "seirawan", fen: "4k3/8/8/8/8/8/8/R3K2R[EH] w K - 0 1", from: "h1e1", want: "e h"},
		{rule: "a pinned piece is not replaced by the entering one", game: "seirawan", fen: "4k3/8/8/8/8/8/8/rN1K4[E] w B - 0 1", from: "b1", want: ""},
		{rule: "nor does the king leave a shield behind", game: "seirawan", fen: "4k3/8/8/8/8/8/8/r2K4[E] w D - 0 1", from: "d1", want: "c2 c2e d2 d2e e2 e2e"},
	})
	checkLines(t, []lineCase{
		{rule: "the piece stands where the other has left", game: "seirawan", fen: start, line: "b1c3e",
			want: "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/REBQKBNR[Hhe] b KQCDFGkqbcdfg - 1 1"},
		{rule: "a move without entry loses the right", game: "seirawan", fen: start, line: "b1c3",
			want: "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR[HEhe] b KQCDFGkqbcdfg - 1 1"},
		{rule: "rooks keep theirs when the king has moved", game: "seirawan", fen: "4k3/8/8/8/8/8/8/R3K2R[E] w KQ - 0 1", line: "e1e2",
			want: "4k3/8/8/8/8/8/4K3/R6R[E] b AH - 1 1"},
		{rule: "king and the other rook, when a rook has", game: "seirawan", fen: "4k3/8/8/8/8/8/8/R3K2R[E] w KQ - 0 1", line: "h1g1",
			want: "4k3/8/8/8/8/8/8/R3K1R1[E] b Q - 1 1"},
		{rule: "a captured piece loses the right of its square", game: "seirawan", fen: "4k3/8/8/8/8/2n5/8/1N2K3[E] b B - 0 1", line: "c3b1",
			want: "4k3/8/8/8/8/8/8/1n2K3[E] w - - 0 2"},
		{rule: "an empty hand has no rights", game: "seirawan", fen: "4k3/8/8/8/8/8/8/1N2K1N1[E] w BG - 0 1", line: "b1c3e",
			want: "4k3/8/8/8/8/2N5/8/1E2K1N1[] b - - 1 1"},
		{rule: "castling with entry for the king", game: "seirawan", fen: "4k3/8/8/8/8/8/8/R3K2R[EH] w KQ - 0 1", line: "e1c1h",
			want: "4k3/8/8/8/8/8/8/2KRH2R[E] b H - 1 1"},
		{rule: "for the partner", game: "seirawan", fen: "4k3/8/8/8/8/8/8/R3K2R[EH] w KQ - 0 1", line: "h1e1e",
			want: "4k3/8/8/8/8/8/8/R4RKE[H] b A - 1 1"},
		{rule: "gate-resets-n-move=true", game: "seirawan gate-resets-n-move=true", fen: "4k3/8/8/8/8/8/8/1N2K3[E] w B - 7 9", line: "b1c3e",
			want: "4k3/8/8/8/8/2N5/8/1E2K3[] b - - 0 9"},
	})
}

// Algebraic notation names the piece that enters, and its square where there are two.
func TestEnteringSAN(t *testing.T) {
	p := parsed(t, gameWith(t, "seirawan"), "4k3/8/8/8/8/8/8/RN2K2R[EH] w KQB - 0 1")
	for text, want := range map[string]string{"b1c3e": "Nc3/E", "b1c3": "Nc3", "e1g1": "O-O", "e1g1e": "O-O/Ee1+", "h1e1h": "O-O/Hh1"} {
		m := testkit.Must(p.ParseMove(text))(t)
		if got := p.SAN(m); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
		if back, err := p.ReadMove(want); err != nil || back != m {
			t.Errorf("%s is read as %s: %v", want, p.g.MoveText(back), err)
		}
	}
}

func TestEnteringFENErrors(t *testing.T) {
	g := gameWith(t, "seirawan")
	for _, rights := range []string{"C", "I", "b", "KX"} {
		if _, err := g.ParseFEN("4k3/8/8/8/8/8/8/1N2K2R[E] w " + rights + " - 0 1"); err == nil {
			t.Errorf("rights %q are read without an error", rights)
		}
	}
	// What castling rights imply need not be written.
	for rights, want := range map[string]string{"KBEH": "KB", "KH": "K", "BK": "KB"} {
		if got := parsed(t, g, "4k3/8/8/8/8/8/8/1N2K2R[E] w "+rights+" - 0 1").FEN(); got != "4k3/8/8/8/8/8/8/1N2K2R[E] w "+want+" - 0 1" {
			t.Errorf("rights %s read as %s, want %s", rights, got, want)
		}
	}
}

// Pieces that hop are refused: the entering piece could complete their path.
func TestEnteringWithoutHoppers(t *testing.T) {
	v := loaded(t, "seirawan").Clone()
	v.Pieces[4].Moves[0].Betza = "pQ"
	if _, err := Compile(v); err == nil {
		t.Error("a game with hoppers is compiled")
	}
}
