package logit

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"bestiary/internal/stat"
)

// Inference makes intervals from estimates and a covariance. Every level is a
// confidence level in (0, 1); for another the limits are NaN. A vector of
// coefficients c stands for the combination c·β and may be shorter than Coef,
// the missing factors being 0.
type Inference struct {
	Coef []float64
	Cov  *mat.SymDense
	// DF is the degrees of freedom of the Student t critical value; +Inf is the
	// normal distribution.
	DF float64

	rank *rank // nil when everything is determined
}

// Sampling returns the inference from the cluster sandwich: how far the
// estimates would scatter in new data.
func (r *Result) Sampling() Inference { return Inference{r.Coef, r.Cov, r.DF, &r.rank} }

// Posterior returns the inference from prior and clustered data together, the
// one to publish for a fit with a prior. Without a prior it is Sampling.
func (r *Result) Posterior() Inference { return Inference{r.Coef, r.BayesCov, r.DF, &r.rank} }

// Coefficient returns the Wald interval of coefficient j.
func (f Inference) Coefficient(j int, level float64) stat.Interval {
	return f.Linear(Column(j), level)
}

// Linear returns the Wald interval of c·β, unbounded when the data do not
// determine it.
func (f Inference) Linear(c []float64, level float64) stat.Interval {
	if !f.estimable(c) {
		return stat.Unbounded(f.dot(c), level)
	}
	return stat.Symmetric(f.dot(c), stat.StudentQuantile(level, f.DF)*math.Sqrt(f.covariance(c, c)), level)
}

// Ratio returns the Fieller interval of coefficient i over coefficient j.
func (f Inference) Ratio(i, j int, level float64) stat.Interval {
	return f.Fieller(Column(i), Column(j), level)
}

// Column is the combination that is coefficient j alone.
func Column(j int) []float64 {
	c := make([]float64, j+1)
	c[j] = 1
	return c
}

func (f Inference) dot(c []float64) float64 {
	sum := 0.0
	for j, v := range c {
		sum += v * f.Coef[j]
	}
	return sum
}

// covariance returns the covariance of a·β and b·β.
func (f Inference) covariance(a, b []float64) float64 {
	sum := 0.0
	for j, v := range a {
		for k, w := range b {
			if v != 0 && w != 0 {
				sum += v * w * f.Cov.At(j, k)
			}
		}
	}
	return sum
}

func (f Inference) estimable(c []float64) bool { return f.rank == nil || f.rank.estimable(c) }
