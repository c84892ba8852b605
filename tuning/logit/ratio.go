package logit

import (
	"math"

	"bestiary/internal/stat"
)

// Fieller returns the interval of (c·β)/(d·β) by Fieller's theorem: the ratios
// θ for which (c - θd)·β does not differ significantly from 0. It keeps its
// level when the denominator is poorly known, where the delta method does not.
// When the denominator itself does not differ from 0 the set of such θ is
// unbounded and may even be the outside of an interval; the result is then the
// whole line.
func (f Inference) Fieller(c, d []float64, level float64) stat.Interval {
	a, b := f.dot(c), f.dot(d)
	if !f.estimable(c) || !f.estimable(d) {
		return stat.Unbounded(a/b, level)
	}
	t := stat.StudentQuantile(level, f.DF)
	// (a-θb)² ≤ t²·var(a-θb), a quadratic second·θ² - 2·first·θ + zeroth ≤ 0.
	second := b*b - t*t*f.covariance(d, d)
	first := a*b - t*t*f.covariance(c, d)
	zeroth := a*a - t*t*f.covariance(c, c)
	if !(second > 0) {
		return stat.Unbounded(a/b, level)
	}
	// θ = a/b is always inside, so a negative discriminant is rounding.
	root := math.Sqrt(max(0, first*first-second*zeroth))
	return stat.Interval{Estimate: a / b, Lo: (first - root) / second, Hi: (first + root) / second, Level: level}
}
