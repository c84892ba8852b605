package logit

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"
)

// matches makes games of exchanges, each of which is worth more or less than its pieces by a
// number of its own. The last columns are those of the exchanges.
func matches(rng *rand.Rand, values []float64, exchanges, pairs int, sd float64) *Design {
	n := 1 + len(values)
	d := &Design{Columns: n + exchanges}
	w := world{draws: 0.5, correlation: 0.3}
	for e := range exchanges {
		x, own := make([]float64, n), sd*rng.NormFloat64()
		for eta := 9.0; math.Abs(eta) > 1.4; { // the choice knows nothing of what is the exchange's own
			eta = 0
			for j, v := range values {
				x[1+j] = float64(rng.IntN(5) - 2)
				eta += v * x[1+j]
			}
		}
		for pair := range pairs {
			edge := own
			for j, v := range values {
				edge += v * x[1+j]
			}
			z, id := rng.NormFloat64(), int32(e*pairs+pair)
			for _, side := range []float64{1, -1} {
				idx, val := []uint16{0, uint16(n + e)}, []float64{1, side}
				for j := range values {
					idx, val = append(idx, uint16(1+j)), append(val, side*x[1+j])
				}
				d.Add(idx, val, w.score(0.1+side*edge, side*(0.3*z+0.95*rng.NormFloat64())), 1, id)
			}
		}
	}
	return d
}

var exchanged = []float64{0.45, 1.4, 1.6, 2.1}

// Intervals of values keep their level where every exchange deviates, and the deviation is
// found; without it they do not.
func TestRandomCoverage(t *testing.T) {
	testkit.NotShort(t, "simulates many runs")
	const sd, exchanges, pairs = 0.12, 22, 120
	n := repetitions() / 2
	type outcome struct {
		with, without stat.Interval
		sd            float64
	}
	value, alone, mean := tally{truth: exchanged[3]}, tally{truth: exchanged[3]}, 0.0
	for _, o := range repeat(n, func(i int) outcome {
		d := matches(stream(41, uint64(i)), exchanged, exchanges, pairs, sd)
		r, found, err := FitRandom(d, Prior{}, Settings{Workers: 1, EstimateDispersion: true}, Random{First: 5, Guess: 0.11, Weight: 5})
		if err != nil {
			t.Error(err)
			return outcome{}
		}
		p := ridge(d.Columns, 0)
		for j := 5; j < d.Columns; j++ {
			p.Precision[j] = 1e8
		}
		return outcome{r.Posterior().Coefficient(4, 0.95), mustFit(t, d, p, Settings{Workers: 1}).Posterior().Coefficient(4, 0.95), found}
	}) {
		value.add(o.with)
		alone.add(o.without)
		mean += o.sd / float64(n)
	}
	coverage := float64(value.covered) / float64(n)
	t.Logf("with random exchanges the coverage is %.3f", coverage)
	if margin := 0.01 + 2.6*math.Sqrt(0.05*0.95/float64(n)); math.Abs(coverage-0.95) > margin {
		t.Errorf("with random exchanges the coverage is %.3f", coverage)
	}
	testkit.Near(t, "standard deviation of exchanges", mean, sd, 0.012)
	if coverage = float64(alone.covered) / float64(n); coverage > 0.9 {
		t.Errorf("without random exchanges the coverage is %.3f, want clearly below 0.95", coverage)
	} else {
		t.Logf("without random exchanges the coverage is %.3f", coverage)
	}
}

// They keep it also where every value has a prior, whose spread is known, and few exchanges were
// played: the degrees of freedom are then those of the deviation of exchanges.
func TestRandomCoverageWithPrior(t *testing.T) {
	testkit.NotShort(t, "simulates many runs")
	const sd, exchanges, pairs, spread = 0.12, 8, 400, 0.3
	n := repetitions() / 2
	covered := 0
	for _, ok := range repeat(n, func(i int) bool {
		rng := stream(43, uint64(i))
		p, truth := ridge(5+exchanges, 0).filled(5+exchanges), slices.Clone(exchanged)
		for j, v := range exchanged {
			p.Mean[1+j], p.Precision[1+j] = v, 1/math.Pow(spread*v, 2)
			truth[j] += spread * v * rng.NormFloat64()
		}
		r, _, err := FitRandom(matches(rng, truth, exchanges, pairs, sd), p, Settings{Workers: 1, EstimateDispersion: true}, Random{First: 5, Guess: 0.11, Weight: 5})
		if err != nil {
			t.Error(err)
			return false
		}
		x := r.Posterior().Coefficient(4, 0.95)
		return x.Lo <= truth[3] && truth[3] <= x.Hi
	}) {
		if ok {
			covered++
		}
	}
	coverage := float64(covered) / float64(n)
	t.Logf("the coverage is %.3f", coverage)
	if margin := 0.012 + 2.6*math.Sqrt(0.05*0.95/float64(n)); math.Abs(coverage-0.95) > margin {
		t.Errorf("the coverage is %.3f", coverage)
	}
}

// The standard deviation follows the games where they tell it, and the guess where they do not.
func TestRandomSpread(t *testing.T) {
	for _, c := range []struct {
		name             string
		exchanges, pairs int
		truth, want      float64
	}{
		{"many exchanges scatter", 60, 600, 0.3, 0.3},
		{"many exchanges do not", 60, 600, 0, 0.045},
		{"one exchange", 1, 50, 0.3, 0.11},
	} {
		d := matches(stream(42, 1), exchanged[:1], c.exchanges, c.pairs, c.truth)
		_, found, err := FitRandom(d, Prior{}, Settings{EstimateDispersion: true}, Random{First: 2, Guess: 0.11, Weight: 5})
		if err != nil {
			t.Fatal(err)
		}
		testkit.Near(t, c.name, found, c.want, 0.2*c.want+0.005)
	}
}
