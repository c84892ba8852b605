package rules

import (
	"testing"

	"bestiary/internal/testkit"
)

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

func TestExplosionIsACapture(t *testing.T) {
	p := parsed(t, gameWith(t, "al-ces"), "4r4k/10/10/10/3n6/4A5/10/10/9K/9R w - - 0 1")
	if m := testkit.Must(p.ParseMove("e5*"))(t); !p.IsCapture(m) || m.Kind() != Exploding {
		t.Errorf("e5*: capture %v, kind %d", p.IsCapture(m), m.Kind())
	}
}
