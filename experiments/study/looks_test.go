package study

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	estimated "bestiary/experiments/estimate"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/tuning"
)

// drawn is a number that is looked at again and again: its own true value, which more games
// do not bring closer to what is asked for, and the mean of its games so far.
type drawn struct{ truth, n, sum float64 }

func (d *drawn) grow(n float64, rng *rand.Rand) {
	d.sum += (n-d.n)*d.truth + math.Sqrt(n-d.n)*rng.NormFloat64()
	d.n = n
}

// manyShares are parts of the planned games, each a quarter larger than the one before.
func manyShares() []float64 {
	var list []float64
	for share := 1.0 / 8; share < 64; share *= minGrowth {
		list = append(list, share)
	}
	return list
}

// misled is the share of repetitions in which some look at evidence about 0 excludes it.
func misled(repetitions int, spread float64, numbers int, rng *rand.Rand, evidence func(list []*drawn) Evidence) (looking, single float64) {
	for range repetitions {
		var list []*drawn
		for range numbers {
			list = append(list, &drawn{truth: spread * rng.NormFloat64()})
		}
		wrong, alone := 0.0, 0.0
		for _, share := range manyShares() {
			for _, d := range list {
				d.grow(share, rng)
			}
			e := evidence(list)
			alone = math.Max(alone, 1-covers(e.At(0.95), 0))
			wrong = math.Max(wrong, 1-covers(e.Sequence(share).At(0.95), 0))
		}
		looking, single = looking+wrong/float64(repetitions), single+alone/float64(repetitions)
	}
	return looking, single
}

// nominal is the share of runs that may mislead at the level of 95 %; few repetitions may show
// more by chance.
func nominal(repetitions int) float64 {
	return testkit.Choose(0.05+3*math.Sqrt(0.05*0.95/float64(repetitions)), 0.05)
}

// However much players, or games, differ beside what their games leave open: whoever looks
// again and again is misled in no more than one of twenty runs, and by intervals for a
// single look in many more.
func TestLooksCover(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	players := func(spread float64) func([]*drawn) Evidence {
		return func(list []*drawn) Evidence {
			d := list[0]
			if spread == 0 {
				return normal(d.sum/d.n, 1/math.Sqrt(d.n))
			}
			variance := spread*spread + 1/d.n
			return partly(d.sum/d.n, math.Sqrt(variance), spread*spread/variance)
		}
	}
	games := func(list []*drawn) Evidence {
		var numbers []Evidence
		for _, d := range list {
			numbers = append(numbers, normal(d.sum/d.n, 1/math.Sqrt(d.n)))
		}
		return stat.NewPopulation(numbers).Mean
	}
	repetitions := testkit.Choose(1000, 20_000)
	most := nominal(repetitions)
	for _, spread := range []float64{0, 0.3, 1, 3, 5} {
		for _, numbers := range []int{1, 3, 6} {
			evidence, what := games, fmt.Sprintf("%d games that differ by %v", numbers, spread)
			if numbers == 1 {
				evidence, what = players(spread), fmt.Sprintf("players that differ by %v", spread)
			}
			looking, single := misled(repetitions, spread, numbers, rng, evidence)
			t.Logf("%s: %.4f mislead, %.4f without looks", what, looking, single)
			if looking > most {
				t.Errorf("%s: %.3f of the runs mislead, want at most %.3f", what, looking, most)
			}
			if numbers == 1 && spread < 1 && single < 0.15 {
				t.Errorf("%s: intervals for one look mislead in %.3f of the runs, want many", what, single)
			}
		}
	}
}

// valuedPanel has players whose values of six pieces differ by a share spread from common
// ones, of 20 to 90 errors of the planned games each, and what their games say so far.
type valuedPanel struct {
	players [][]*drawn // by piece
}

func newValuedPanel(spread float64, rng *rand.Rand) *valuedPanel {
	p := &valuedPanel{}
	for range 4 {
		var pieces []*drawn
		for _, v := range []float64{20, 30, 50, 30, 40, 90} {
			pieces = append(pieces, &drawn{truth: v * math.Exp(spread*rng.NormFloat64())})
		}
		p.players = append(p.players, pieces)
	}
	return p
}

