package claim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"
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

// However much players, or games, differ beside what their games leave open: whoever looks
// again and again is misled in no more than one of twenty runs, and by intervals for a
// single look in many more.
func TestLooksCover(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	players := func(spread float64) func([]*drawn) Evidence {
		return func(list []*drawn) Evidence {
			d := list[0]
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
	repetitions := testkit.Choose(1000, 2000)
	most := 0.05 + 3*math.Sqrt(0.05*0.95/float64(repetitions))
	for _, spread := range []float64{0, 0.1, 0.3, 1, 3} {
		for _, numbers := range []int{1, 3, 6} {
			evidence, what := games, fmt.Sprintf("%d games that differ by %v", numbers, spread)
			if numbers == 1 {
				evidence, what = players(spread), fmt.Sprintf("players that differ by %v", spread)
			}
			looking, single := misled(repetitions, spread, numbers, rng, evidence)
			if looking > most {
				t.Errorf("%s: %.3f of the runs mislead, want at most %.3f", what, looking, most)
			}
			if numbers == 1 && spread < 1 && single < 0.15 {
				t.Errorf("%s: intervals for one look mislead in %.3f of the runs, want many", what, single)
			}
		}
	}
}

// What more games do not reduce is not made wider for each further look.
func TestLooksLeaveTheRest(t *testing.T) {
	for _, c := range []struct{ fixed, want float64 }{
		{0, stat.Quantile(stat.Anytime(0.95, 40, 1))},
		{1, stat.Quantile(0.98)},
		{0.5, math.Sqrt((math.Pow(stat.Quantile(stat.Anytime(0.98, 40, 1)), 2) + math.Pow(stat.Quantile(0.98), 2)) / 2)},
	} {
		near(t, fmt.Sprintf("arm with a part of %v", c.fixed), partly(0, 1, c.fixed).Sequence(40).At(0.95).HalfWidth(), c.want, 1e-9)
	}
	// The mean of numbers that do not differ has Student's t for what is not known about
	// that, and beyond it only what looks at a known error take.
	square := func(x float64) float64 { return x * x }
	want := square(stat.StudentQuantile(0.95, 1)) + square(stat.Quantile(stat.Anytime(0.95, 40, 1))) - square(stat.Quantile(0.95))
	near(t, "arm of a mean", stat.NewPopulation([]Evidence{normal(0, 1), normal(0, 1)}).Mean.Sequence(40).At(0.95).HalfWidth(), math.Sqrt(want/2), 1e-9)
}
