package compare

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// holm adjusts probabilities for their number, as Holm (Scandinavian Journal of
// Statistics 6, 1979): to reject those adjusted to at most α makes a false
// rejection among all with a probability of at most α, however they depend on
// each other. NaN is no test and stays.
func holm(p []float64) []float64 {
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

// equivalence is Schuirmann's two one-sided tests: the probability of what was
// seen, or more, if the means differed by the margin. The claim that they differ
// by less is supported at α if it is at most α, which is when the interval of
// level 1-2α lies inside the margins. Where no two values of a share differ, it is
// the probability not to see a difference in any pair though a share of them, as
// large as the margin, has one. NaN is for what cannot be said.
func (s paired) equivalence(margin float64) float64 {
	mean, middle, se := s.spread()
	if se > 0 {
		t := student(len(s.first))
		return math.Max(t.CDF((middle-margin)/se), t.CDF((-middle-margin)/se))
	}
	if mean != 0 || !s.share {
		return math.NaN()
	}
	return math.Pow(1-math.Min(margin, 1), float64(len(s.first)))
}

// hotelling tests whether two measures together differ, by Hotelling's T² of
// their differences over pairs. p is NaN if the differences lie on a line.
func hotelling(a, b paired) (f float64, p float64) {
	x, y := a.differences(), b.differences()
	n := float64(len(x))
	mx, vx := stat.MeanVariance(x, nil)
	my, vy := stat.MeanVariance(y, nil)
	c := stat.Covariance(x, y, nil)
	det := vx*vy - c*c
	if n < 3 || !(det > 1e-12*vx*vy) || vx*vy == 0 {
		return math.NaN(), math.NaN()
	}
	t2 := n * (mx*mx*vy - 2*mx*my*c + my*my*vx) / det
	f = t2 * (n - 2) / (2 * (n - 1))
	return f, distuv.F{D1: 2, D2: n - 2}.Survival(f)
}
