package rules

import (
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

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

// Algebraic notation names the piece that enters, and its square where there are two.
func TestEnteringSAN(t *testing.T) {
	p := parsed(t, gameWith(t, "seirawan"), "4k3/8/8/8/8/8/8/RN2K2R[EH] w KQB - 0 1")
	for text, want := range map[string]string{"b1c3e": "Nc3/E", "b1c3": "Nc3", "e1g1": "O-O", "e1g1e": "O-O/Ee1+", "h1e1h": "O-O/Hh1"} {
		m := testkit.Must(p.ParseMove(text))(t)
		if got := p.SAN(m); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
		if back, err := p.ReadAnyMove(want); err != nil || back != m {
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
