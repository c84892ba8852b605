package measure

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"bestiary/internal/testkit"
)

// sleep is Student's data (Biometrika 6, 1908): hours of sleep gained with two
// drugs. Mean 1.58, t 4.0621, p 0.002833, interval 0.7001 to 2.4599 are in every
// textbook.
var sleep = paired{
	first:  []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0},
	second: []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4},
}

func TestPairedDifference(t *testing.T) {
	v, p := sleep.difference(0.95)
	near(t, "difference", v.Estimate, 1.58, 1e-12)
	near(t, "lower limit", v.Lo, 0.7001142, 1e-6)
	near(t, "upper limit", v.Hi, 2.4598858, 1e-6)
	near(t, "p", p, 0.00283289, 1e-7)
}

func TestEquivalence(t *testing.T) {
	near(t, "p for a margin of 3", sleep.equivalence(3), 0.00265557, 1e-7)
	near(t, "p for a margin at the estimate", sleep.equivalence(1.58), 0.5, 1e-9)
	// The test at 0.05 and the interval of 0.90 say the same.
	v, _ := sleep.difference(0.90)
	if p := sleep.equivalence(v.Hi); math.Abs(p-0.05) > 1e-9 {
		t.Errorf("p at the end of the interval is %v, want 0.05", p)
	}
}

func TestDifferenceWithoutSpread(t *testing.T) {
	same := paired{[]float64{1, 0.5, 0, 1}, []float64{1, 0.5, 0, 1}, true}
	v, p := same.difference(0.95)
	limit := 1 - math.Pow(0.025, 0.25) // Clopper and Pearson, 0 of 4
	near(t, "upper limit", v.Hi, limit, 1e-12)
	near(t, "lower limit", v.Lo, -limit, 1e-12)
	near(t, "p", p, 1, 0)
	near(t, "equivalence", same.equivalence(0.5), 1.0/16, 1e-12)
	lengths := paired{[]float64{50, 60}, []float64{50, 60}, false}
	if v, p := lengths.difference(0.95); v.Estimate != 0 || v.Bounded() || !math.IsNaN(p) || !math.IsNaN(lengths.equivalence(5)) {
		t.Errorf("lengths without differences: %v, p %v; want no limits", v, p)
	}
	shifted := paired{[]float64{0.1, 0.2, 0.3}, []float64{0.2, 0.3, 0.4}, false}
	if v, p := shifted.difference(0.95); v.Bounded() || !math.IsNaN(p) {
		t.Errorf("a constant difference has the limits %v and p %v, want none", v, p)
	}
}

func TestShareHasWilsonsLimits(t *testing.T) {
	// 10 pairs with independent games are as good as games: 8 of 20 won.
	values := []float64{0.5, 0.5, 0, 0.5, 0.5, 0.5, 1, 0, 0.5, 0}
	v := shareInterval(values, len(values), 0.95)
	_, se := meanError(values)
	n := 0.4 * 0.6 / (se * se)
	centre := (0.4 + 1.96*1.96/2/n) / (1 + 1.96*1.96/n)
	near(t, "middle", (v.Lo+v.Hi)/2, centre, 1e-4)
	if zero := shareInterval(make([]float64, 10), 10, 0.95); zero.Lo != 0 || math.Abs(zero.Hi-0.27753) > 1e-4 {
		t.Errorf("0 of 10 has the limits %v, want 0 to 0.2775", zero)
	}
}

func TestHotelling(t *testing.T) {
	const want = 8.13033078 // by hand from means, variances and the covariance
	zero := make([]float64, 10)
	f, p := hotelling(sleep, paired{zero, []float64{1, 2, 0, 1, -1, 0, 2, 1, 1, 3}, false})
	near(t, "F", f, want, 1e-6)
	near(t, "p", p, math.Pow(1+2*want/8, -4), 1e-9) // closed form of F(2, 8)
	if f, p := hotelling(sleep, sleep); !math.IsNaN(f) || !math.IsNaN(p) {
		t.Errorf("twice the same measure: F %v, p %v; want none", f, p)
	}
}

func TestEntropy(t *testing.T) {
	var games []Game
	for i, opening := range []string{"a", "a", "b", "c", "a", "b", "a", "a"} {
		games = append(games, Game{Pair: i / 2, Opening: opening})
	}
	// Plug-in: 5/8, 2/8, 1/8; the correction is (3-1)/(2·8) nats.
	plain := -(5.0/8*math.Log2(5.0/8) + 2.0/8*math.Log2(2.0/8) + 1.0/8*math.Log2(1.0/8))
	all := entropy(4, games)
	near(t, "entropy", all.estimate, plain+2.0/16/math.Ln2, 1e-12)
	for i, got := range all.without {
		rest := slices.DeleteFunc(slices.Clone(games), func(g Game) bool { return g.Pair == i })
		near(t, "entropy without a pair", got, entropy(4, rest).estimate, 1e-12)
	}
}

// The correction takes away most of the bias: of 100 draws from 32 openings
// alike, 5 bits, the frequencies alone show 0.2 bits too little.
func TestEntropyIsNearlyUnbiased(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const runs = 400
	sum := 0.0
	for range runs {
		games := make([]Game, 100)
		for i := range games {
			games[i] = Game{Pair: i / 2, Opening: string(rune('A' + rng.IntN(32)))}
		}
		sum += entropy(50, games).estimate
	}
	near(t, "mean entropy", sum/runs, 5, 0.006)
}

// What arithmetic makes of equal values is no spread to measure a difference by.
func TestSizeWithoutSpread(t *testing.T) {
	q := testkit.Must(Find("length"))(t)
	var sides [2][]Game
	for side := range sides {
		for i := range 6 {
			sides[side] = append(sides[side], Game{Pair: i / 2, Index: i % 2, Plies: 7 + side})
		}
	}
	if m := q.take(sides, 3, 0.95); !math.IsNaN(m.Size.Estimate) || m.Difference.Estimate != 1 {
		t.Errorf("size %v of a difference of %v", m.Size, m.Difference)
	}
}

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
