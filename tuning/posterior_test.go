package tuning

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
)

// scattered returns a world in which the worth of each piece is its prior times a random
// factor.
func scattered(g *rules.Game, rng *rand.Rand, spread float64) *world {
	w := newWorld(g, 0)
	for i, worth := range w.model.worth {
		w.coef[i] = 0.28 * worth * math.Exp(spread*rng.NormFloat64())
	}
	return w
}

// exchanges plays pairs of games from armies that differ by one of several exchanges of
// pieces.
func (w *world) exchanges(rng *rand.Rand, pairs int) *Sample {
	n := len(w.model.types)
	return w.pairs(rng, pairs, func(army []float64) {
		for i := range n {
			if army[i] = 0; rng.IntN(3) == 0 {
				army[i] = float64(rng.IntN(3) - 1)
			}
		}
	})
}

// pairs plays pairs of games. Draw sets the difference of the armies of a pair.
func (w *world) pairs(rng *rand.Rand, pairs int, draw func(army []float64)) *Sample {
	s, err := NewSample(w.model.g, Default())
	if err != nil {
		panic(err)
	}
	n := len(w.model.types)
	for pair := range pairs {
		luck := 0.3 * rng.NormFloat64()
		draw(s.army)
		for range 2 {
			s.army[n] = 1
			y := 0.0
			if rng.Float64() < logit.Sigmoid(floats.Dot(s.army, w.coef)+luck) {
				y = 1
			}
			s.addRow(s.start, s.army, y, 1, int32(pair))
			floats.Scale(-1, s.army)
			luck = -luck
		}
		s.games, s.pairs = s.games+2, s.pairs+1
	}
	return s
}

// posterior fits the posterior of games.
func posterior(t testing.TB, s *Sample) Estimate {
	t.Helper()
	m := Measurement{Scale: s.unitScale()}
	testkit.OK(t, s.fitPosterior(&m))
	return m.Posterior
}

// points returns the true values in the unit.
func (w *world) points() []float64 {
	out := make([]float64, len(w.model.types))
	for i := range out {
		out[i] = w.unit.point(w.coef, i)
	}
	return out
}

// The posterior keeps its level if the truth scatters around the prior as assumed, and in
// small runs it is closer to the truth than the estimate from the games alone.
func TestPosteriorOfKnownWorlds(t *testing.T) {
	g := rulestest.Game(t, "capablanca")
	for _, test := range []struct {
		pairs, runs int
		gain        float64 // smallest ratio of the error by the games alone to the posterior's error
	}{{20, 60, 2}, {100, 40, 1.7}, {400, 15, 1.2}, {2000, 15, 0.93}} {
		runs := testkit.Choose(test.runs, 400)
		rng := rand.New(rand.NewPCG(11, uint64(test.pairs)))
		inside, all := 0, 0
		var own, plain []float64
		for range runs {
			w := scattered(g, rng, PosteriorSpread)
			s := w.exchanges(rng, test.pairs)
			m := &Measurement{Scale: s.unitScale(), Level: 0.95}
			if _, err := s.fitDesign(m); err != nil {
				t.Fatal(err)
			}
			post := posterior(t, s)
			for i, truth := range w.points() {
				v := post.Values[i].Worth
				if all++; v.Lo <= truth && truth <= v.Hi {
					inside++
				}
				own = append(own, math.Abs(math.Log(v.Estimate/truth)))
				plain = append(plain, math.Abs(math.Log(max(m.Design.Values[i].Worth.Estimate, 0.01)/truth)))
			}
		}
		share := float64(inside) / float64(all)
		gain := median(plain) / median(own)
		t.Logf("%d pairs: %.3f of %d intervals contain the truth; errors %.3f and %.3f by the games alone", test.pairs, share, all, median(own), median(plain))
		if tolerance := 0.25/math.Sqrt(float64(runs)) + 0.01; math.Abs(share-0.95) > tolerance {
			t.Errorf("%d pairs: %.3f of the intervals contain the truth, want 0.95 ± %.3f", test.pairs, share, tolerance)
		}
		if !(gain >= test.gain) {
			t.Errorf("%d pairs: the errors by the games alone are %.2f times as large, want at least %.2f", test.pairs, gain, test.gain)
		}
	}
}

