package logit

import "math"

// Fieller returns the interval of (c·β)/(d·β) by Fieller's theorem: the ratios
// θ for which (c - θd)·β does not differ significantly from 0. It keeps its
// level when the denominator is poorly known, where the delta method does not.
// When the denominator itself does not differ from 0 the set of such θ is
// unbounded and may even be the outside of an interval; the result is then the
// whole line.
func (f Inference) Fieller(c, d []float64, level float64) Interval {
	a, b := f.dot(c), f.dot(d)
	if !f.estimable(c) || !f.estimable(d) {
		return unbounded(a / b)
	}
	t := f.critical(level)
	if math.IsNaN(t) {
		return Interval{Estimate: a / b, Lo: t, Hi: t}
	}
	// (a-θb)² ≤ t²·var(a-θb), a quadratic second·θ² - 2·first·θ + zeroth ≤ 0.
	second := b*b - t*t*f.covariance(d, d)
	first := a*b - t*t*f.covariance(c, d)
	zeroth := a*a - t*t*f.covariance(c, c)
	if !(second > 0) {
		return unbounded(a / b)
	}
	// θ = a/b is always inside, so a negative discriminant is rounding.
	root := math.Sqrt(max(0, first*first-second*zeroth))
	return Interval{Estimate: a / b, Lo: (first - root) / second, Hi: (first + root) / second}
}

// Delta returns the interval of (c·β)/(d·β) by the delta method, symmetric
// about the estimate. It is right only when the denominator is many standard
// errors from 0; it is unbounded when the denominator is 0 or undetermined.
func (f Inference) Delta(c, d []float64, level float64) Interval {
	a, b := f.dot(c), f.dot(d)
	if b == 0 || !f.estimable(c) || !f.estimable(d) {
		return unbounded(a / b)
	}
	ratio := a / b
	variance := f.covariance(c, c) - 2*ratio*f.covariance(c, d) + ratio*ratio*f.covariance(d, d)
	half := f.critical(level) * math.Sqrt(max(0, variance)) / math.Abs(b)
	return Interval{Estimate: ratio, Lo: ratio - half, Hi: ratio + half}
}
