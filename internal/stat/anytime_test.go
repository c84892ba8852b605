package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Looking after every observation misleads in no more than one run of twenty. Intervals
// meant for a single look mislead in most runs.
func TestAnytimeHoldsHoweverOftenOneLooks(t *testing.T) {
	const runs, length, first = 2000, 2000, 20
	rng := rand.New(rand.NewPCG(1, 2))
	z := make([]float64, length+1)
	for n := first; n <= length; n++ {
		z[n] = Quantile(Anytime(0.95, float64(n), 200))
	}
	misled, once := 0, 0
	for range runs {
		sum, any, single := 0.0, false, false
		for n := 1; n <= length; n++ {
			sum += rng.NormFloat64()
			if errors := math.Abs(sum) / math.Sqrt(float64(n)); n >= first {
				any = any || errors > z[n]
				single = single || errors > Quantile(0.95)
			}
		}
		if any {
			misled++
		}
		if single {
			once++
		}
	}
	if share := float64(misled) / runs; share > 0.05 || share < 0.01 {
		t.Errorf("misled in %.3f of the runs, want a little below 0.05", share)
	}
	if once < runs/3 {
		t.Errorf("%d of %d runs mislead with intervals for one look, want many", once, runs)
	}
}

// The boundary solves its equation, and is lowest where it should be.
func TestAnytimeIsNarrowestAtItsBest(t *testing.T) {
	const best = 300
	at := func(n, b float64) float64 { return Quantile(Anytime(0.95, n, b)) }
	if z := at(best, best); z < 3 || z > 3.1 {
		t.Errorf("%.3f standard errors, want 3.0 to 3.1", z)
	}
	for _, other := range []float64{100, 200, 250, 350, 400, 900} {
		if at(best, other) <= at(best, best) {
			t.Errorf("at %v observations, the boundary for %v is narrower", best, other)
		}
	}
	for _, x := range []float64{Anytime(0, 1, 1), Anytime(1, 1, 1), Anytime(0.95, 0, 1), Anytime(0.95, 1, 0)} {
		if !math.IsNaN(x) {
			t.Errorf("%v without a level or observations", x)
		}
	}
}
