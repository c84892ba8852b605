package compare

import (
	"math"

	"bestiary/internal/stat"
)

// frequencies counts openings.
type frequencies struct {
	place  map[string]int
	counts []float64 // in the order of first appearance
	of     [][]int   // the openings of each pair, by place
	total  float64
}

func newFrequencies(pairs int, games []Game) *frequencies {
	f := &frequencies{place: map[string]int{}, of: make([][]int, pairs)}
	for _, g := range games {
		k, known := f.place[g.Opening]
		if !known {
			k = len(f.counts)
			f.place[g.Opening] = k
			f.counts = append(f.counts, 0)
		}
		f.counts[k]++
		f.total++
		f.of[g.Pair] = append(f.of[g.Pair], k)
	}
	return f
}

// entropy is Shannon's entropy of the frequencies in bits with the correction of
// Miller (1955) and Madow: without it, it is too low by about (kinds-1)/2n nats.
func (f *frequencies) entropy() float64 {
	sum, kinds := 0.0, 0
	for _, n := range f.counts {
		sum += xlogx(n)
		if n > 0 {
			kinds++
		}
	}
	return corrected(sum, f.total, kinds)
}

// corrected is the entropy from Σ n ln n, the number of observations and the
// number of kinds among them.
func corrected(sum, total float64, kinds int) float64 {
	if total == 0 {
		return 0
	}
	return (math.Log(total) - sum/total + float64(kinds-1)/(2*total)) / math.Ln2
}

func xlogx(x float64) float64 {
	if x <= 0 {
		return 0
	}
	return x * math.Log(x)
}

// without is the entropy without the games of each pair in turn.
func (f *frequencies) without() []float64 {
	all, kinds := 0.0, 0
	for _, n := range f.counts {
		all += xlogx(n)
		if n > 0 {
			kinds++
		}
	}
	out := make([]float64, len(f.of))
	for i, list := range f.of {
		sum, left := all, kinds
		for _, k := range list {
			sum += xlogx(f.counts[k]-1) - xlogx(f.counts[k])
			f.counts[k]--
			if f.counts[k] == 0 {
				left--
			}
		}
		out[i] = corrected(sum, f.total-float64(len(list)), left)
		for _, k := range list {
			f.counts[k]++
		}
	}
	return out
}

// entropies returns the entropies of both sides and their difference, with
// errors by the jackknife over pairs, and the p-value of no difference. Only
// the second minus the first shares its pairs.
func entropies(first, second *frequencies, level float64) (a, b, d stat.Interval, p float64) {
	x, y := first.without(), second.without()
	diff := make([]float64, len(x))
	for i := range diff {
		diff[i] = y[i] - x[i]
	}
	a, _ = jackknife(first.entropy(), x, level)
	b, _ = jackknife(second.entropy(), y, level)
	d, p = jackknife(second.entropy()-first.entropy(), diff, level)
	return a, b, d, p
}

// jackknife is an estimate with an interval from its values without each pair.
// If the values do not vary, it has no bounds and p is NaN.
func jackknife(estimate float64, without []float64, level float64) (stat.Interval, float64) {
	n := float64(len(without))
	_, se := meanError(without)
	se *= n - 1 // the values spread less than independent ones by that
	if !(se > 0) {
		return stat.Unbounded(estimate, level), math.NaN()
	}
	return studentInterval(estimate, se, len(without), level), twoSided(estimate/se, len(without))
}
