package measure

import (
	"math"

	"gonum.org/v1/gonum/floats"

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

// corrected returns the entropy from Σ n ln n, the number of observations and the number of
// kinds among them.
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

// whole returns the entropy of the frequencies in bits, of all games and without each pair
// in turn. It is Shannon's with the correction of Miller (1955) and Madow: without it, it is
// too low by about (kinds-1)/2n nats.
func (f *frequencies) whole() whole {
	all := 0.0
	for _, n := range f.counts {
		all += xlogx(n)
	}
	out := whole{corrected(all, f.total, len(f.counts)), make([]float64, len(f.of))}
	for i, list := range f.of {
		sum, kinds := all, len(f.counts)
		for _, k := range list {
			sum += xlogx(f.counts[k]-1) - xlogx(f.counts[k])
			f.counts[k]--
			if f.counts[k] == 0 {
				kinds--
			}
		}
		out.without[i] = corrected(sum, f.total-float64(len(list)), kinds)
		for _, k := range list {
			f.counts[k]++
		}
	}
	return out
}

// whole is an estimate from all games of a side, with the estimates without each pair.
type whole struct {
	estimate float64
	without  []float64
}

// between compares numbers that are not means over games, with errors from the jackknife over
// pairs.
func between(q Quantity, sides [2][]Game, level float64, of func([]Game) whole) Measure {
	m := Measure{Quantity: q, Gain: stat.Number(math.NaN()), Size: stat.Unknown()}
	first, second := of(sides[0]), of(sides[1])
	difference := whole{second.estimate - first.estimate, floats.SubTo(make([]float64, len(first.without)), second.without, first.without)}
	m.First, _ = first.jackknife(level)
	m.Second, _ = second.jackknife(level)
	var p float64
	m.Difference, p = difference.jackknife(level)
	m.P = stat.Number(p)
	return m
}

// jackknife returns the estimate with its interval, and the p-value of no effect. If the
// values without each pair do not vary, it has no bounds and p is NaN.
func (w whole) jackknife(level float64) (stat.Interval, float64) {
	n := len(w.without)
	_, se := meanError(w.without)
	se *= float64(n) - 1 // the factor by which they spread less than independent values
	if !(se > 0) {
		return stat.Unbounded(w.estimate, level), math.NaN()
	}
	return studentInterval(w.estimate, se, n, level), stat.StudentP(w.estimate/se, float64(n-1))
}
