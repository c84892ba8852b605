package rating

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"
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

// The second example comes from Wright (Biometrics 48, 1992), with probabilities adjusted
// by hand: 0.01·4, 0.02·3, 0.03·2, and 0.005·5; 0.1 stays.
func TestHolm(t *testing.T) {
	nan := math.NaN()
	for _, test := range []struct{ p, want []float64 }{
		{[]float64{0.01, 0.02, 0.03, 0.04, 0.05}, []float64{0.05, 0.08, 0.09, 0.09, 0.09}},
		{[]float64{0.1, 0.01, 0.02, 0.03, 0.005}, []float64{0.1, 0.04, 0.06, 0.06, 0.025}},
		{[]float64{0.04, 0.01, 0.03}, []float64{0.06, 0.03, 0.06}},
		{[]float64{0.01, nan, 0.02}, []float64{0.02, nan, 0.02}},
		{[]float64{0.9, nan, 0.6}, []float64{1, nan, 1}},
		{[]float64{nan}, []float64{nan}},
		{nil, nil},
	} {
		given := append([]float64(nil), test.p...)
		if diff := cmp.Diff(test.want, Holm(test.p), cmpopts.EquateNaNs(), cmpopts.EquateApprox(1e-12, 0)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.p, diff)
		}
		testkit.Same(t, "the argument was changed", given, test.p, cmpopts.EquateNaNs())
	}
}

// Counts from which not everything can be computed.
func TestSummarizeExtremes(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, test := range []struct {
		name   string
		counts Counts
		elo    stat.Interval
		nelo   float64
		los    float64
		ratio  float64
		wilson bool
	}{
		{"one win", WDL{Wins: 1}, stat.Interval{Estimate: inf, Lo: Elo(1 / (1 + z95*z95)), Hi: inf, Level: Level95}, inf, 0.8413447, nan, true},
		{"one draw", WDL{Draws: 1}, stat.Interval{Estimate: 0, Lo: -eloOfOneDraw, Hi: eloOfOneDraw, Level: Level95}, nan, 0.5, nan, true},
		{"all lost", WDL{Losses: 9}, stat.Interval{Estimate: -inf, Lo: -inf, Hi: Elo(z95 * z95 / (9 + z95*z95)), Level: Level95}, -inf, 0.0013499, nan, true},
		{"one pair won", Pairs{WW: 1}, stat.Interval{Estimate: inf, Lo: Elo(1 / (1 + z95*z95)), Hi: inf, Level: Level95}, inf, 0.8413447, inf, true},
		{"pairs shared", Pairs{WL: 1}, stat.Interval{Estimate: 0, Lo: -eloOfOneDraw, Hi: eloOfOneDraw, Level: Level95}, nan, 0.5, nan, true},
		{"pairs half won", Pairs{WD: 4}, stat.Interval{Estimate: Elo(0.75), Lo: Elo(0.3006418), Hi: Elo(0.9544127), Level: Level95}, inf, 0.9772499, inf, true},
		{"win and draw", WDL{Wins: 1, Draws: 1}, stat.Interval{Estimate: Elo(0.75), Lo: Elo(0.1978675), Hi: Elo(0.9733227), Level: Level95}, NormalizedUnit, 0.9213504, nan, true},
		{"a billion", WDL{Wins: 1e9, Draws: 2e9, Losses: 1e9}, stat.Interval{Estimate: 0, Lo: -0.0076135, Hi: 0.0076135, Level: Level95}, 0, 0.5, nan, false},
	} {
		s := testkit.Must(Summarize(test.counts, Level95))(t)
		got := []float64{s.Elo.Estimate, s.Elo.Lo, s.Elo.Hi, s.NormalizedElo.Estimate, s.LOS, float64(s.PairRatio)}
		want := []float64{test.elo.Estimate, test.elo.Lo, test.elo.Hi, test.nelo, test.los, test.ratio}
		for i := range got {
			if !same(got[i], want[i], 1e-3) {
				t.Errorf("%s: %v, want %v", test.name, got, want)
				break
			}
		}
		if s.Wilson != test.wilson {
			t.Errorf("%s: Wilson %v", test.name, s.Wilson)
		}
	}
}

const z95 = 1.959963984540054

