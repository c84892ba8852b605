package formula

import (
	"math"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// The prior of a kind is what its card predicts; that of a piece of the unit, but for the factor that
// keeps the unit.
func TestPriors(t *testing.T) {
	f := testkit.Must(Published())(t)
	g := rulestest.Game(t, "hannibal-manticore")
	priors := f.Priors(g)
	over := func(name, moves string) float64 {
		p, k := priors[g.TypeNamed(name)], testkit.Must(Look(Board{10, 8}, moves))(t)
		v := f.Value(k.Features)
		if !(p.Spread > f.Error/2) || !(p.Spread < 2*f.Error) {
			t.Errorf("%s: prior %+v", name, p)
		}
		return math.Log(p.Factor * k.Prior / v.Estimate)
	}
	sum := 0.0
	for name, moves := range map[string]string{"knight": "N", "bishop": "B", "rook": "R", "queen": "Q"} {
		p := priors[g.TypeNamed(name)]
		sum += math.Log(p.Factor)
		if off := over(name, moves) - over("knight", "N"); math.Abs(off) > 0.04 {
			t.Errorf("%s: %+v is off by %.3f", name, p, off)
		}
	}
	if off := over("manticore", "WyafsW"); math.Abs(sum) > 1e-9 || math.Abs(off) > 0.04 {
		t.Errorf("the manticore is off by %.3f, the unit by %g", off, sum)
	}
}

// Kinds that the formula was not fitted to have no prior.
func TestNoPriors(t *testing.T) {
	f := testkit.Must(Published())(t)
	for _, game := range []string{"crazyhouse", "atomic", "three-check", "king-of-the-hill", "horde", "antichess", "spartan", "racing-kings"} {
		if priors := f.Priors(rulestest.Game(t, game)); len(priors) > 0 {
			t.Errorf("%s: %d kinds have priors", game, len(priors))
		}
	}
	for game, list := range map[string][]string{"chess": {"pawn", "king"}, "herculean": {"ninja-pawn"}, "al-ces": {"assassin"}} {
		g := rulestest.Game(t, game)
		priors := f.Priors(g)
		for _, name := range list {
			if p, ok := priors[g.TypeNamed(name)]; ok || len(priors) == 0 {
				t.Errorf("%s: the prior of the %s is %+v among %d, want none", game, name, p, len(priors))
			}
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
