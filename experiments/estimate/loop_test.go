package estimate

import (
	"math"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/stat"
	"bestiary/tuning"
)

// priorLogits returns the values of pieces in the prior weights at 250 centipawns per
// logit, with factors for some pieces.
func priorLogits(g *rules.Game, factor map[string]float64) map[string]float64 {
	w, out := eval.Prior(g), map[string]float64{}
	for _, t := range g.Types() {
		if name := g.TypeName(t); t != g.Royal() {
			out[name] = materialOf(w, t) / 250
			if f, ok := factor[name]; ok {
				out[name] *= f
			}
		}
	}
	return out
}

func material(g *rules.Game, w *eval.Weights, name string) float64 {
	mg, eg := w.Material(g.TypeNamed(name))
	return (mg + eg) / 2
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b) }

// An estimate that agrees with the engine's values leaves them as they are, whatever the
// scale of the estimate.
func TestLearnKeepsWhatIsRight(t *testing.T) {
	g := rulestest.Game(t, "chess")
	before := eval.Prior(g)
	for _, scale := range []float64{0.1, 1, 7} {
		values := priorLogits(g, nil)
		for name := range values {
			values[name] *= scale
		}
		m := &tuning.Measurement{Level: 0.95, Texel: estimateOf(g, 0.01, values)}
		after, calm := Learn(g, before, m, 0.7)
		if !calm {
			t.Errorf("scale %g: not calm", scale)
		}
		for name := range values {
			if a, b := material(g, after, name), material(g, before, name); !near(a, b) {
				t.Errorf("scale %g: %s is worth %v, want %v as before", scale, name, a, b)
			}
		}
	}
}

// A value moves towards its target by the share damping of the distance in logarithms. The
// target keeps the worth of the army.
func TestLearnIsDamped(t *testing.T) {
	g := rulestest.Game(t, "chess")
	before := eval.Prior(g)
	values := priorLogits(g, map[string]float64{"queen": 2})
	queen := material(g, before, "queen")
	army := 0.0
	for name, n := range map[string]float64{"pawn": 8, "knight": 2, "bishop": 2, "rook": 2, "queen": 1} {
		army += n * material(g, before, name)
	}
	share := army / (army + queen) // the factor for the other pieces if the queen is doubled
	for _, damping := range []float64{0.25, 0.7, 1} {
		after, calm := Learn(g, before, &tuning.Measurement{Level: 0.95, Texel: estimateOf(g, 0.01, values)}, damping)
		if calm {
			t.Errorf("damping %g: calm, though the queen moved", damping)
		}
		for name, target := range map[string]float64{"queen": 2 * share, "rook": share} {
			want := material(g, before, name) * math.Pow(target, damping)
			if got := material(g, after, name); !near(got, want) {
				t.Errorf("damping %g: %s is worth %v, want %v", damping, name, got, want)
			}
		}
		if got := material(g, before, "queen"); got != queen {
			t.Errorf("damping %g: the weights before were changed: queen %v, want %v", damping, got, queen)
		}
	}
}

// Pieces that are a burden keep their values, and no value becomes NaN.
func TestLearnWithBurdens(t *testing.T) {
	g := rulestest.Game(t, "chess")
	before := eval.Prior(g)
	queen := g.TypeNamed("queen")
	before.SetMaterial(queen, -300, -300)
	after, _ := Learn(g, before, &tuning.Measurement{Level: 0.95, Texel: estimateOf(g, 0.01, priorLogits(g, nil))}, 0.7)
	for _, v := range g.Types() {
		mg, eg := after.Material(v)
		if math.IsNaN(mg) || v == queen && (mg != -300 || eg != -300) {
			t.Errorf("%s is worth %v, %v", g.TypeName(v), mg, eg)
		}
	}
}

// Every value stays between a fifth and five times its prior, on the scale of the weights.
func TestLearnIsBounded(t *testing.T) {
	g := rulestest.Game(t, "chess")
	prior, before := eval.PriorValues(g), eval.Prior(g)
	values := priorLogits(g, map[string]float64{"rook": -3, "knight": 100})
	after, _ := Learn(g, before, &tuning.Measurement{Level: 0.95, Texel: estimateOf(g, 0.1, values)}, 1)
	army, usual := 0.0, 0.0
	for name, n := range map[string]float64{"pawn": 8, "knight": 2, "bishop": 2, "rook": 2, "queen": 1} {
		army, usual = army+n*material(g, before, name), usual+n*prior[g.TypeNamed(name)]
	}
	for name, factor := range map[string]float64{"rook": 0.2, "knight": 5} {
		if got, want := material(g, after, name), factor*prior[g.TypeNamed(name)]*army/usual; !near(got, want) {
			t.Errorf("%s is worth %v, want %v", name, got, want)
		}
	}
}

