package tuning

import (
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
)

// startsOf returns the first positions of games.
func startsOf(g *rules.Game, records []store.Record) iter.Seq2[*rules.Position, error] {
	return func(yield func(*rules.Position, error) bool) {
		for _, r := range records {
			if p, err := g.ParseFEN(r.FEN); !yield(p, err) {
				return
			}
		}
	}
}

// expectations returns the truth of the synthetic games.
func expectations(g *rules.Game, effect float64) Expectations {
	x := Expectations{Values: make([]float64, len(g.Types())+1), White: whiteAdvantage, Effect: effect}
	for name, letter := range map[string]byte{"pawn": 'p', "knight": 'n', "bishop": 'b', "rook": 'r', "queen": 'q'} {
		x.Values[g.TypeNamed(name)] = truth[letter]
	}
	return x
}

// What the plan expects from one set of openings agrees with the games of another.
func TestPlanPredictsIntervals(t *testing.T) {
	g := rulestest.Game(t, "chess")
	const pairs = 3000
	m := testkit.Must(Measure(g, all(synthetic(rand.New(rand.NewPCG(1, 1)), pairs)), Default()))(t)
	x := expectations(g, m.Design.DesignEffect)
	for _, v := range m.Design.Values {
		x.Values[v.Type] = v.Logit.Estimate
	}
	plan := testkit.Must(NewPlan(g, startsOf(g, synthetic(rand.New(rand.NewPCG(2, 2)), 1000)), x, Default()))(t)
	if plan.Scale.Unit != Points {
		t.Errorf("unit %q", plan.Scale.Unit)
	}
	for i, width := range plan.HalfWidths(pairs, nil) {
		v := m.Design.Values[i]
		if got := v.Worth.HalfWidth(); v.Piece != plan.Pieces[i] || math.Abs(got-width) > 0.12*got {
			t.Errorf("%s: half-width %.3f, planned %.3f for %s", v.Piece, got, width, plan.Pieces[i])
		}
	}
}

func TestPlanPairs(t *testing.T) {
	g := rulestest.Game(t, "chess")
	plan := testkit.Must(NewPlan(g, startsOf(g, synthetic(rand.New(rand.NewPCG(3, 3)), 500)), expectations(g, 1), Default()))(t)
	for _, precision := range []float64{3, 1, 0.3, 0.1} {
		n := plan.Pairs(precision)
		if plan.Widest(n) > precision || n > 1 && plan.Widest(n-1) <= precision {
			t.Errorf("precision %v: %d pairs with half-width %v, one less %v", precision, n, plan.Widest(n), plan.Widest(n-1))
		}
	}
	if a, b := plan.Pairs(0.2), plan.Pairs(0.1); float64(b)/float64(a) < 3.99 || float64(b)/float64(a) > 5 {
		t.Errorf("half the width takes %d pairs instead of %d, want four times as many and, as the prior says less, some more", b, a)
	}
	if w := plan.Widest(1); !math.IsInf(w, 1) {
		t.Errorf("one pair: half-width %v, want none", w)
	}
}

func TestPlanOfOpeningsThatTellNothing(t *testing.T) {
	g := rulestest.Game(t, "chess")
	for _, records := range [][]store.Record{nil, {{FEN: g.NewPosition().FEN()}, {FEN: g.NewPosition().FEN()}}} { // none, and the array alone
		testkit.Fails(t, testkit.Error(NewPlan(g, startsOf(g, records), expectations(g, 1), Default())), "do not determine the values")
	}
}

// The ratio of two values has the interval of the fit itself.
func TestRatio(t *testing.T) {
	g := rulestest.Game(t, "chess")
	m := testkit.Must(Measure(g, all(synthetic(rand.New(rand.NewPCG(4, 4)), 300)), Default()))(t)
	pawn := g.TypeNamed("pawn")
	for _, e := range []*Estimate{&m.Design, &m.Texel} {
		if len(e.Values) == 0 {
			continue
		}
		for _, v := range e.Values {
			got := e.Ratio(v.Type, pawn, m.Level)
			if v.Type != pawn && (math.Abs(got.Estimate-v.Pawns.Estimate) > 1e-12 || math.Abs(got.Lo-v.Pawns.Lo) > 1e-9 || math.Abs(got.Hi-v.Pawns.Hi) > 1e-9) {
				t.Errorf("%s %s: %+v, want %+v", e.Method, v.Piece, got, v.Pawns)
			}
		}
	}
	queen, rook := g.TypeNamed("queen"), g.TypeNamed("rook")
	if v := m.Design.Ratio(queen, rook, 0.95); !v.Bounded() || v.Lo > truth['q']/truth['r'] || v.Hi < truth['q']/truth['r'] {
		t.Errorf("queen over rook %+v", v)
	}
	if v := m.Prior.Ratio(queen, rook, 0.95); v.Known() {
		t.Errorf("the prior has the interval %+v", v)
	}
	if v := m.Design.Ratio(g.Royal(), rook, 0.95); v.Known() {
		t.Error("the king has a ratio")
	}
}

// The covariance is that of the estimates, A⁻¹(φnI + Λ)A⁻¹, and by luck alone A⁻¹(φnI)A⁻¹.
func TestCovarianceOfPlan(t *testing.T) {
	const pairs, effect = 3, 0.7
	p := &Plan{information: mat.NewSymDense(3, []float64{2, 1, 0, 1, 3, 0.5, 0, 0.5, 0.1}), held: []float64{1, 0, 4}, effect: effect}
	for _, luck := range []bool{false, true} {
		var a, inverse, meat, half, want mat.Dense
		a.Scale(pairs, p.information)
		meat.Scale(effect, &a)
		for j, x := range p.held {
			a.Set(j, j, a.At(j, j)+x)
			if !luck {
				meat.Set(j, j, meat.At(j, j)+x)
			}
		}
		testkit.OK(t, inverse.Inverse(&a))
		half.Mul(&inverse, &meat)
		want.Mul(&half, &inverse)
		cov, shares, ok := p.covariance(pairs, luck)
		if !ok || !mat.EqualApprox(cov, &want, 1e-12) {
			t.Errorf("luck alone %v:\n%v, want\n%v", luck, mat.Formatted(cov), mat.Formatted(&want))
		}
		if got := 1 - 4*inverse.At(2, 2); math.Abs(shares[2]-got) > 1e-12 || shares[1] != 1 {
			t.Errorf("shares %v, want 1 and %v", shares[1:], got)
		}
	}
}

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
				s := testkit.Must(NewSample(g, Default()))(t)
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
