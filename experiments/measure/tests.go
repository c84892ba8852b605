package measure

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// equivalence returns the p-value of Schuirmann's two one-sided tests: the probability of
// what was seen, or more, if the means differed by the margin. The claim that they differ by less is
// supported at α if it is at most α, which is when the interval of level 1-2α lies inside
// the margins. Where no two values of a share differ, it is the probability of no
// difference in any pair although a share of the pairs as large as the margin differs. It is
// NaN where the games do not determine it.
func (s paired) equivalence(margin float64) float64 {
	mean, middle, se := s.spread()
	if se > 0 {
		t := distuv.StudentsT{Sigma: 1, Nu: float64(len(s.first) - 1)}
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
