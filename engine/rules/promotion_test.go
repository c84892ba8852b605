package rules

import (
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

func TestPromotionToOwnForms(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "a piece may promote where it enters the zone", game: "shogi", fen: "8k/9/9/4S4/9/9/9/9/K8[] w - - 0 1", from: "e6", want: "d5 d7 d7+ e7 e7+ f5 f7 f7+"},
		{rule: "or leaves it", game: "shogi", fen: "8k/9/4S4/9/9/9/9/9/K8[] w - - 0 1", from: "e7", want: "d6 d6+ d8 d8+ e8 e8+ f6 f6+ f8 f8+"},
		{rule: "it must where it could never move again", game: "shogi", fen: "8k/9/4N4/9/9/9/9/9/K8[] w - - 0 1", from: "e7", want: "d9+ f9+"},
		{rule: "also on the last rank but one", game: "shogi", fen: "8k/9/9/4N4/9/9/9/9/K8[] w - - 0 1", from: "e6", want: "d8+ f8+"},
		{rule: "black's zone", game: "shogi", fen: "8k/9/9/9/9/4p4/9/9/K8[] b - - 0 1", from: "e4", want: "e3 e3+"},
		{rule: "a promoted form promotes no further", game: "shogi", fen: "8k/9/4+S4/9/9/9/9/9/K8[] w - - 0 1", from: "e7", want: "d7 d8 e6 e8 f7 f8"},
		{rule: "drops only where the piece can move on", game: "shogi", fen: "PPPPPPPPk/LLLL5/SSSSSSSSS/9/SSSSSSSSS/SSSSSSSSS/SSSSSSSSS/SSSSSSSSS/KSSSSSSSS[N] w - - 0 1", from: "N@", want: "a6 b6 c6 d6 e6 f6 g6 h6 i6"},
		{rule: "not two pawns on a file", game: "shogi", fen: "8k/9/9/P1P1P1P1P/SSSSSSSSS/SSSSSSSSS/SSSSSSSSS/SSSSSSSSS/KSSSSSSSS[P] w - - 0 1", from: "P@", want: "b6 b7 b8 d6 d7 d8 f6 f7 f8 h6 h7 h8"},
		{rule: "promotion is compulsory with every move where it is not optional", game: "kyotoshogi", fen: "k4/5/5/1S3/4K[] w - - 0 1", from: "b2", want: "a1+ a3+ b3+ c1+ c3+"},
		{rule: "and so is demotion", game: "kyotoshogi", fen: "k4/5/5/1+N3/4K[] w - - 0 1", from: "b2", want: "a2n a3n b1n b3n c2n c3n"},
		{rule: "drops as the promoted form", game: "kyotoshogi", fen: "k4/1PPPP/PPPPP/PPPPP/KPPPP[N] w - - 0 1", from: "+N@", want: "a4 b5 c5 d5 e5"},
		{rule: "drop-promoted=false", game: "kyotoshogi drop-promoted=false", fen: "k4/1PPPP/PPPPP/PPPPP/KPPPP[N] w - - 0 1", from: "+N@", want: ""},
		{rule: "only captures promote", game: "microshogi", fen: "k3/4/p3/B3/3K[] w - - 0 1", from: "a2", want: "b1 b3 c4 d5"},
		{rule: "which do", game: "microshogi", fen: "k3/4/1p2/B3/3K[] w - - 0 1", from: "a2", want: "b1 b3+"},
	})
	checkLines(t, []lineCase{
		{rule: "a captured form comes into the hand as the piece it was", game: "shogi", fen: "8k/9/9/9/9/9/9/+r8/K8[] w - - 0 1", line: "a1a2",
			want: "8k/9/9/9/9/9/9/K8/9[R] b - - 0 1"},
		{rule: "a drop as the promoted form takes it out", game: "kyotoshogi", fen: "k4/5/5/5/4K[NN] w - - 0 1", line: "+N@b2", want: "k4/5/5/1+N3/4K[N] b - - 0 1"},
	})
	// A - stands for the demotion, too.
	p := parsed(t, gameWith(t, "kyotoshogi"), "k4/5/5/1+N3/4K[] w - - 0 1")
	play(t, p, "b2b3-")
	if want := "k4/5/1N3/5/4K[] b - - 1 1"; p.FEN() != want {
		t.Errorf("got %s, want %s", p.FEN(), want)
	}
}

func TestPromotionLimit(t *testing.T) {
	v := loaded(t, "shogi")
	for i := range v.Rules.Promotions {
		v.Rules.Promotions[i].Limit, v.Rules.Promotions[i].Leaving = 1, false
	}
	g := compiled(t, v)
	for fen, want := range map[string]string{
		"8k/9/4S4/9/9/9/9/9/K8[] w - - 0 1":    "d6 d8 d8+ e8 e8+ f6 f8 f8+", // the silver may not promote where it only leaves the zone
		"8k/9/+S3S4/9/9/9/9/9/K8[] w - - 0 1":  "d6 d8 e8 f6 f8",             // nor where there is a promoted silver
		"8k/9/+s3S4/9/9/9/9/9/K8[+] w - - 0 1": "",
	} {
		p, err := g.ParseFEN(fen)
		if want == "" {
			if err == nil {
				t.Errorf("%s was read", fen)
			}
			continue
		}
		testkit.OK(t, err)
		if got := from(p, "e7"); got != want {
			t.Errorf("%s: moves %s, want %s", fen, got, want)
		}
	}
}

// A mate by a dropped pawn loses, and only that.
func TestMateByDrop(t *testing.T) {
	for _, c := range []struct {
		rule, fen, move string
		want            Result
	}{
		{"pawn dropped", "7lk/7n1/7S1/9/9/9/9/9/K8[P] w - - 0 1", "P@i8", BlackWins},
		{"gold dropped", "7lk/7n1/7S1/9/9/9/9/9/K8[G] w - - 0 1", "G@i8", WhiteWins},
		{"pawn moved", "7lk/7n1/7SP/9/9/9/9/9/K8[P] w - - 0 1", "i7i8", WhiteWins},
		{"no mate", "8k/9/9/9/9/9/9/9/K8[P] w - - 0 1", "P@i8", Ongoing},
	} {
		p := parsed(t, gameWith(t, "shogi"), c.fen)
		play(t, p, c.move)
		if got, why := p.Outcome(); got != c.want {
			t.Errorf("%s: %v (%s), want %v", c.rule, got, why, c.want)
		}
	}
}

// Where two rules let a piece become the same, it is one move.
func TestOverlappingPromotions(t *testing.T) {
	v := loaded(t, "chess")
	v.Rules.Promotions = append(v.Rules.Promotions, variant.Promotion{Pieces: []string{"pawn"}, Zone: 2, Choices: []string{"queen"}, Optional: true})
	p := parsed(t, compiled(t, v), "4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
	seen := map[Move]bool{}
	for _, m := range p.Moves(nil) {
		if seen[m] {
			t.Errorf("%s stands twice", p.g.MoveText(m))
		}
		seen[m] = true
	}
}
