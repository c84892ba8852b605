package estimate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/tuning"
)

func TestCheckpoints(t *testing.T) {
	for _, test := range []struct {
		expected, most int
		want           []int
	}{
		{1000, 2000, []int{1000, 1250, 1563, 1954, 2000}},
		{1, 300, []int{200, 250, 300}},
		{1, 100, []int{100}},
		{5000, 5000, []int{5000}},
		{7000, 5000, []int{5000}},
	} {
		if diff := cmp.Diff(test.want, checkpoints(test.expected, test.most)); diff != "" {
			t.Errorf("%d of %d (-want +got):\n%s", test.expected, test.most, diff)
		}
	}
}

// A run ends at the first checkpoint at which no interval is too wide, regardless of the
// values.
func TestUntilPrecise(t *testing.T) {
	wide := func(x float64) stat.Interval { return stat.Symmetric(3, x, 0.95) }
	boundless := stat.Unbounded(3, 0.95)
	for _, test := range []struct {
		values [][]stat.Interval
		want   []int
	}{
		{[][]stat.Interval{{wide(0), wide(0.1)}}, []int{1}},
		{[][]stat.Interval{{wide(0), wide(0.2)}, {wide(0), wide(0.1)}}, []int{1, 2}},
		{[][]stat.Interval{{boundless}, {wide(math.NaN())}, {wide(9)}}, []int{1, 2, 3}},
	} {
		var asked []int
		err := untilPrecise(0.1000001, []int{1, 2, 3}, func(n int) ([]stat.Interval, error) {
			asked = append(asked, n)
			return test.values[n-1], nil
		})
		if err != nil || !slices.Equal(asked, test.want) {
			t.Errorf("%v: checkpoints %v, error %v, want %v", test.values, asked, err, test.want)
		}
	}
}

// simulatedPairs returns games of random armies of pawns and queens, with luck shared by
// the games of a pair.
func simulatedPairs(rng *rand.Rand, pairs int) *logit.Design {
	d := &logit.Design{Columns: 3}
	for pair := range int32(pairs) {
		pawns, queens := float64(rng.IntN(5)-2), float64(rng.IntN(3)-1)
		edge := 0.5*pawns + 1.5*queens + 0.4*rng.NormFloat64()
		for _, sign := range []float64{1, -1} {
			score, y := logit.Sigmoid(0.15+sign*edge), 0.0
			switch u := rng.Float64(); {
			case u < score*score:
				y = 1
			case u < score*score+2*score*(1-score):
				y = 0.5
			}
			d.Add([]uint16{0, 1, 2}, []float64{sign * pawns, sign * queens, 1}, y, 1, pair)
		}
	}
	return d
}

// firstPairs returns the part of a design that belongs to its first pairs.
func firstPairs(d *logit.Design, pairs int) *logit.Design {
	out := *d
	rows := 2 * pairs
	out.Idx, out.Val = d.Idx[:d.Off[rows]], d.Val[:d.Off[rows]]
	out.Off, out.Y, out.Weight, out.Cluster = d.Off[:rows+1], d.Y[:rows], d.Weight[:rows], d.Cluster[:rows]
	return &out
}

// Intervals keep their level if a run ends as soon as they are narrow enough, whether the
// first checkpoint comes far too early or almost in time.
func TestCoverageWithEarlyStopping(t *testing.T) {
	const most = 1100
	const precision = 0.45
	runs, margin, sample := 60, 0.09, 40_000
	if testkit.Long() {
		runs, margin, sample = 800, 0.02, 200_000
	}
	truth := simulatedTruth(t, sample)
	for _, first := range []int{200, 500} {
		covered, stops, biased := 0, map[int]int{}, 0.0
		for run := range runs {
			games := simulatedPairs(rand.New(rand.NewPCG(uint64(run), uint64(first))), most)
			var last stat.Interval
			pairs := 0
			err := untilPrecise(precision, checkpoints(first, most), func(n int) ([]stat.Interval, error) {
				f, err := logit.Fit(firstPairs(games, n), logit.Prior{}, logit.Settings{Workers: 1})
				if err != nil {
					return nil, err
				}
				last, pairs = f.Sampling().Ratio(1, 0, 0.95), n
				return []stat.Interval{last}, nil
			})
			testkit.OK(t, err)
			stops[pairs]++
			biased += last.Estimate / float64(runs)
			if last.Lo <= truth && truth <= last.Hi {
				covered++
			}
		}
		share := float64(covered) / float64(runs)
		t.Logf("first checkpoint %d: coverage %.3f, mean %.3f of %.3f, stops %v", first, share, biased, truth, stops)
		if math.Abs(share-0.95) > margin {
			t.Errorf("first checkpoint %d: 95 %% intervals hold the truth in %.3f of the runs", first, share)
		}
	}
}

