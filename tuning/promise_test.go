package tuning

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
)

// A run keeps what its plan promises. Exchanges are chosen and widths predicted from
// values that are wrong by a tenth; 400 pairs, in worlds whose values change according to
// the priors, then give half-widths within a quarter of the prediction, in the median, for
// every piece, and intervals of the right level.
func TestPlanKeepsItsPromise(t *testing.T) {
	runs := testkit.Choose(12, 200)
	for _, name := range []string{"chess", "capablanca"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const pairs, wrong = 400, 0.1
			g, w, x, _, cfg := chosenWorld(t, name)
			plan := testkit.Must(NewPlan(g, openingsOf(t, g, cfg, 500), x, Default()))(t)
			panel := ExpectedPanel([]float64{1}) // the panel of a run with one player
			promised := plan.HalfWidths(pairs, panel)
			found, covered := make([][]float64, len(promised)), 0.0
			for run := range runs {
				rng := rand.New(rand.NewPCG(uint64(run), 31))
				w.coef = w.model.expected(x)
				for i := range w.model.types {
					w.coef[i] *= math.Exp(wrong * rng.NormFloat64())
				}
				w.draw(rng)
				s := newSamples(g, Default())
				for p, err := range everySecond(openingsOf(t, g, cfg, pairs)) {
					testkit.OK(t, err)
					w.playFrom(s, p, rng)
				}
				f := testkit.Must(s.fitArmies(s.start))(t)
				for i, v := range s.designEstimate(f.Result, f.Posterior(), w.unit).Values {
					found[i] = append(found[i], panel.Posterior(v, i, w.unit).HalfWidth())
					if truth := w.unit.point(w.coef, i); v.Worth.Lo <= truth && truth <= v.Worth.Hi {
						covered += 1 / float64(runs*len(found))
					}
				}
			}
			for i, widths := range found {
				slices.Sort(widths)
				ratio := widths[len(widths)/2] / promised[i]
				t.Logf("%-10s ±%.2f promised, median ±%.2f", plan.Pieces[i], promised[i], widths[len(widths)/2])
				if math.Abs(ratio-1) > 0.25 {
					t.Errorf("%s: half-width %.2f of the promised %.2f", plan.Pieces[i], ratio, promised[i])
				}
			}
			t.Logf("intervals cover %.3f", covered)
			if margin := 0.02 + 2*math.Sqrt(0.05*0.95/float64(len(found)*runs)); math.Abs(covered-0.95) > margin {
				t.Errorf("intervals cover %.3f", covered)
			}
		})
	}
}

// chosenWorld returns a world of a game, the expectations about it and openings from the
// exchanges chosen for them.
func chosenWorld(t *testing.T, name string) (*rules.Game, *world, Expectations, *Chosen, opening.Config) {
	t.Helper()
	g := rulestest.Game(t, name)
	w := &world{model: newArmyModel(g, newColumns(g))}
	w.unit = w.model.scaleOrPoints(Points)
	x := Expectations{Values: make([]float64, opening.Kinds), White: whiteAdvantage, Effect: 0.7}
	for i, u := range w.model.types {
		x.Values[u] = 0.3 * w.model.worth[i]
	}
	chosen := testkit.Must(Choose(g, nil, x, arrays(), 2000))(t)
	cfg := arrays()
	cfg.Kind, cfg.Exchanges = opening.Exchanges, chosen.Text
	return g, w, x, chosen, cfg
}