// eloOfOneDraw is the Elo of the upper limit of Wilson's interval for half a
// success in one trial.
var eloOfOneDraw = Elo(0.5 + z95/2/math.Sqrt(1+z95*z95))

// same compares numbers that may be infinite or not exist.
func same(got, want, tolerance float64) bool {
	return got == want || math.IsNaN(got) && math.IsNaN(want) || near(got, want, tolerance)
}

func TestSummarizeErrors(t *testing.T) {
	for _, test := range []struct {
		counts Counts
		level  float64
		want   string
	}{
		{WDL{}, 0.95, "rating: no games, expected at least one"},
		{Pairs{}, 0.95, "rating: no games, expected at least one"},
		{WDL{Losses: -1}, 0.95, "rating: -1 losses, expected a number from 0 to 1000000000000"},
		{Pairs{WD: MaxCount + 1}, 0.95, "rating: 1000000000001 WD, expected a number from 0 to 1000000000000"},
		{WDL{Wins: 1}, 1, "rating: confidence level 1, expected one between 0 and 1"},
		{WDL{Wins: 1}, math.NaN(), "rating: confidence level NaN, expected one between 0 and 1"},
	} {
		if _, err := Summarize(test.counts, test.level); err == nil || err.Error() != test.want {
			t.Errorf("%+v: error %v, want %s", test.counts, err, test.want)
		}
	}
	if _, err := Summarize(WDL{}, 0.95); !errors.Is(err, ErrNoGames) {
		t.Errorf("error %v is not ErrNoGames", err)
	}
}

var anyCounts = rapid.Custom(func(t *rapid.T) Pairs {
	n := rapid.OneOf(rapid.Just(0), rapid.IntRange(0, 20), rapid.IntRange(0, 1e9))
	c := Pairs{n.Draw(t, "LL"), n.Draw(t, "LD"), n.Draw(t, "WL"), n.Draw(t, "DD"), n.Draw(t, "WD"), n.Draw(t, "WW")}
	if c.Number() == 0 {
		c.DD = 1
	}
	return c
})

// turned returns the match from the other side.
func (c Pairs) turned() Pairs { return Pairs{c.WW, c.WD, c.WL, c.DD, c.LD, c.LL} }

// For any counts, probabilities lie between 0 and 1, limits are in order, and the opponent
// gets the same result with the opposite sign.
func TestSummaryProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pairs := anyCounts.Draw(t, "counts")
		both := []Counts{pairs, pairs.turned()}
		if rapid.Bool().Draw(t, "games") {
			both = []Counts{pairs.Total(), pairs.turned().Total()}
		}
		a := testkit.Must(Summarize(both[0], Level95))(t)
		b := testkit.Must(Summarize(both[1], Level95))(t)
		if !(a.LOS >= 0 && a.LOS <= 1 && a.DrawRate >= 0 && a.DrawRate <= 1) {
			t.Errorf("LOS %v, draw rate %v", a.LOS, a.DrawRate)
		}
		if !(a.Elo.Lo < a.Elo.Hi && a.Elo.Lo <= a.Elo.Estimate && a.Elo.Estimate <= a.Elo.Hi) {
			t.Errorf("Elo %v", a.Elo)
		}
		for _, x := range [][2]float64{
			{a.Elo.Estimate, -b.Elo.Estimate}, {a.Elo.Lo, -b.Elo.Hi}, {a.LOS, 1 - b.LOS},
			{a.NormalizedElo.Estimate, -b.NormalizedElo.Estimate},
		} {
			if !same(x[0], x[1], 1e-6*(1+math.Abs(x[0]))) {
				t.Errorf("%v from one side, %v from the other", x[0], x[1])
			}
		}
	})
}

func TestPairsAdd(t *testing.T) {
	var c Pairs
	for first := Loss; first <= Win; first++ {
		for second := Loss; second <= Win; second++ {
			testkit.OK(t, c.Add(first, second))
		}
	}
	if want := (Pairs{1, 2, 2, 1, 2, 1}); c != want {
		t.Errorf("%+v, want %+v", c, want)
	}
	if want := (WDL{6, 6, 6}); c.Total() != want {
		t.Errorf("%+v, want %+v", c.Total(), want)
	}
	if err := c.Add(Win, 3); err == nil || c.Number() != 9 {
		t.Errorf("error %v, %d pairs; want an error and 9 pairs", err, c.Number())
	}
}
