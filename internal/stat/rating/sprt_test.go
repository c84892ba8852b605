package rating

import (
	"math"
	"testing"

	"bestiary/internal/testkit"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"
)

// The distributions behind the ratio obey their hypothesis, and no small change that also
// obeys it is more likely, even for the most one-sided counts.
func TestConstrainedDistributions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := anyCounts.Draw(t, "counts")
		s := counts.sample()
		if rapid.Bool().Draw(t, "games") {
			s = counts.Total().sample()
		}
		s = s.regularized()
		elo := rapid.Float64Range(-MaxElo, MaxElo).Draw(t, "elo")
		p := s.shares()

		q := withMean(s.points, p, Score(elo))
		if mu, _ := momentsOf(s.points, q); !near(mu, Score(elo), 1e-9) || !near(floats.Sum(q), 1, 1e-9) {
			t.Errorf("mean %v of %v, want %v", mu, q, Score(elo))
		}
		edge := elo * math.Sqrt(s.games) / NormalizedUnit
		q = withEdge(s.points, p, edge)
		mu, sigma := momentsOf(s.points, q)
		if !near((mu-0.5)/sigma, edge, 1e-8) || !near(floats.Sum(q), 1, 1e-9) {
			t.Errorf("edge %v of %v, want %v", (mu-0.5)/sigma, q, edge)
		}
	})
}

// The best distribution of a mean beats all others with that mean, found by
// search.
func TestWithMeanIsMostLikely(t *testing.T) {
	s := WDL{Wins: 30, Draws: 50, Losses: 20}.sample()
	const score = 0.45
	likelihood := func(q []float64) float64 {
		return s.counts[0]*math.Log(q[0]) + s.counts[1]*math.Log(q[1]) + s.counts[2]*math.Log(q[2])
	}
	best := likelihood(withMean(s.points, s.shares(), score))
	highest := math.Inf(-1)
	for draw := 0.0001; draw < 0.9; draw += 0.0001 {
		highest = max(highest, likelihood([]float64{1 - score - draw/2, draw, score - draw/2}))
	}
	if !near(best, highest, 1e-5) || best < highest {
		t.Errorf("log-likelihood %v, by search %v", best, highest)
	}
}

// The ratio is finite, and its sign changes with the side and the order of the
// hypotheses.
func TestLLRProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyCounts.Draw(t, "counts")
		elo0 := rapid.Float64Range(-50, 50).Draw(t, "elo0")
		elo1 := elo0 + rapid.Float64Range(0.5, 50).Draw(t, "difference")
		model := Model(rapid.IntRange(0, 2).Draw(t, "model"))
		got := testkit.Must(SPRT{Elo0: elo0, Elo1: elo1, Model: model}.Evaluate(c))(t)
		back := testkit.Must(SPRT{Elo0: -elo1, Elo1: -elo0, Model: model}.Evaluate(c.turned()))(t)
		if math.IsInf(got.LLR, 0) || !near(got.LLR, -back.LLR, 1e-5*(1+math.Abs(got.LLR))) {
			t.Errorf("LLR %v, from the other side %v", got.LLR, back.LLR)
		}
	})
}

func TestEvaluateWithFewGames(t *testing.T) {
	for _, test := range []struct {
		counts Counts
		want   float64 // sign of the LLR
	}{
		{WDL{}, 0}, {Pairs{}, 0}, {WDL{Wins: 1}, 1}, {WDL{Losses: 1}, -1}, {Pairs{WW: 1}, 1}, {Pairs{LL: 1}, -1},
	} {
		for m := Normalized; m <= Bayesian; m++ {
			state := stateOf(t, SPRT{Elo0: -10, Elo1: 10, Model: m}, test.counts)
			if test.want == 0 && state.LLR != 0 || state.LLR*test.want < 0 || state.Decision != Continue {
				t.Errorf("%+v, %v model: %+v", test.counts, m, state)
			}
		}
	}
}

func TestDecisions(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 10, Alpha: 0.01, Beta: 0.2}
	lower, upper := test.Bounds()
	if !near(lower, math.Log(0.2/0.99), 1e-12) || !near(upper, math.Log(0.8/0.01), 1e-12) {
		t.Errorf("bounds %v and %v", lower, upper)
	}
	for counts, want := range map[WDL]Decision{
		{Wins: 5000, Draws: 1000, Losses: 4000}: AcceptH1,
		{Wins: 4000, Draws: 1000, Losses: 5000}: AcceptH0,
		{Wins: 51, Draws: 10, Losses: 50}:       Continue,
	} {
		if got := stateOf(t, test, counts); got.Decision != want {
			t.Errorf("%+v: %+v, want %v", counts, got, want)
		}
	}
}

func TestSPRTErrors(t *testing.T) {
	for _, test := range []struct {
		sprt SPRT
		want string
	}{
		{SPRT{}, "rating: SPRT from Elo 0 to 0, expected the second above the first"},
		{SPRT{Elo0: 5, Elo1: 1}, "rating: SPRT from Elo 5 to 1, expected the second above the first"},
		{SPRT{Elo1: math.NaN()}, "rating: SPRT from Elo 0 to NaN, expected numbers from -1000 to 1000"},
		{SPRT{Elo1: 1001}, "rating: SPRT from Elo 0 to 1001, expected numbers from -1000 to 1000"},
		{SPRT{Elo1: 5, Alpha: 0.6, Beta: 0.4}, "rating: SPRT with alpha 0.6 and beta 0.4, expected both above 0 and their sum below 1"},
		{SPRT{Elo1: 5, Alpha: -1}, "rating: SPRT with alpha -1 and beta 0.05, expected both above 0 and their sum below 1"},
		{SPRT{Elo1: 5, Model: 3}, "rating: SPRT with model 3, expected one from 0 to 2"},
	} {
		if err := test.sprt.Validate(); err == nil || err.Error() != test.want {
			t.Errorf("%+v: error %v, want %s", test.sprt, err, test.want)
		}
		if _, err := test.sprt.Evaluate(Pairs{}); err == nil {
			t.Errorf("%+v: a test was started", test.sprt)
		}
	}
	if _, err := ParseModel("bayes"); err == nil {
		t.Error(`model "bayes" was found`)
	}
	if _, err := (SPRT{Elo1: 5}).Evaluate(WDL{Wins: -1}); err == nil {
		t.Error("negative wins were evaluated")
	}
}

// Both forms of the probability agree where both hold.
func TestBrownianExpansionsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := brownian{
			lower: -rapid.Float64Range(1, 4).Draw(t, "lower"), upper: rapid.Float64Range(1, 4).Draw(t, "upper"),
			drift: rapid.Float64Range(-2, 2).Draw(t, "drift"), variance: 1,
		}
		width := b.upper - b.lower
		time := 0.015 * width * width
		y := rapid.Float64Range(b.lower, b.upper).Draw(t, "y")
		if series, reflected := b.leftSeries(time, y), b.leftReflected(time, y); !near(series, reflected, 1e-9) {
			t.Errorf("%v by the series, %v by reflection", series, reflected)
		}
	})
}
