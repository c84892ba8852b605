package tuning

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"bestiary/engine/rules"
	"bestiary/internal/stat"
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

// Ratio is the value of one piece over the value of another, with Fieller's interval.
// It is unknown if the estimate lacks one of the pieces or their covariance, as the prior
// does, or if the games do not bound one of them.
func (e *Estimate) Ratio(a, b rules.Type, level float64) stat.Interval {
	return e.Sum([]rules.Type{a}, nil, b, level)
}

// Sum is what the pieces on the left are worth together less those on the right, over
// the value of a unit, as Ratio.
func (e *Estimate) Sum(left, right []rules.Type, unit rules.Type, level float64) stat.Interval {
	n := len(e.Values)
	above, below := make([]float64, n), make([]float64, n)
	add := func(to []float64, types []rules.Type, sign float64) bool {
		for _, t := range types {
			i := slices.IndexFunc(e.Values, func(v Value) bool { return v.Type == t })
			if i < 0 || !e.Values[i].Logit.Bounded() {
				return false
			}
			to[i] += sign
		}
		return true
	}
	if !add(above, left, 1) || !add(above, right, -1) || !add(below, []rules.Type{unit}, 1) || len(e.Covariance) != n {
		return stat.Unknown()
	}
	inf := logit.Inference{Cov: mat.NewSymDense(n, slices.Concat(e.Covariance...)), DF: e.DF}
	for _, v := range e.Values {
		inf.Coef = append(inf.Coef, v.Logit.Estimate)
	}
	return inf.Fieller(above, below, level)
}
