package rating

import (
	"errors"
	"math"
	"testing"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"

	"pgregory.net/rapid"
)

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
