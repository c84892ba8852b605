package playing

import (
	"context"
	"errors"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/optimize"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// loose leaves everything to the data.
var loose = Settings{Ridge: 0.001, SpreadShare: 0.3, SpreadScore: 300, Iterations: 300, Patience: 15}

func TestFitRecoversTheWeightsBehindTheResults(t *testing.T) {
	testkit.NotShort(t, "simulates many runs")
	truth, start := smallWeights(t, 1), smallWeights(t, 1)
	for i := range start.MG {
		start.MG[i] += 25 * float64(i%3-1)
		start.EG[i] -= 25 * float64(i%3-1)
	}
	d := synthetic(t, 60_000, 8, 150, truth)
	set := loose
	set.Folds = 2
	r := testkit.Must(Fit(start, d, set, 2))(t)
	// K was fitted to the starting weights, so the scale of the result may differ.
	worst := 0.0
	for i := range d.Terms {
		for _, phase := range []float64{0, 0.5, 1} {
			got := (phase*r.Weights.MG[i] + (1-phase)*r.Weights.EG[i]) * r.K.perCentipawn(phase)
			want := (phase*truth.MG[i] + (1-phase)*truth.EG[i]) / 150
			worst = math.Max(worst, 150*math.Abs(got-want))
		}
	}
	if worst > 18 { // 2,000 to 3,000 positions have each of the 140 terms
		t.Errorf("a weight is %.1f from the truth, want at most 18", worst)
	}
	if !(r.After.Train < r.Before.Train && r.After.HeldOut < r.Before.HeldOut) {
		t.Errorf("losses %v before, %v after", r.Before, r.After)
	}
}

// A plain objective and another optimiser give the same weights.
func TestFitAgreesWithAnotherOptimiser(t *testing.T) {
	truth, start := smallWeights(t, 1), smallWeights(t, 2)
	d := synthetic(t, 800, 6, 150, truth)
	set := fromResults()
	set.Folds, set.Ridge, set.Iterations = 0, 5, 2000
	r := testkit.Must(Fit(start, d, set, 1))(t)
	n := len(d.Terms)
	mg, eg := spreads(start, d, allRows(d), set)
	problem := optimize.Problem{Func: func(x []float64) float64 {
		w, penalty := start.Clone(), 0.0
		for i := range n {
			w.MG[i] += x[i] * mg[i]
			w.EG[i] += x[n+i] * eg[i]
		}
		for _, u := range x {
			penalty += u * u
		}
		return plainLoss(d, w, r.K) + set.Ridge*penalty/float64(2*d.Games)
	}}
	problem.Grad = func(g, x []float64) {
		for i := range x {
			const step = 1e-4
			was := x[i]
			x[i] = was + step
			above := problem.Func(x)
			x[i] = was - step
			g[i] = (above - problem.Func(x)) / (2 * step)
			x[i] = was
		}
	}
	want := testkit.Must(optimize.Minimize(problem, make([]float64, 2*n), &optimize.Settings{GradientThreshold: 1e-7}, &optimize.BFGS{}))(t)
	for i, name := range d.Terms {
		for k, got := range []float64{(r.Weights.MG[i] - start.MG[i]) / mg[i], (r.Weights.EG[i] - start.EG[i]) / eg[i]} {
			if x := want.X[k*n+i]; math.Abs(got-x) > 0.01 {
				t.Errorf("%s: change %v of a spread, want %v", name, got, x)
			}
		}
	}
}

func TestFitIsTheSameForAnyNumberOfWorkers(t *testing.T) {
	d := synthetic(t, 10_000, 8, 150, smallWeights(t, 1))
	one := testkit.Must(Fit(smallWeights(t, 2), d, Default(), 1))(t)
	eight := testkit.Must(Fit(smallWeights(t, 2), d, Default(), 8))(t)
	if !slices.Equal(one.Weights.MG, eight.Weights.MG) || !slices.Equal(one.Weights.EG, eight.Weights.EG) {
		t.Error("1 and 8 workers give different weights")
	}
}

// With few noisy games and hardly any prior, the fit learns noise unless it is stopped.
func TestFitStopsEarly(t *testing.T) {
	truth := smallWeights(t, 1)
	d := synthetic(t, 600, 8, 400, truth)
	fit := func(folds int) *Result {
		set := loose
		set.SpreadScore, set.Folds = 3000, folds
		return testkit.Must(Fit(truth, d, set, 1))(t)
	}
	stopped, whole := fit(5), fit(0)
	if stopped.Steps >= whole.Steps || stopped.After.Train <= whole.After.Train {
		t.Errorf("stopped after %d steps with the training loss %v, without folds %d and %v",
			stopped.Steps, stopped.After.Train, whole.Steps, whole.After.Train)
	}
	if stopped.After.HeldOut > stopped.Before.HeldOut {
		t.Errorf("held-out loss rose from %v to %v", stopped.Before.HeldOut, stopped.After.HeldOut)
	}
	distance := func(r *Result) (sum float64) {
		for i := range truth.MG {
			sum += math.Abs(r.Weights.MG[i]-truth.MG[i]) + math.Abs(r.Weights.EG[i]-truth.EG[i])
		}
		return sum
	}
	if a, b := distance(stopped), distance(whole); a >= b {
		t.Errorf("distance to the truth %.0f when stopped, %.0f without folds", a, b)
	}
}

func TestMeanCurve(t *testing.T) {
	got := meanCurve([][]float64{{4, 2, 1, 3}, {8, 4}}, []float64{3, 1})
	if want := []float64{5, 2.5, 1.75, 3.25}; !slices.Equal(got, want) {
		t.Errorf("mean %v, want %v", got, want)
	}
}

func TestTermsWithoutPositionsKeepTheirWeights(t *testing.T) {
	d := synthetic(t, 5000, 8, 150, smallWeights(t, 1))
	rare := map[uint16]bool{3: true, 11: true, uint16(len(d.Terms) - 1): true}
	for i := range d.Term {
		if rare[d.Term[i]] {
			d.N[i] = 0
		}
	}
	start := smallWeights(t, 2)
	r := testkit.Must(Fit(start, d, fromResults(), 1))(t)
	for i, name := range d.Terms {
		same := r.Weights.MG[i] == start.MG[i] && r.Weights.EG[i] == start.EG[i]
		if same != rare[uint16(i)] {
			t.Errorf("%s: unchanged %v, want %v", name, same, rare[uint16(i)])
		}
	}
}

func TestResultsOfOneKind(t *testing.T) {
	for name, result := range map[string]float32{"all drawn": 0.5, "all won": 1, "all lost": 0} {
		t.Run(name, func(t *testing.T) {
			d := synthetic(t, 2000, 8, 150, smallWeights(t, 1))
			for i := range d.Result {
				d.Result[i] = result
			}
			start := eval.Prior(d.Game)
			r := testkit.Must(Fit(start, d, fromResults(), 1))(t)
			for i, term := range d.Terms {
				for _, x := range []float64{r.Weights.MG[i], r.Weights.EG[i]} {
					if math.IsNaN(x) || math.Abs(x) > 10_000 {
						t.Errorf("%s is %v", term, x)
					}
				}
			}
			for _, piece := range d.Game.Types() {
				mg, eg := r.Weights.Material(piece)
				mg0, eg0 := start.Material(piece)
				if mg < minFactor*mg0 || eg < minFactor*eg0 || mg > maxFactor*mg0 || eg > maxFactor*eg0 {
					t.Errorf("%s is worth %v, %v; at the start %v, %v", d.Game.TypeName(piece), mg, eg, mg0, eg0)
				}
			}
		})
	}
}

// The limits also hold for negative values: in some games pieces are a burden.
func TestLimits(t *testing.T) {
	for _, c := range []struct{ x, start, want float64 }{
		{150, 100, 150}, {-10, 100, minFactor * 100}, {9999, 100, maxFactor * 100},
		{-150, -100, -150}, {10, -100, minFactor * -100}, {-9999, -100, maxFactor * -100},
	} {
		if got := limited(c.x, c.start); got != c.want {
			t.Errorf("%v from %v is limited to %v, want %v", c.x, c.start, got, c.want)
		}
	}
}

// Losses belong to the resulting weights, whose material is limited; in these games the
// side with more material loses.
func TestLossesAreOfLimitedWeights(t *testing.T) {
	start := smallWeights(t, 1)
	truth := start.Clone()
	for _, piece := range rulestest.Game(t, "chess").Types() {
		mg, eg := start.Material(piece)
		truth.SetMaterial(piece, -4*mg, -4*eg)
	}
	d := synthetic(t, 4000, 8, 150, truth)
	set := loose
	set.Folds = 2
	r := testkit.Must(Fit(start, d, set, 1))(t)
	if want := plainLoss(d, r.Weights, r.K); math.Abs(r.After.Train-want) > 1e-5 {
		t.Errorf("training loss %v, that of the weights is %v", r.After.Train, want)
	}
	// Held-out data cannot be predicted better than fitted data.
	if r.After.HeldOut < r.After.Train-0.002 {
		t.Errorf("held-out loss %v is below the training loss %v", r.After.HeldOut, r.After.Train)
	}
}

func TestScaleIsFittedFirst(t *testing.T) {
	w := smallWeights(t, 1)
	for _, k := range []float64{90, 250, 800} {
		d := synthetic(t, 30_000, 8, k, w)
		got := testkit.Must(fitScale(d, w, 2))(t)
		if math.Abs(got.Early/k-1) > 0.12 || math.Abs(got.Late/k-1) > 0.12 {
			t.Errorf("K is %.1f, want %v in both phases", got, k)
		}
	}
}

// If the same advantage decides more in the endgame, the scale accounts for it, and the
// weights, which are right, do not change.
func TestScaleTakesThePhase(t *testing.T) {
	testkit.NotShort(t, "simulates many runs")
	w := smallWeights(t, 1)
	d := synthetic(t, 30_000, 8, 250, w)
	d.Result = decidedLate(d, w)
	r := testkit.Must(Fit(w, d, fromResults(), 2))(t)
	if r.K.Early < 360 || r.K.Early > 440 || r.K.Late < 135 || r.K.Late > 165 {
		t.Errorf("K is %.1f, want 400 early and 150 late", r.K)
	}
	mg, eg := 0.0, 0.0
	for _, piece := range d.Game.Types() {
		a, b := r.Weights.Material(piece)
		mg, eg = mg+a, eg+b
	}
	for _, piece := range d.Game.Types() {
		a, b := w.Material(piece)
		mg, eg = mg-a, eg-b
	}
	if math.Abs(mg) > 15 || math.Abs(eg) > 15 {
		t.Errorf("all material together rose by %.1f early, %.1f late; want less than 15", mg, eg)
	}
}

// decidedLate draws results with a K of 400 early and 150 late.
func decidedLate(d *Data, w *eval.Weights) []float32 {
	rng := rand.New(rand.NewPCG(4, 4))
	out := make([]float32, d.Rows())
	for i := range out {
		phase, x := float64(d.Phase[i]), 0.0
		for j := d.Off[i]; j < d.Off[i+1]; j++ {
			x += float64(d.N[j]) * (phase*w.MG[d.Term[j]] + (1-phase)*w.EG[d.Term[j]])
		}
		if rng.Float64() < 1/(1+math.Exp(-x*(phase/400+(1-phase)/150))) {
			out[i] = 1
		}
	}
	return out
}

func TestBlendedTargets(t *testing.T) {
	d := synthetic(t, 100, 8, 150, smallWeights(t, 1))
	d.Result[0], d.Score[0] = 1, 0
	d.Result[1], d.Score[1] = 0, 150
	y := targets(d, 0.25, Scale{150, 150})
	if y[0] != 0.875 || math.Abs(float64(y[1])-0.25*0.7310586) > 1e-6 {
		t.Errorf("targets %v, want 0.875 and 0.182765", y[:2])
	}
}

func TestHeldOutPairsAreWhole(t *testing.T) {
	d := synthetic(t, 1000, 8, 150, smallWeights(t, 1))
	seen := 0
	for fold := range 5 {
		train, held := split(d, 5, fold)
		pairs := map[int32]bool{}
		for _, r := range held {
			pairs[d.Pair[r]] = true
		}
		for _, r := range train {
			if pairs[d.Pair[r]] {
				t.Fatalf("pair %d is on both sides", d.Pair[r])
			}
		}
		if len(pairs) != d.Pairs/5 || len(train)+len(held) != d.Rows() {
			t.Errorf("%d of %d pairs held out", len(pairs), d.Pairs)
		}
		seen += len(held)
	}
	if seen != d.Rows() {
		t.Errorf("%d of %d positions held out once", seen, d.Rows())
	}
}

func TestFitRefuses(t *testing.T) {
	empty := testkit.Must(NewData(rulestest.Game(t, "chess")))(t)
	if _, err := Fit(smallWeights(t, 1), empty, Default(), 1); !errors.Is(err, ErrNoPositions) {
		t.Errorf("no positions: error %v", err)
	}
	other := eval.Prior(rulestest.Game(t, "hannibal-manticore"))
	testkit.Fails(t, testkit.Error(Fit(other, empty, Default(), 1)), "not for chess")
	set := Default()
	set.Blend = math.NaN()
	testkit.Fails(t, testkit.Error(Fit(smallWeights(t, 1), empty, set, 1)), "blend is NaN,")
}

// positionsPerGame of synthetic data.
const positionsPerGame = 4

// synthetic makes positions with random traces over the terms of chess, about nonZero of
// them each, and results drawn from the model with the weights w and the scale k. Half of
// the results near an even score are draws.
func synthetic(t testing.TB, rows, nonZero int, k float64, w *eval.Weights) *Data {
	t.Helper()
	d := testkit.Must(NewData(rulestest.Game(t, "chess")))(t)
	rng := rand.New(rand.NewPCG(1, 2))
	chance := float64(nonZero) / float64(len(d.Terms))
	for i := range rows {
		r := row{pair: int32(i / (2 * positionsPerGame)), record: int32(i / positionsPerGame)}
		r.phase = float32(rng.IntN(60)) / 60
		score := 0.0
		for term := range d.Terms {
			if rng.Float64() >= chance {
				continue
			}
			n := float32(rng.IntN(3) + 1)
			if rng.IntN(2) == 0 {
				n = -n
			}
			r.term, r.n = append(r.term, uint16(term)), append(r.n, n)
			score += float64(n) * (float64(r.phase)*w.MG[term] + float64(1-r.phase)*w.EG[term])
		}
		p := 1 / (1 + math.Exp(-score/k))
		draws := 2 * math.Min(p, 1-p) / 2
		switch u := rng.Float64(); {
		case u < p-draws/2:
			r.result = 1
		case u < p+draws/2:
			r.result = 0.5
		}
		r.score = int16(max(min(score, 20000), -20000))
		d.add(r)
		d.Pairs, d.Games = int(r.pair)+1, int(r.record)+1
	}
	return d
}

// smallWeights returns weights of chess of a size that makes logits moderate.
func smallWeights(t testing.TB, seed uint64) *eval.Weights {
	t.Helper()
	w := eval.Prior(rulestest.Game(t, "chess"))
	rng := rand.New(rand.NewPCG(seed, 9))
	for i := range w.MG {
		w.MG[i], w.EG[i] = 30*rng.NormFloat64()+20, 30*rng.NormFloat64()+20
	}
	for _, piece := range rulestest.Game(t, "chess").Types() {
		w.SetMaterial(piece, 40+20*rng.Float64(), 40+20*rng.Float64())
	}
	return w
}

// played returns some quick games of the engine against itself.
func played(t testing.TB, name string, pairs int) (*rules.Game, iter.Seq2[store.Record, error]) {
	t.Helper()
	g := rulestest.Game(t, name)
	cfg := match.SelfPlay()
	cfg.Seed, cfg.Pairs, cfg.Nodes, cfg.MaxPlies = 3, pairs, 20, 100
	store := testkit.Must(match.OpenRun(t.TempDir(), g, cfg))(t)
	t.Cleanup(func() { store.Close() })
	testkit.Must(match.Play(context.Background(), g, cfg, eval.Prior(g), 0, match.Workers(2), store, match.Events{}))(t)
	return g, store.Games(0)
}

// fromResults returns settings for data without search scores.
func fromResults() Settings {
	s := Default()
	s.Blend = 0
	return s
}
