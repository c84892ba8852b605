package rating

import (
	"math"
	"math/rand/v2"
	"testing"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"
)

// world plays pairs of a player of known strength. An opening favours White by one
// of three amounts, so that the games of a pair depend on each other.
type world struct {
	elo      float64
	openings [3]float64 // Elo for White
	drawElo  float64
}

func (w world) play(rng *rand.Rand, elo float64) Result {
	win, draw, _ := raoKupper(elo, w.drawElo)
	switch u := rng.Float64(); {
	case u < win:
		return Win
	case u < win+draw:
		return Draw
	}
	return Loss
}

func (w world) pair(rng *rand.Rand) (first, second Result) {
	opening := w.openings[rng.IntN(len(w.openings))]
	return w.play(rng, w.elo+opening), w.play(rng, w.elo-opening)
}

func (w world) match(t *testing.T, rng *rand.Rand, pairs int) Pairs {
	var c Pairs
	for range pairs {
		testkit.OK(t, c.Add(w.pair(rng)))
	}
	return c
}

// truth returns the expected score and the variance of the score of a pair.
func (w world) truth() (mu, variance float64) {
	counts := make([]float64, 5)
	for _, opening := range w.openings {
		win1, draw1, loss1 := raoKupper(w.elo+opening, w.drawElo)
		win2, draw2, loss2 := raoKupper(w.elo-opening, w.drawElo)
		for i, p := range []float64{loss1, draw1, win1} {
			for j, q := range []float64{loss2, draw2, win2} {
				counts[i+j] += p * q / float64(len(w.openings))
			}
		}
	}
	s := newSample(2, 0, 0, 0, 0, 0)
	s.counts = counts
	return s.mean(), s.variance()
}

// Intervals cover the truth at their nominal rate, even for games that come in pairs from
// lopsided openings. If such games were treated as independent, the intervals would be too
// wide, because each opening favours both players in turn. Limits of normalized Elo ignore
// the error of the deviation, which shows between unequal players.
func TestCoverage(t *testing.T) {
	const matches, pairs = 2000, 150
	for _, w := range []world{
		{elo: 0, openings: [3]float64{0, 0, 0}, drawElo: 100},
		{elo: 30, openings: [3]float64{-100, 50, 200}, drawElo: 150},
		{elo: -120, openings: [3]float64{0, 100, 300}, drawElo: 50},
	} {
		rng := rand.New(rand.NewPCG(1, 2))
		mu, variance := w.truth()
		normalized := NormalizedUnit * (mu - 0.5) / math.Sqrt(2*variance)
		var elo, nelo, wide int
		for range matches {
			c := w.match(t, rng, pairs)
			s := testkit.Must(Summarize(c, Level95))(t)
			elo += covers(s.Elo, Elo(mu))
			nelo += covers(s.NormalizedElo, normalized)
			games, _ := ScoreInterval(c.Total(), stat.Quantile(Level95), Level95)
			wide += covers(games, mu)
		}
		if share := float64(elo) / matches; !near(share, 0.95, 0.02) {
			t.Errorf("%+v: Elo is in the interval in %.1f %%", w, 100*share)
		}
		if share := float64(nelo) / matches; !near(share, 0.95, 0.02) && math.Abs(w.elo) < 100 || share < 0.9 {
			t.Errorf("%+v: normalized Elo is in the interval in %.1f %%", w, 100*share)
		}
		if share := float64(wide) / matches; w.openings != [3]float64{} && wide < elo+matches/100 {
			t.Errorf("%+v: intervals of games cover in %.1f %%, want more than of pairs", w, 100*share)
		}
	}
}

func covers(v stat.Interval, truth float64) int {
	if v.Lo <= truth && truth <= v.Hi {
		return 1
	}
	return 0
}

// A test stopped by its bounds errs about as often as it claims, for the logistic and the
// normalized model.
func TestErrorRates(t *testing.T) {
	const alpha, beta = 0.05, 0.1
	runs := testkit.Choose(150, 1000)
	for _, model := range []Model{Logistic, Normalized} {
		for _, h1 := range []bool{false, true} {
			w := world{openings: [3]float64{-80, 0, 80}, drawElo: 120}
			test := SPRT{Elo0: 0, Elo1: 60, Alpha: alpha, Beta: beta, Model: model}
			want, wrong := alpha, AcceptH1
			if h1 {
				want, wrong = beta, AcceptH0
				w.elo = strengthOf(w, test)
			}
			errs := 0
			rng := rand.New(rand.NewPCG(3, 4))
			for range runs {
				if _, d := runTest(t, test, w, rng); d == wrong {
					errs++
				}
			}
			// Allow two standard errors; errors are a little rarer than nominal because
			// the LLR jumps over its bound rather than touching it.
			share, slack := float64(errs)/float64(runs), 2*math.Sqrt(want*(1-want)/float64(runs))
			t.Logf("%v model: wrong decision %v in %.1f %% of %d tests", model, wrong, 100*share, runs)
			if share > want+slack || share < 0.6*want-slack {
				t.Errorf("%v model: wrong decision %v in %.1f %%, want about %.0f %%", model, wrong, 100*share, 100*want)
			}
		}
	}
}

// strengthOf returns the strength in a world at which H1 is exactly true.
func strengthOf(w world, test SPRT) float64 {
	for w.elo = 0; ; w.elo += 0.01 {
		mu, variance := w.truth()
		at := Elo(mu)
		if test.Model == Normalized {
			at = NormalizedUnit * (mu - 0.5) / math.Sqrt(2*variance)
		}
		if at >= test.Elo1 {
			return w.elo
		}
	}
}

// runTest plays pairs until the test decides.
func runTest(t *testing.T, test SPRT, w world, rng *rand.Rand) (pairs Pairs, d Decision) {
	for d == Continue {
		testkit.OK(t, pairs.Add(w.pair(rng)))
		d = stateOf(t, test, pairs).Decision
	}
	return pairs, d
}

// After a test that stopped, the median-unbiased estimate is below the truth half of the
// time and its limits cover it, unlike the limits for a fixed number of games.
func TestEstimateAfterStopping(t *testing.T) {
	const runs = 400
	w := world{elo: 70, drawElo: 120}
	test := SPRT{Elo0: 0, Elo1: 40, Model: Logistic}
	mu, _ := w.truth()
	truth := Elo(mu)
	rng := rand.New(rand.NewPCG(5, 6))
	below, covered, naiveError := 0, 0, 0.0
	for range runs {
		pairs, _ := runTest(t, test, w, rng)
		after := testkit.Must(test.Estimate(pairs, Level95))(t)
		covered += covers(after, truth)
		if after.Estimate < truth {
			below++
		}
		naiveError += (Elo(pairs.sample().mean()) - truth) / runs
	}
	if share := float64(below) / runs; !near(share, 0.5, 0.08) {
		t.Errorf("the estimate is below the truth in %.1f %%, want 50 %%", 100*share)
	}
	if share := float64(covered) / runs; !near(share, 0.95, 0.03) {
		t.Errorf("limits cover the truth in %.1f %%, want 95 %%", 100*share)
	}
	if naiveError < 1 {
		t.Errorf("the Elo of the counts is off by %.2f in the mean, want more than 1: the test has no bias to allow for", naiveError)
	}
}
