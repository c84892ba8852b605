package rules

import (
	"slices"
	"testing"

	"bestiary/internal/testkit"
)

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

func TestExplosion(t *testing.T) {
	checkLines(t, []lineCase{
		{rule: "it removes the assassin and all neighbours of both sides, nothing farther away",
			game: "al-ces", fen: "10/9k/10/2p1n1N3/3pNq4/2RbAPr3/3PdL4/2P1e1l3/10/K9 w - - 7 1", line: "e5*",
			want: "10/9k/10/2p1n1N3/10/2R3r3/10/2P1e1l3/10/K9 b - - 0 1"},
		{rule: "at the edge it does not reach round the board",
			game: "al-ces", fen: "4k5/10/10/10/10/4K5/10/n8p/pP7p/An7n w - - 0 1", line: "a1*",
			want: "4k5/10/10/10/10/4K5/10/n8p/9p/9n b - - 0 1"},
		{rule: "at the far edge",
			game: "al-ces", fen: "n7NA/8pp/10/10/10/4K5/10/10/10/4k5 w - - 0 1", line: "j10*",
			want: "n9/10/10/10/10/4K5/10/10/10/4k5 b - - 0 1"},
		{rule: "black's assassins explode, too",
			game: "al-ces", fen: "9k/10/10/10/3NNp4/4a5/10/10/K9/10 b - - 3 8", line: "e5*",
			want: "9k/10/10/10/10/10/10/10/K9/10 w - - 0 9"},
		{rule: "an assassin that is removed does not explode in turn",
			game: "al-ces", fen: "9k/10/10/4N5/4a5/4A5/10/10/K9/10 w - - 0 1", line: "e5*",
			want: "9k/10/10/4N5/10/10/10/10/K9/10 b - - 0 1"},
		{rule: "alone it resets the counter, since the assassin is gone",
			game: "al-ces", fen: "9k/10/10/10/10/4A5/10/7N2/K9/10 w - - 9 30", line: "e5*",
			want: "9k/10/10/10/10/10/10/7N2/K9/10 b - - 0 30"},
		{rule: "a rook that it removes takes its castling right along",
			game: "al-ces", fen: "r4k3r/10/10/10/10/10/10/10/1A8/R4K3R w KQkq - 0 1", line: "b2*",
			want: "r4k3r/10/10/10/10/10/10/10/10/5K3R b Kkq - 0 1"},
		{rule: "the opponent's rook as well",
			game: "al-ces", fen: "r4k3r/8A1/10/10/10/10/10/10/10/R4K3R w KQkq - 0 1", line: "i9*",
			want: "r4k4/10/10/10/10/10/10/10/10/R4K3R b KQq - 0 1"},
		{rule: "other castling rights stay",
			game: "al-ces", fen: "r4k3r/10/10/10/10/4A5/10/10/10/R4K3R w KQkq - 0 1", line: "e5*",
			want: "r4k3r/10/10/10/10/10/10/10/10/R4K3R b KQkq - 0 1"},
		{rule: "a pawn that has just made its double step and is removed leaves nothing to capture en passant",
			game: "al-ces", fen: "9k/10/3p6/10/4P5/2A7/10/10/K9/10 b - - 0 1", line: "d8d6 c5*",
			want: "9k/10/10/10/4P5/10/10/10/K9/10 b - - 0 2"},
	})
}