// run returns the games of all players after a share of those that are planned, with the spread
// of the players as it seems to be at that look.
func (p *valuedPanel) run(t *testing.T, like *RunResult, share float64, rng *rand.Rand) *RunResult {
	t.Helper()
	names := []string{"knight", "bishop", "rook", "elephant", "falcon", "queen"}
	estimate := func(variance float64) *tuning.Estimate {
		e := &tuning.Estimate{DF: math.Inf(1), Rows: 1000}
		for i, name := range names {
			e.Values = append(e.Values, tuning.Value{Piece: name, Logit: stat.Exact(0)})
			e.Covariance = append(e.Covariance, make([]float64, len(names)))
			e.Covariance[i][i] = variance
		}
		return e
	}
	var list []*tuning.Estimate
	all := estimate(1 / share / float64(len(p.players)))
	for _, pieces := range p.players {
		e := estimate(1 / share)
		for i, d := range pieces {
			d.grow(share, rng)
			e.Values[i].Logit = stat.Exact(d.sum / d.n)
			all.Values[i].Logit.Estimate += d.sum / d.n / float64(len(p.players))
		}
		list = append(list, e)
	}
	panel := testkit.Must(tuning.NewPanel(list))(t)
	return &RunResult{Run: like.Run, Values: &estimated.Result{Panel: panel, Measurement: &tuning.Measurement{Design: *all, Luck: *all}}}
}

// The spread of players is not known: at each look it is what their games seem to say. Whoever
// looks again and again at a ratio of values is misled in no more than one of twenty runs, for
// players as different as the prior of the spread expects.
func TestLooksAtPanelsCover(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	repetitions := testkit.Choose(15, 2000)
	most := nominal(repetitions)
	like := valued(t)
	for _, expected := range []float64{0, 0.5, 1} {
		looking := 0.0
		for range repetitions {
			p, wrong := newValuedPanel(expected*tuning.OwnSpread.Mean()*rng.NormFloat64(), rng), 0.0
			for k, share := range manyShares() {
				if k%3 > 0 {
					continue // since a panel takes long to fit
				}
				e := worth(sum(t, "bishop"), sum(t, "knight"), p.run(t, like, share, rng))
				wrong = math.Max(wrong, 1-covers(e.Sequence(share).At(0.95), 1.5))
			}
			looking += wrong / float64(repetitions)
		}
		t.Logf("%v of the expected spread: %.4f mislead", expected, looking)
		if looking > most {
			t.Errorf("%v of the expected spread: %.3f of the runs mislead, want at most %.3f", expected, looking, most)
		}
	}
}

// What more games do not reduce is not made wider for each further look.
func TestLooksLeaveTheRest(t *testing.T) {
	testkit.Near(t, "arm of what games reduce", normal(0, 1).Sequence(40).At(0.95).HalfWidth(), stat.Quantile(stat.Anytime(0.95, 40, 1)), 1e-9)
	for _, c := range []struct{ fixed, want float64 }{
		{0, stat.Quantile(stat.Anytime(0.98, 40, 1))}, // which other looks may find greater
		{1, stat.Quantile(0.98)},
		{0.5, math.Sqrt((math.Pow(stat.Quantile(stat.Anytime(0.98, 40, 1)), 2) + math.Pow(stat.Quantile(0.98), 2)) / 2)},
	} {
		testkit.Near(t, fmt.Sprintf("arm with a part of %v", c.fixed), partly(0, 1, c.fixed).Sequence(40).At(0.95).HalfWidth(), c.want, 1e-9)
	}
	// The mean of numbers that do not differ has Student's t for what is not known about
	// that, and beyond it only what looks at a known error take.
	square := func(x float64) float64 { return x * x }
	want := square(stat.StudentQuantile(0.98, 1)) + square(stat.Quantile(stat.Anytime(0.98, 40, 1))) - square(stat.Quantile(0.98))
	testkit.Near(t, "arm of a mean", stat.NewPopulation([]Evidence{normal(0, 1), normal(0, 1)}).Mean.Sequence(40).At(0.95).HalfWidth(), math.Sqrt(want/2), 1e-9)
}
