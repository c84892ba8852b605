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

// Inference has the values in logits and their covariance. It reports false for an
// estimate without a covariance, such as the prior.
func (e *Estimate) Inference() (logit.Inference, bool) {
	inf := logit.Inference{DF: e.DF}
	for _, v := range e.Values {
		inf.Coef = append(inf.Coef, v.Logit.Estimate)
	}
	n := len(e.Values)
	if n == 0 || len(e.Covariance) != n {
		return inf, false
	}
	inf.Cov = mat.NewSymDense(n, slices.Concat(e.Covariance...))
	return inf, true
}

// Ratio is the value of one piece over the value of another, with Fieller's interval.
// It is unknown if the estimate lacks one of the pieces or their covariance, as the prior
// does, or if the games do not bound one of them.
func (e *Estimate) Ratio(a, b rules.Type, level float64) stat.Interval {
	return e.Sum([]rules.Type{a}, nil, b, level)
}

// Sum is the worth of the pieces on the left less the worth of those on the right, over
// the value of a unit. It is unknown in the same cases as Ratio.
func (e *Estimate) Sum(left, right []rules.Type, unit rules.Type, level float64) stat.Interval {
	above, known := e.factors(left, right)
	below, unitKnown := e.factors([]rules.Type{unit}, nil)
	inf, ok := e.Inference()
	if !ok || !known || !unitKnown {
		return stat.Unknown()
	}
	return inf.Fieller(above, below, level)
}

// Difference is the value of one piece less the value of another, in logits. It is
// unknown in the same cases as Ratio.
func (e *Estimate) Difference(a, b rules.Type, level float64) stat.Interval {
	factors, known := e.factors([]rules.Type{a}, []rules.Type{b})
	inf, ok := e.Inference()
	if !ok || !known {
		return stat.Unknown()
	}
	return inf.Linear(factors, level)
}

// factors counts the pieces of two sides by the order of Values. It reports false if
// the games do not bound the value of one of them.
func (e *Estimate) factors(left, right []rules.Type) ([]float64, bool) {
	out := make([]float64, len(e.Values))
	for k, t := range slices.Concat(left, right) {
		i := slices.IndexFunc(e.Values, func(v Value) bool { return v.Type == t })
		if i < 0 || !e.Values[i].Logit.Bounded() {
			return nil, false
		}
		if k < len(left) {
			out[i]++
		} else {
			out[i]--
		}
	}
	return out, true
}
