package rules

import (
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

func TestEnPassantUncoversCheck(t *testing.T) {
	p := parsed(t, gameWith(t, "chess"), "4r1k1/8/8/8/4p3/8/3P4/4K3 w - - 0 1")
	play(t, p, "d2d4 e4d3")
	if !p.InCheck() {
		t.Errorf("%s: the rook's line is open", p.FEN())
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
