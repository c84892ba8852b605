package tuning

import (
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"math/rand/v2"
	"testing"
)

// Each stage equals the result of a run of its size, and the last stage is the estimate
// itself.
func TestGrowth(t *testing.T) {
	g := rulestest.Game(t, "chess")
	records := synthetic(rand.New(rand.NewPCG(6, 6)), 450)
	m := testkit.Must(Measure(g, all(records), Default()))(t)
	var pairs []int
	for _, stage := range m.Growth {
		pairs = append(pairs, stage.Pairs)
		short := testkit.Must(Measure(g, all(records[:2*stage.Pairs]), Default()))(t)
		if stage.Games != 2*stage.Pairs {
			t.Errorf("%d games in %d pairs", stage.Games, stage.Pairs)
		}
		for i, v := range short.Design.Values {
			if stage.Worth[i] != v.Worth {
				t.Errorf("%s after %d pairs: %+v, want %+v", v.Piece, stage.Pairs, stage.Worth[i], v.Worth)
			}
		}
	}
	testkit.Same(t, "stages", []int{112, 225, 450}, pairs)
	if m = testkit.Must(Measure(g, all(records[:398]), Default()))(t); m.Growth != nil {
		t.Errorf("199 pairs: %d stages, want none", len(m.Growth))
	}
}
