package tuning

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"bestiary/engine/rules"
	"bestiary/tuning/logit"
)

// covarianceOf is the covariance of the first n coefficients of a fit.
func covarianceOf(inf logit.Inference, n int) [][]float64 {
	out := make([][]float64, n)
	for i := range out {
		for j := range n {
			out[i] = append(out[i], inf.Cov.At(i, j))
		}
	}
	return out
}

// Ratio is the value of one piece over that of another, with Fieller's interval. It
// reports false when the estimate lacks one of them, does not know how their errors
// depend on each other, as the prior, or the games do not bound one of them.
func (e *Estimate) Ratio(a, b rules.Type, level float64) (logit.Interval, bool) {
	at := func(t rules.Type) int {
		return slices.IndexFunc(e.Values, func(v Value) bool { return v.Type == t })
	}
	i, j, n := at(a), at(b), len(e.Values)
	if i < 0 || j < 0 || len(e.Covariance) != n || e.Values[i].Logit.Unbounded || e.Values[j].Logit.Unbounded {
		return logit.Interval{}, false
	}
	inf := logit.Inference{Cov: mat.NewSymDense(n, slices.Concat(e.Covariance...)), DF: e.DF}
	for _, v := range e.Values {
		inf.Coef = append(inf.Coef, v.Logit.Estimate)
	}
	return inf.Ratio(i, j, level), true
}