// Priors of the settings replace the mobility prior where they are given, here for officers: small
// runs come closer to the truth, the posterior keeps its level, the design estimate stays as it is,
// and so does, nearly, the share that the games decide beside the mobility prior.
func TestPosteriorWithPriors(t *testing.T) {
	g := rulestest.Game(t, "capablanca")
	rng := rand.New(rand.NewPCG(12, 1))
	const spread = 0.1
	inside, all := 0, 0
	var by, plain, decided, shares []float64
	for range testkit.Choose(60, 400) {
		w, priors := scattered(g, rng, PosteriorSpread), map[rules.Type]Prior{}
		for i, kind := range w.model.types {
			if g.IsPawn(kind) {
				continue
			}
			known := w.coef[i] / (0.28 * w.model.worth[i]) * math.Exp(spread*rng.NormFloat64())
			priors[kind] = Prior{Factor: known, Spread: spread}
		}
		s := w.exchanges(rng, 100)
		fit := func() Measurement {
			m := Measurement{Scale: s.unitScale()}
			testkit.OK(t, s.fitPosterior(&m))
			return m
		}
		without, design := fit(), testkit.Must(s.fitArmies(s.start))(t)
		s.settings.Priors = priors
		with, again := fit(), testkit.Must(s.fitArmies(s.start))(t)
		if !slices.Equal(design.Coef, again.Coef) {
			t.Fatal("priors of values change the design estimate")
		}
		for i, truth := range w.points() {
			v := with.Posterior.Values[i].Worth
			if all++; v.Lo <= truth && truth <= v.Hi {
				inside++
			}
			by = append(by, math.Abs(math.Log(v.Estimate/truth)))
			plain = append(plain, math.Abs(math.Log(without.Posterior.Values[i].Worth.Estimate/truth)))
			decided = append(decided, math.Abs(with.Decided[i]-without.Decided[i]))
			shares = append(shares, math.Abs(with.Posterior.Values[i].WeightOfData-without.Posterior.Values[i].WeightOfData))
		}
	}
	share := float64(inside) / float64(all)
	if !(median(decided) < 0.3*median(shares)) {
		t.Errorf("the share of the games changes by %.3f, and beside the mobility prior by %.3f", median(shares), median(decided))
	}
	t.Logf("%.3f of %d intervals contain the truth; errors %.3f, and %.3f by mobility", share, all, median(by), median(plain))
	if math.Abs(share-0.95) > 0.04 {
		t.Errorf("%.3f of the intervals contain the truth, want 0.95", share)
	}
	if !(median(by) < 0.8*median(plain)) {
		t.Errorf("the error is %.3f with priors and %.3f without", median(by), median(plain))
	}
}

// The scale is right, and so are the values in logits, if most exchanges are between pieces that are
// worth nearly the same.
func TestScaleIsNotDiluted(t *testing.T) {
	g := rulestest.Game(t, "capablanca")
	rng := rand.New(rand.NewPCG(5, 8))
	runs := testkit.Choose(20, 200)
	var scales []float64
	inside, all := 0, 0
	for range runs {
		w := scattered(g, rng, PosteriorSpread)
		n := len(w.model.types)
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(w.coef[a], w.coef[b]) })
		s := w.pairs(rng, 1000, func(army []float64) {
			clear(army)
			if k := rng.IntN(n); k > 0 {
				army[order[k]], army[order[k-1]] = 1, -1
			} else {
				army[order[0]] = 2
			}
		})
		scale := testkit.Must(s.armies.armyScale(s.start))(t)
		scales = append(scales, math.Log(scale/0.28))
		post := posterior(t, s)
		for i, v := range post.Values {
			if all++; v.Logit.Lo <= w.coef[i] && w.coef[i] <= v.Logit.Hi {
				inside++
			}
		}
	}
	if mean := floats.Sum(scales) / float64(runs); math.Abs(mean) > 0.1 {
		t.Errorf("the scale is %.2f of the truth", math.Exp(mean))
	}
	if share := float64(inside) / float64(all); share < 0.9 {
		t.Errorf("%.3f of %d intervals contain the worth in logits, want 0.95", share, all)
	}
	t.Logf("scale %.2f of the truth, %d of %d inside", math.Exp(floats.Sum(scales)/float64(runs)), inside, all)
}

// Kinds for which the prior was never checked do not decide the scale, however wrong it is for them.
func TestUncheckedKindsDoNotDecideTheScale(t *testing.T) {
	g := rulestest.Game(t, "capablanca")
	w := scattered(g, rand.New(rand.NewPCG(1, 2)), 0)
	n := len(w.model.types)
	for i := n - 3; i < n; i++ {
		w.coef[i] = 0
	}
	s := w.exchanges(rand.New(rand.NewPCG(3, 4)), 20000)
	for i := n - 3; i < n; i++ {
		s.armies.spread[i] = UncheckedSpread
	}
	if scale := testkit.Must(s.armies.armyScale(s.start))(t); math.Abs(scale/0.28-1) > 0.03 {
		t.Errorf("the scale is %.3f, want 0.28", scale)
	}
}

// If the prior is far from the truth, enough games override it.
func TestPosteriorGoesToTheGames(t *testing.T) {
	g := rulestest.Game(t, "chess")
	rng := rand.New(rand.NewPCG(3, 4))
	w := scattered(g, rng, 0)
	rook := newColumns(g).at[g.TypeNamed("rook")]
	w.coef[rook] *= 1.5
	truth := w.points()[rook]
	before := math.Inf(1)
	for _, pairs := range []int{50, 800, 20000} {
		s := w.exchanges(rng, pairs)
		post := posterior(t, s)
		v := post.Values[rook]
		away := math.Abs(math.Log(v.Worth.Estimate / truth))
		if away > before+0.01 || v.WeightOfData <= 0 || v.WeightOfData >= 1 {
			t.Errorf("%d pairs: rook %v, truth %.2f, share of the games %.2f", pairs, v.Worth, truth, v.WeightOfData)
		}
		before = away
	}
	if before > 0.03 {
		t.Errorf("20,000 pairs: the rook is still off by %.3f", before)
	}
}

