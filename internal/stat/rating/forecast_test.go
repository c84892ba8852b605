package rating

import (
	"math"
	"math/rand/v2"
	"testing"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"
)

// Simulated tests take as many games as forecast, and decide as forecast, at both hypotheses and
// between them, whether or not the games of a pair depend on each other.
func TestForecast(t *testing.T) {
	runs := testkit.Choose(150, 3000)
	for i, w := range []world{{drawElo: 120}, {openings: [3]float64{-150, 0, 150}, drawElo: 120}} {
		test := SPRT{Elo0: 0, Elo1: 50, Model: []Model{Logistic, Normalized}[i]}
		strengths := []float64{0, 0, strengthOf(w, test), 70}
		strengths[1] = strengths[2] / 2
		for k, at := range strengths {
			w.elo = at
			rng := rand.New(rand.NewPCG(uint64(i), uint64(k)))
			pilot := w.match(t, rng, 50_000)
			f := test.Forecast(pilot)[min(k, 3)]
			games, squares, accepted := 0.0, 0.0, 0.0
			for range runs {
				pairs, d := runTest(t, test, w, rng)
				n := float64(pairs.Games())
				games, squares = games+n, squares+n*n
				if d == AcceptH1 {
					accepted++
				}
			}
			n := float64(runs)
			mean, share := games/n, accepted/n
			t.Logf("%v at %s: %.0f games, want %.0f; H1 in %.3f, want %.3f", test.Model, f.At, mean, f.Games, share, f.AcceptH1)
			slack := 0.05*mean + 3*math.Sqrt((squares/n-mean*mean)/n)
			if !near(f.Games, mean, slack) || !near(f.AcceptH1, share, 0.02+3*math.Sqrt(share*(1-share)/n)) {
				t.Errorf("%v at %s: %+v, want %.0f ± %.0f games and H1 in %.3f", test.Model, f.At, f, mean, slack, share)
			}
		}
	}
}

// By hand: at 10 Elo with 30 % draws the score is 0.51439, its variance per game
// 0.51439·0.48561 − 0.3/4 = 0.17479 and the slope of Elo 695.4, so ±5 Elo takes
// (1.96·√0.17479·695.4/5)² games.
func TestEloDeviation(t *testing.T) {
	pairs := testkit.Must(Expect(10, 30))(t)
	for _, c := range []Counts{pairs, pairs.Total()} {
		got := math.Pow(stat.Quantile(Level95)*testkit.Must(EloDeviation(c))(t)/5, 2)
		if !near(got, 12_990, 1) {
			t.Errorf("%v: ± 5 Elo takes %.1f games, want 12,990", c, got)
		}
	}
	s := testkit.Must(Summarize(pairs, Level95))(t)
	if !near(s.Elo.Estimate, 10, 1e-4) || !near(s.DrawRate, 0.3, 1e-6) {
		t.Errorf("%v Elo and %v draws, want 10 and 0.3", s.Elo.Estimate, s.DrawRate)
	}
}

func TestExpectFaults(t *testing.T) {
	for name, err := range map[string]error{
		"no games":    testkit.Error(EloDeviation(Pairs{})),
		"same scores": testkit.Error(EloDeviation(WDL{Draws: 9})),
		"deviation":   testkit.Error(EloDeviation(WDL{Wins: 9})),
		"draws":       testkit.Error(Expect(0, 100)),
		"difference":  testkit.Error(Expect(200, 50)),
		"no number":   testkit.Error(Expect(math.NaN(), 50)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
