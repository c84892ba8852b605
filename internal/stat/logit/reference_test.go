package logit

import (
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

// ridge returns the prior of mean 0 and the same precision for each column.
func ridge(columns int, precision float64) Prior {
	return Prior{Precision: slices.Repeat([]float64{precision}, columns)}
}
