package endgame

import (
	"testing"

	"bestiary/engine/rules"
	"bestiary/internal/testkit"
)

func TestMates(t *testing.T) {
	for _, test := range []struct {
		game, piece string
		want        Mates
	}{
		{"chess", "queen", Alone}, {"chess", "rook", Alone}, {"chess", "bishop", InPairs}, {"chess", "knight", Never}, {"chess", "pawn", Promotes},
		{"falcon-chess", "falcon", Alone}, {"shatranj", "knight", InPairs}, {"shatranj", "alfil", Never}, {"herculean", "wazir-knight", NotAlone}, {"al-ces", "elephant", Promotes}, {"al-ces", "silver-general", NotAlone}, {"xiangqi", "soldier", NotComputed},
	} {
		g := newSolver(t, test.game).Game
		if got := MatesOf(g, g.TypeNamed(test.piece)); got != test.want {
			t.Errorf("%s: %s mates %s, want %s", test.game, test.piece, got, test.want)
		}
	}
}

// The table of pairs is what the solver finds: the pairs of chess, with -long.
func TestKnownPairs(t *testing.T) {
	known := testkit.Must(readPairs(pairsText))(t)
	if _, err := readPairs("board,stalemate,move,share\n8x8,draw,N,much\n"); err == nil {
		t.Error("no error for a share that is no number")
	}
	for p, share := range known {
		if share < 0 || share > 1 {
			t.Errorf("%v: share %v", p, share)
		}
	}
	if !testkit.Long() {
		return
	}
	s := newSolver(t, "chess")
	for move, ending := range map[string]string{"N": "knight+knight", "B": "bishop+bishop"} {
		got, want := known[pair{"8x8", "draw", move}], solve(t, s, ending).Summary(rules.White).Share()
		if got < want-1e-4 || got > want+1e-4 {
			t.Errorf("%s: share %v, want %v", ending, got, want)
		}
	}
}