// Even with few games, values are bounded, near the prior, and no wider than it.
func TestPosteriorOfFewGames(t *testing.T) {
	g := rulestest.Game(t, "chess")
	for _, pairs := range []int{1, 2, 5} {
		w := scattered(g, rand.New(rand.NewPCG(1, 1)), 0)
		s := w.exchanges(rand.New(rand.NewPCG(5, uint64(pairs))), pairs)
		post := posterior(t, s)
		prior := s.priorEstimate(eval.PriorValues(g), s.unitScale())
		for i, v := range post.Values {
			p := prior.Values[i].Worth.Estimate
			if x := v.Worth; !x.Bounded() || x.HalfWidth() > 1.5*stat.Quantile(0.95)*PosteriorSpread*p || math.Abs(math.Log(x.Estimate/p)) > PosteriorSpread {
				t.Errorf("%d pairs: %s is %v, prior %.2f", pairs, v.Piece, x, p)
			}
		}
	}
}

// median returns the median, treating NaN as infinite.
func median(list []float64) float64 {
	list = slices.Clone(list)
	for i, x := range list {
		if math.IsNaN(x) {
			list[i] = math.Inf(1)
		}
	}
	slices.Sort(list)
	return list[len(list)/2]
}

// A piece that hardly moves may be worth far more than its mobility: the advisor of Xiangqi,
// two pawns by common opinion, has a prior of a fraction of one.
func TestSpreadOfUnchecked(t *testing.T) {
	g := rulestest.Game(t, "xiangqi")
	for name, want := range map[string]bool{"advisor": true, "chariot": false} {
		piece := g.TypeNamed(name)
		spread := SpreadOf(g, piece)
		if pawns := spread * max(minWorth, opening.PriorValues(g)[piece]/eval.PawnValue); (spread > UncheckedSpread && pawns > 0.99*UncheckedPawns) != want || !want && spread != PosteriorSpread {
			t.Errorf("%s: spread %.2f, %.2f pawns", name, spread, pawns)
		}
	}
}

// A match that no game of the fit was like is predicted within the error that is stated.
func TestPredictedScoresHoldTheirError(t *testing.T) {
	runs := testkit.Choose(40, 400)
	g := rulestest.Game(t, "chess")
	match := []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w - - 0 1", // White lacks a rook
		"rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R2QKB1R w - - 0 1",  // and here a knight and a bishop for a knight
		"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/2BQKBN1 w - - 0 1",  // or two rooks and a knight for the queen
	}
	var squares, means [3]float64
	for run := range runs {
		rng := rand.New(rand.NewPCG(17, uint64(run)))
		w := scattered(g, rng, PosteriorSpread)
		e := posterior(t, w.exchanges(rng, 300))
		for k, fen := range match {
			f := testkit.Must(e.Model.Predictor(g))(t)
			p := testkit.Must(g.ParseFEN(fen))(t)
			row := make([]float64, w.model.count)
			score := 0.0
			for _, side := range []rules.Color{rules.White, rules.Black} {
				w.model.row(p, row)
				if side == rules.Black { // the same army, with the other's first move
					p = p.Mirror()
					w.model.row(p, row)
					floats.Scale(-1, row)
				}
				f.Add(p, side)
				score += logit.Sigmoid(floats.Dot(row, w.coef)) / 2
			}
			out := f.Predicted()
			z := (out.LogOdds - logit.LogOdds(score)) / out.Sampling
			squares[k], means[k] = squares[k]+z*z/float64(runs), means[k]+z/float64(runs)
			if math.Abs(out.Worth-out.LogOdds) > 0.05 || out.Kinds < math.Abs(out.Worth)/3 {
				t.Errorf("%s: log-odds %.3f, worth %.3f, by kinds %.3f", fen, out.LogOdds, out.Worth, out.Kinds)
			}
		}
	}
	for k, fen := range match {
		if root := math.Sqrt(squares[k]); root < 0.6 || root > 1.4 || math.Abs(means[k]) > 0.6 {
			t.Errorf("%s: errors have the mean %.2f and the root mean square %.2f in units of what is stated", fen, means[k], root)
		}
	}
}

func TestPredictorNeedsItsGame(t *testing.T) {
	w := newWorld(rulestest.Game(t, "chess"), 0)
	m := posterior(t, w.exchanges(rand.New(rand.NewPCG(1, 1)), 50)).Model
	testkit.Fails(t, testkit.Error(m.Predictor(rulestest.Game(t, "capablanca"))), "expected those of capablanca in this version")
	m.Covariance[2] = m.Covariance[2][1:]
	testkit.Fails(t, testkit.Error(m.Predictor(rulestest.Game(t, "chess"))), "expected those of chess")
}
