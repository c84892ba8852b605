package rules

import (
	"bestiary/internal/testkit"
	"testing"
)

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