// A value is calm if it is within one standard error of its target, whatever the level of
// its interval.
func TestLearnIsCalm(t *testing.T) {
	g := rulestest.Game(t, "chess")
	for _, test := range []struct {
		level, quantile float64
	}{{0.95, 1.959964}, {0.5, 0.674490}} {
		for _, distance := range []float64{1.2, 1.4} { // distance of the pawn, in standard errors
			const se = 0.05
			values := priorLogits(g, nil)
			pawn := values["pawn"]
			values["pawn"] += distance * se
			// The scale follows the army, of which the pawns are a part.
			army := 0.0
			for name, n := range map[string]float64{"pawn": 8, "knight": 2, "bishop": 2, "rook": 2, "queen": 1} {
				army += n * values[name]
			}
			shift := 1 - 8*distance*se/army
			moved := (values["pawn"]*shift - pawn) / (se * shift)
			e := estimateOf(g, 1e3, values) // all but the pawn are vague
			for i := range e.Values {
				if v := &e.Values[i]; v.Piece == "pawn" {
					v.Logit = stat.Symmetric(v.Logit.Estimate, test.quantile*se, test.level)
				}
			}
			_, calm := Learn(g, eval.Prior(g), &tuning.Measurement{Level: test.level, Texel: e}, 0.5)
			if (distance == 1.2) != (moved < 1) {
				t.Fatalf("the pawn is %.2f standard errors away: the test is of no use", moved)
			}
			if want := moved < 1; calm != want {
				t.Errorf("level %g, pawn %.2f standard errors away: calm is %v, want %v", test.level, moved, calm, want)
			}
		}
	}
}

// Without quiet positions the engine learns from the design estimate; if the army is worth
// nothing, it learns nothing.
func TestLearnSource(t *testing.T) {
	g := rulestest.Game(t, "chess")
	design := estimateOf(g, 0.1, priorLogits(g, map[string]float64{"queen": 2}))
	after, _ := Learn(g, eval.Prior(g), &tuning.Measurement{Level: 0.95, Design: design}, 1)
	if queen, rook := material(g, after, "queen"), material(g, after, "rook"); queen < 3.5*rook {
		t.Errorf("queen %v and rook %v: the design was not learned", queen, rook)
	}
	before := eval.Prior(g)
	worthless := map[string]float64{"pawn": 0, "knight": -0.3, "bishop": 0, "rook": -1, "queen": 0}
	after, calm := Learn(g, before, &tuning.Measurement{Level: 0.95, Texel: estimateOf(g, 0.1, worthless)}, 1)
	for name := range worthless {
		if a, b := material(g, after, name), material(g, before, name); a != b || calm {
			t.Errorf("worthless army: %s is worth %v, want %v as before; calm is %v, want false", name, a, b, calm)
		}
	}
}

// Tuned weights keep their positional terms; each piece gets one value.
func TestLearnFromTunedWeights(t *testing.T) {
	g := rulestest.Game(t, "chess")
	before := eval.Default(g)
	after, _ := Learn(g, before, &tuning.Measurement{Level: 0.95, Texel: estimateOf(g, 0.1, priorLogits(g, nil))}, 0.5)
	split := 0
	for i, name := range before.Names() {
		if !strings.HasPrefix(name, "material.") {
			if after.MG[i] != before.MG[i] || after.EG[i] != before.EG[i] {
				t.Errorf("%s is %v, %v, was %v, %v", name, after.MG[i], after.EG[i], before.MG[i], before.EG[i])
			}
			continue
		}
		if before.MG[i] != before.EG[i] {
			split++
		}
		if after.MG[i] != after.EG[i] {
			t.Errorf("%s is %v in the middle game, %v in the endgame", name, after.MG[i], after.EG[i])
		}
	}
	if split == 0 {
		t.Error("the tuned weights have one value a piece already: nothing is tested")
	}
}
