package logit

import (
	"bestiary/internal/stat"
	"math"
	"slices"
)

// stdErr returns the standard error of c·β, +Inf when the data do not determine
// it.
func (f Inference) stdErr(c []float64) float64 {
	if !f.estimable(c) {
		return math.Inf(1)
	}
	return math.Sqrt(f.covariance(c, c))
}

// delta returns the interval of (c·β)/(d·β) by the delta method, symmetric
// about the estimate. It is right only when the denominator is many standard
// errors from 0; it is unbounded when the denominator is 0 or undetermined.
func (f Inference) delta(c, d []float64, level float64) stat.Interval {
	a, b := f.dot(c), f.dot(d)
	if b == 0 || !f.estimable(c) || !f.estimable(d) {
		return stat.Unbounded(a/b, level)
	}
	ratio := a / b
	variance := f.covariance(c, c) - 2*ratio*f.covariance(c, d) + ratio*ratio*f.covariance(d, d)
	return stat.Symmetric(ratio, stat.StudentQuantile(level, f.DF)*math.Sqrt(max(0, variance))/math.Abs(b), level)
}

// ridge returns the prior of mean 0 and the same precision for each column.
func ridge(columns int, precision float64) Prior {
	return Prior{Precision: slices.Repeat([]float64{precision}, columns)}
}