func TestLegalityOfExplosions(t *testing.T) {
	for _, c := range []struct {
		rule, game, fen, square string
		want                    bool
	}{
		{"not beside the own king", "al-ces", "9k/10/10/10/4n5/4A5/4K5/10/10/10 w - - 0 1", "e5", false},
		{"two squares from it", "al-ces", "9k/10/10/10/4n5/4A5/10/4K5/10/10 w - - 0 1", "e5", true},
		{"not diagonally beside it", "al-ces", "9k/10/10/10/4n5/4A5/5K4/10/10/10 w - - 0 1", "e5", false},
		{"not when the assassin was all that stood before a rook", "al-ces", "4r4k/10/10/10/10/4A5/10/10/10/4K5 w - - 0 1", "e5", false},
		{"nor when all on the line are removed", "al-ces", "4r4k/10/10/10/4N5/4A5/4P5/10/10/4K5 w - - 0 1", "e5", false},
		{"one left on the line suffices", "al-ces", "4r4k/10/10/4p5/4N5/4A5/4P5/10/10/4K5 w - - 0 1", "e5", true},
		{"nor when a neighbour was all that stood before it", "al-ces", "9k/10/10/r3N4K/5A4/10/10/10/10/10 w - - 0 1", "f6", false},
		{"the rook itself may be removed", "al-ces", "9k/10/10/10/4r5/4A5/10/10/10/4K5 w - - 0 1", "e5", true},
		{"the check of a removed piece ends", "al-ces", "9k/10/r9/1A8/10/10/10/10/10/K9 w - - 0 1", "b7", true},
		{"both checks when both pieces are removed", "al-ces", "9k/10/10/10/10/10/10/rA8/2n7/K9 w - - 0 1", "b3", true},
		{"not when one of two stays", "al-ces", "9k/10/r9/10/10/10/10/1A8/2n7/K9 w - - 0 1", "b3", false},
		{"not in a check that it leaves", "al-ces", "9k/10/r9/10/10/3An5/10/10/10/K9 w - - 0 1", "d5", false},
		{"a cannon's check ends with its mount", "al-ces", "c8k/10/n9/1A8/10/10/10/10/10/K9 w - - 0 1", "b7", true},
		{"not when it leaves a cannon just one mount", "al-ces", "c8k/10/n9/1A8/10/10/p9/10/10/K9 w - - 0 1", "b7", false},
		{"a protected neighbour makes no difference", "al-ces", "9k/10/3p6/4n5/4A5/10/10/10/10/K9 w - - 0 1", "e6", true},
		{"alone", "al-ces", "9k/10/10/10/10/4A5/10/10/10/K9 w - - 0 1", "e5", true},
		{"explosion-alone=false", "al-ces explosion-alone=false", "9k/10/10/10/10/4A5/10/10/10/K9 w - - 0 1", "e5", false},
		{"explosion-alone=false with an enemy beside", "al-ces explosion-alone=false", "9k/10/10/10/3p6/4A5/10/10/10/K9 w - - 0 1", "e5", true},
		{"explosion-alone=false with a piece of its own beside", "al-ces explosion-alone=false", "9k/10/10/10/3P6/4A5/10/10/10/K9 w - - 0 1", "e5", true},
		{"explosion-alone=false with a piece two squares off", "al-ces explosion-alone=false", "9k/10/10/4p5/10/4A5/10/10/10/K9 w - - 0 1", "e5", false},
		{"only assassins", "al-ces", "10/9k/10/10/3P6/4Q5/10/10/10/K9 w - - 0 1", "e5", false},
		{"only the side to move", "al-ces", "9k/10/10/10/3P6/4A5/10/10/10/K9 b - - 0 1", "e5", false},
	} {
		p := parsed(t, gameWith(t, c.game), c.fen)
		if got := slices.Contains(moveTexts(p, p.Moves(nil)), c.square+"*"); got != c.want {
			t.Errorf("%s: %s: explosion on %s %v, want %v", c.rule, c.fen, c.square, got, c.want)
		}
	}
}

// Explosions of both sides one after the other, with castling rights and an
// en-passant target to restore, taken back on the position and on a copy.
func TestExplosionsAreTakenBack(t *testing.T) {
	p := parsed(t, gameWith(t, "al-ces"), "r4k3r/1a8/3p6/10/4P5/2A7/10/10/8a1/R4K3R b KQkq - 4 11")
	var before []*Position
	for _, m := range []string{"d8d6", "c5*", "i2*", "f1g1", "b9*"} {
		before = append(before, p.Clone())
		play(t, p, m)
	}
	if want := "5k3r/10/10/10/4P5/10/10/10/10/R5K3 w k - 0 14"; p.FEN() != want {
		t.Fatalf("the line leads to %s, want %s", p.FEN(), want)
	}
	for _, q := range []*Position{p.Clone(), p} {
		for i := len(before) - 1; i >= 0; i-- {
			q.Unmake()
			if diff := diffPositions(before[i], q); diff != "" {
				t.Errorf("ply %d is not taken back: %s", i+1, diff)
			}
		}
	}
}

func TestExplosionInNotation(t *testing.T) {
	p := parsed(t, gameWith(t, "al-ces"), "4r4k/10/10/10/3n6/4A5/10/10/9K/9R w - - 0 1")
	m, err := p.ParseMove("e5*")
	testkit.OK(t, err)
	if p.SAN(m) != "Ae5*" || !p.IsCapture(m) || m.Kind() != Exploding {
		t.Errorf("e5* is written %s, capture %v, kind %d", p.SAN(m), p.IsCapture(m), m.Kind())
	}
	mate := parsed(t, gameWith(t, "al-ces"), "9k/R8N/9A/10/10/10/10/R9/9R/9K w - - 0 1")
	m = testkit.Must(mate.ParseMove("j8*"))(t)
	if got := mate.SAN(m); got != "Aj8*+" {
		t.Errorf("j8* is written %s, want a discovered check", got)
	}
}