// simulatedTruth returns the ratio found in a very large sample: because of the luck in
// pairs, the scores follow the model with smaller values.
func simulatedTruth(t *testing.T, pairs int) float64 {
	t.Helper()
	f := testkit.Must(logit.Fit(simulatedPairs(rand.New(rand.NewPCG(1, 99)), pairs), logit.Prior{}, logit.Settings{}))(t)
	return f.Coef[1] / f.Coef[0]
}

// The plan for chess before any game, in points, is near the intervals of a run of 1,200 games with
// 300 nodes a move, whose errors did not have what exchanges have of their own.
func TestPlanEstimate(t *testing.T) {
	plan := testkit.Must(Plan(rulestest.Game(t, "chess"), estimate(func(*Config) {})))(t)
	widths := plan.HalfWidths(600, nil)
	for i, want := range map[int]float64{0: 0.159, 1: 0.217, 2: 0.216, 3: 0.254, 4: 0.555} {
		if widths[i] < 0.75*want || widths[i] > 1.6*want {
			t.Errorf("%s: half-width %.2f planned, want about %.2f", plan.Pieces[i], widths[i], want)
		}
	}
	if _, err := Plan(rulestest.Game(t, "chess"), estimate(func(c *Config) { c.Pairs = 1 })); err == nil {
		t.Error("no error for a configuration that is not valid")
	}
}

// After a learning round the plan uses its results: games that say more per pawn need
// fewer pairs, and an uninformative round leaves the plan unchanged.
func TestPlanAfter(t *testing.T) {
	g := rulestest.Game(t, "chess")
	before := testkit.Must(Plan(g, Default()))(t)
	after := func(scale float64) *tuning.Plan {
		m := &tuning.Measurement{Scale: tuning.NewScale(g, tuning.Points), Level: 0.95}
		m.Design = estimateOf(g, 0.1, map[string]float64{"pawn": 0.3 * scale, "knight": 0.9 * scale, "bishop": scale, "rook": 1.5 * scale, "queen": 3 * scale})
		m.Texel = estimateOf(g, 0.1, map[string]float64{"pawn": 0.5, "knight": 1.5, "bishop": 1.67, "rook": 2.5, "queen": 5})
		m.Design.DesignEffect = 0.9
		return testkit.Must(planWith(g, Default(), expectedAfter(g, Default(), m)))(t)
	}
	few, usual, none := after(1.5).Pairs(0.5), after(1).Pairs(0.5), after(0).Pairs(0.5)
	if !(few < usual) || none != before.Pairs(0.5) {
		t.Errorf("%d pairs where a pawn is worth much, %d as usual, %d where it is worth nothing (before: %d)", few, usual, none, before.Pairs(0.5))
	}
}

// A run with a precision ends at a checkpoint, which is the same after an interruption and
// for any number of workers.
func TestEstimateWithPrecision(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := estimate(func(c *Config) {
		c.SetPairs(8)
		c.Precision, c.Rounds, c.RoundPairs, c.Play.Seed, c.Play.Nodes = 50, 1, 2, 3, 10
	})
	folder := t.TempDir()
	var starts []string
	res, err := Run(context.Background(), g, cfg, folder, match.Workers(1), match.Events{
		PartStarts: func(p match.Part) { starts = append(starts, fmt.Sprint(p.Label, " ", p.Games)) },
	})
	testkit.OK(t, err)
	if want := []string{"learning 1 4", "measuring 16"}; !slices.Equal(starts, want) || res.Measurement.Pairs != 8 {
		t.Errorf("rounds %q with %d pairs, want %q and 8", starts, res.Measurement.Pairs, want)
	}
	cfg.Precision = 40 // may change in a folder, like the number of pairs
	again, err := Run(context.Background(), g, cfg, folder, match.Workers(2), match.Events{})
	testkit.OK(t, err)
	testkit.Same(t, "again", outline(res), outline(again))
	for _, x := range []float64{-1, 0.001, 101, math.NaN()} {
		testkit.Fails(t, estimate(func(c *Config) { c.Precision = x }).Validate(), "expected 0.01 to 100")
	}
}
