package measure

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// chancePair is two games of each side with shares that depend on what the pair
// has in common.
func chancePair(rng *rand.Rand, first, second float64) (a, b float64) {
	common := rng.NormFloat64()
	for range gamesOfPair {
		own := rng.NormFloat64()
		beats := func(p float64) float64 { return truth(math.Erfc(-(common+own)/2)/2 < p) }
		a += beats(first) / gamesOfPair
		b += beats(second) / gamesOfPair
	}
	return a, b
}

// The interval of a difference holds the true one in 95 of 100 samples or a few
// more, with games that depend on each other within a pair and between the sides.
// The last case is that of few differing games, all one way, for which the usual
// interval holds it in 92.
func TestIntervalOfDifferenceCovers(t *testing.T) {
	const simulations = 2000 // three standard errors are 1.5 %
	for _, tc := range []struct {
		first, second float64
		pairs         int
	}{{0.30, 0.36, 80}, {0.50, 0.70, 200}, {0.05, 0.10, 80}} {
		rng := rand.New(rand.NewPCG(1, 1))
		covered, alone := 0, 0
		for range simulations {
			data := paired{make([]float64, tc.pairs), make([]float64, tc.pairs), true}
			for i := range tc.pairs {
				data.first[i], data.second[i] = chancePair(rng, tc.first, tc.second)
			}
			difference := tc.second - tc.first
			if v, _ := data.difference(0.95); v.Lo <= difference && difference <= v.Hi {
				covered++
			}
			if v := shareInterval(data.first, len(data.first), 0.95); v.Lo <= tc.first && tc.first <= v.Hi {
				alone++
			}
		}
		near(t, fmt.Sprintf("coverage of %v against %v", tc.first, tc.second), float64(covered)/simulations, 0.96, 0.022)
		near(t, fmt.Sprintf("coverage of %v alone", tc.first), float64(alone)/simulations, 0.95, 0.015)
	}
}
