package formula

import (
	"math"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// The prior of a kind is what its card predicts; kinds that the formula cannot judge have none.
func TestPriors(t *testing.T) {
	f := testkit.Must(Published())(t)
	g := rulestest.Game(t, "chess")
	priors := f.Priors(g)
	if len(priors) != 4 {
		t.Errorf("%d kinds of chess have a prior, want knight, bishop, rook and queen", len(priors))
	}
	for name, moves := range map[string]string{"knight": "N", "bishop": "B", "rook": "R", "queen": "Q"} {
		p := priors[g.TypeNamed(name)]
		k := testkit.Must(Look(Board{8, 8}, moves))(t)
		v := f.Value(k.Features)
		if math.Abs(p.Factor*k.Prior/v.Estimate-1) > 0.01 || !(p.Spread > f.Error/2) || !(p.Spread < 2*f.Error) {
			t.Errorf("%s: prior %+v, by its card %v of %.2f", name, p, v, k.Prior)
		}
	}
	for game, none := range map[string]string{"xiangqi": "advisor", "crazyhouse": "king", "shogi": "pawn"} {
		g := rulestest.Game(t, game)
		if p, ok := f.Priors(g)[g.TypeNamed(none)]; ok {
			t.Errorf("%s: the prior of the %s is %+v, want none", game, none, p)
		}
	}
}

func BenchmarkPriors(b *testing.B) {
	g := rulestest.Game(b, "herculean")
	f := testkit.Must(Published())(b)
	for b.Loop() {
		f.Priors(g)
	}
}
