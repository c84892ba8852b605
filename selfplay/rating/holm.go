package rating

import (
	"cmp"
	"math"
	"slices"
)

// Holm adjusts probabilities of tests for their number (Holm, Scandinavian Journal of
// Statistics 6, 1979): to reject those adjusted to at most α makes a false rejection
// among all with a probability of at most α, however they depend on each other. NaN is
// no test and stays.
func Holm(p []float64) []float64 {
	var order []int
	out := slices.Clone(p)
	for i, x := range p {
		if !math.IsNaN(x) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	last := 0.0
	for k, i := range order {
		last = math.Max(last, math.Min(1, p[i]*float64(len(order)-k)))
		out[i] = last
	}
	return out
}
