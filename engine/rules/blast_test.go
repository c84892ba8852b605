package rules

import "testing"

func TestBlasts(t *testing.T) {
	checkLines(t, []lineCase{
		{rule: "a capture removes both pieces and all around but pawns", game: "atomic", fen: "4k3/8/1p1n4/2bqp3/1r1P1R2/8/8/3QK3 w - - 3 9", line: "d4c5",
			want: "4k3/8/1p6/4p3/5R2/8/8/3QK3 b - - 0 9"},
		{rule: "a capturing pawn goes, too", game: "atomic", fen: "4k3/8/8/2p5/1P6/8/8/4K3 w - - 0 1", line: "b4c5", want: "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		{rule: "also en passant, around the square where the pawn arrives", game: "atomic", fen: "4k3/8/8/8/6p1/6Q1/7P/K7 w - - 0 1", line: "h2h4 g4h3",
			want: "4k3/8/8/8/8/8/8/K7 w - - 0 2"},
		{rule: "rights of rooks that are blown up are lost", game: "atomic", fen: "r3k2r/8/8/8/8/8/1q4q1/R3K2R b KQkq - 0 1", line: "b2a1",
			want: "r3k2r/8/8/8/8/8/6q1/4K2R w Kkq - 0 2"},
		{rule: "and pieces come into the hand of the other side", game: "atomiczh", fen: "4k3/8/8/2pr4/1P6/8/8/4K3[] w - - 0 1", line: "b4c5",
			want: "4k3/8/8/8/8/8/8/4K3[PRp] b - - 0 1"},
	})
	checkMoves(t, []moveCase{
		{rule: "the king does not capture", game: "atomic", fen: "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", from: "e1", want: "d2 f2"},
		{rule: "a capture may not blow up the own king", game: "atomic", fen: "4k3/8/8/8/8/8/2R2p2/4K3 w - - 0 1", from: "c2f2", want: ""},
		{rule: "but may end a check from afar by its blast", game: "atomic", fen: "4k3/8/8/3pr3/8/8/8/3RK3 w - - 0 1", from: "d1", want: "d5"},
		{rule: "nothing else may leave the king in check", game: "atomic", fen: "4k3/8/8/4r3/p7/8/8/R3K3 w - - 0 1", from: "a1", want: ""},
		{rule: "but the blast of the other king", game: "atomic", fen: "3qk3/8/8/4r3/8/8/8/3RK3 w - - 0 1", from: "d1", want: "d8"},
		{rule: "kings may touch, where there is no check", game: "atomic", fen: "8/8/8/8/8/8/4k3/q3K2N w - - 0 1", from: "h1", want: "f2 g3"},
		{rule: "and go next to each other", game: "atomic", fen: "8/8/8/8/8/4k3/q7/4K3 w - - 0 1", from: "e1", want: "d1 d2 e2 f1 f2"},
	})
}

func TestImmunePiecesSurviveBlasts(t *testing.T) {
	v := loaded(t, "atomic").Clone()
	v.Rules.Blast.Immune = []string{"rook"}
	g := compiled(t, v)
	for _, c := range []struct{ what, fen, move, want string }{
		{"beside one", "4k3/8/3rn3/2b5/3P4/8/8/4K3 w - - 0 1", "d4c5", "4k3/8/3rn3/8/8/8/8/4K3 b - - 0 1"},
		{"that captures", "4k3/8/8/2bn4/8/8/8/2R1K3 w - - 0 1", "c1c5", "4k3/8/8/2R5/8/8/8/4K3 b - - 0 1"},
	} {
		p := parsed(t, g, c.fen)
		play(t, p, c.move)
		if got := p.FEN(); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

func TestBlowingUpTheKingWins(t *testing.T) {
	p := parsed(t, gameWith(t, "atomic"), "3qk3/8/8/4r3/8/8/8/3RK3 w - - 0 1")
	play(t, p, "d1d8")
	if r, why := p.Outcome(); r != WhiteWins || why != BlownUp {
		t.Errorf("%v (%s)", r, why)
	}
	q := parsed(t, p.g, p.FEN())
	if r, _ := q.Outcome(); r != WhiteWins || len(q.Moves(nil)) > 0 {
		t.Errorf("read back, the game is not over: %s", q.FEN())
	}
	p.Unmake()
	if san := p.SAN(p.Moves(nil)[0]); san == "" {
		t.Error("no text")
	}
	for _, fen := range []string{"8/8/8/8/8/8/8/4K3 w - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1"} {
		if _, err := gameWith(t, "chess").ParseFEN(fen); err == nil {
			t.Errorf("%s is a position of chess", fen)
		}
	}
}
