package rules

import (
	"strings"
	"testing"

	"bestiary/engine/variant"
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

// Pieces that hop are refused: the entering piece could complete their path.
func TestEnteringWithoutHoppers(t *testing.T) {
	v := loaded(t, "seirawan").Clone()
	v.Pieces[4].Moves[0].Betza = "pQ"
	if _, err := Compile(v); err == nil {
		t.Error("a game with hoppers is compiled")
	}
}

// Each piece with moves for its first move only needs a right of its own, and there are 64.
func TestTooManyUnmovedPieces(t *testing.T) {
	for _, c := range []struct {
		rows int // of pawns on either side
		want string
	}{{2, ""}, {3, "72 pieces have moves with the modifier i; at most 64 may"}} {
		pawns := func(pawn string) string { return strings.Repeat(strings.Repeat(pawn, 12)+"/", c.rows) }
		v := &variant.Variant{Name: "crowd", Files: 12, Ranks: 10, Array: "6k5/" + pawns("p") + strings.Repeat("12/", 8-2*c.rows) + pawns("P") + "6K5"}
		v.Pieces = []variant.Piece{{Name: "pawn", Symbol: "P", Moves: []variant.MoveSet{{Betza: "fmWfcFifmnD"}}}, {Name: "king", Symbol: "K", Royal: true, Moves: []variant.MoveSet{{Betza: "K"}}}}
		_, err := Compile(v)
		if c.want == "" {
			testkit.OK(t, err)
		} else {
			testkit.Fails(t, err, c.want)
		}
	}
}
