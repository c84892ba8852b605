package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
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

// The clustered log-rank test is right in 95 of 100 samples without a difference,
// where that for independent games almost never rejects; the interval of the
// ratio of hazards holds the true one.
func TestClusteredLogRankIsRight(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	const pairs, runs, ratio = 60, 800, 0.7
	rejected, naive, covered := 0, 0, 0
	for range runs {
		var null, changed []life
		for i := range pairs {
			for range gamesOfPair {
				u, cut := rng.ExpFloat64(), 60*rng.ExpFloat64()
				for _, second := range []bool{false, true} {
					// Half of the games are the same on both sides.
					length := 40 * u
					if second && rng.IntN(2) == 0 {
						length = 40 * rng.ExpFloat64()
					}
					null = append(null, lived(i, second, length, cut))
					if second {
						length /= ratio
					}
					changed = append(changed, lived(i, second, length, cut))
				}
			}
		}
		h := compareLives(null, pairs, 0.95)
		rejected += int(truth(h.clustered < 0.05))
		naive += int(truth(independent(h.logRank) < 0.05))
		if v := compareLives(changed, pairs, 0.95).ratio; v.Lo <= ratio && ratio <= v.Hi {
			covered++
		}
	}
	near(t, "rejections without a difference", float64(rejected)/runs, 0.05, 0.02)
	near(t, "coverage of the ratio of hazards", float64(covered)/runs, 0.95, 0.02)
	if naive*2 > rejected {
		t.Errorf("%d and %d rejections, want far fewer as if games were independent", naive, rejected)
	}
}

func lived(pair int, second bool, length, cut float64) life {
	return life{pair, second, math.Ceil(math.Min(length, cut)), length <= cut}
}

// independent is the probability of a log-rank statistic if games were independent.
func independent(logRank float64) float64 { return distuv.ChiSquared{K: 1}.Survival(logRank) }
