package logit

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"bestiary/internal/stat"
)

// Inference makes intervals from estimates and a covariance. Every level is a confidence
// level in (0, 1); otherwise the limits are NaN. A vector of coefficients c stands for the
// combination c·β and may be shorter than Coef; missing factors are 0.
type Inference struct {
	Coef []float64
	Cov  *mat.SymDense
	// DF is the degrees of freedom of the Student t critical value; +Inf means the normal
	// distribution.
	DF float64

	rank *rank // nil if everything is determined
}

// Sampling returns the inference from the cluster sandwich: how far the
// estimates would scatter in new data.
func (r *Result) Sampling() Inference { return Inference{r.Coef, r.Cov, r.DF, &r.rank} }

// Posterior returns the inference from prior and clustered data together, which should be
// published for a fit with a prior. Without a prior it equals Sampling.
func (r *Result) Posterior() Inference { return Inference{r.Coef, r.BayesCov, r.DF, &r.rank} }

// Information returns the inference from the observed information with that of the prior, which takes
// all games for independent and draws for as variable as other results.
func (r *Result) Information() Inference { return Inference{r.Coef, r.inverse, math.Inf(1), &r.rank} }

// Coefficient returns the Wald interval of coefficient j.
func (f Inference) Coefficient(j int, level float64) stat.Interval {
	return f.Linear(Column(j), level)
}

// Linear returns the Wald interval of c·β, unbounded if the data do not determine it.
func (f Inference) Linear(c []float64, level float64) stat.Interval {
	if !f.estimable(c) {
		return stat.Unbounded(f.Combination(c), level)
	}
	return stat.Symmetric(f.Combination(c), stat.StudentQuantile(level, f.DF)*math.Sqrt(f.covariance(c, c)), level)
}

// Ratio returns the Fieller interval of coefficient i over coefficient j.
func (f Inference) Ratio(i, j int, level float64) stat.Interval {
	return f.Fieller(Column(i), Column(j), level)
}

// Fieller returns the interval of (c·β)/(d·β) by Fieller's theorem: the ratios θ for which
// (c - θd)·β does not differ significantly from 0. Unlike the delta method, it keeps its
// level when the denominator is poorly known. If the denominator itself does not differ
// from 0, the set of such θ is unbounded and may even be the outside of an interval; the
// result is then the whole line. The denominator is a unit: if its estimate is not
// positive, every ratio would have the wrong sign, and the result is unknown.
func (f Inference) Fieller(c, d []float64, level float64) stat.Interval {
	a, b := f.Combination(c), f.Combination(d)
	if b <= 0 {
		return stat.Unknown()
	}
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

// Column returns the combination that selects coefficient j.
func Column(j int) []float64 {
	c := make([]float64, j+1)
	c[j] = 1
	return c
}

// Combination returns c·β.
func (f Inference) Combination(c []float64) float64 {
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

// Influence returns how each cluster moves the coefficients, to first order: row c is
//
//	-√(g/(g-k)) A⁻¹ s_c/φ
//
// in the notation of the package comment, for the cluster whose identity is c, 0 to
// clusters-1; rows without a cluster are 0. With I_a and I_b of two fits to data of the
// same clusters, I_aᵀ·I_b is the covariance of their coefficients, and I_aᵀ·I_a is Cov but
// for columns whose variance the model had to stand in for. The design must be the one
// that was fitted.
func (r *Result) Influence(d *Design, clusters int) (*mat.Dense, error) {
	if d.Columns != len(r.Coef) || d.Cluster == nil {
		return nil, fmt.Errorf("logit: influence on %d coefficients with a design of %d columns, want the fitted design, with clusters", len(r.Coef), d.Columns)
	}
	scores := mat.NewDense(clusters, d.Columns, nil)
	for i, y := range d.Y {
		c := int(d.Cluster[i])
		if c < 0 || c >= clusters {
			return nil, fmt.Errorf("logit: row %d is of cluster %d, want 0 to %d", i, c, clusters-1)
		}
		idx, val := d.row(i)
		_, slope, _ := terms(y, d.logit(i, r.Coef))
		for k, j := range idx {
			scores.Set(c, int(j), scores.At(c, int(j))+d.Weight[i]*slope*val[k])
		}
	}
	factor := -1 / r.Dispersion
	if g := float64(r.Clusters); g-r.EffectiveDF >= 1 {
		factor *= math.Sqrt(g / (g - r.EffectiveDF))
	}
	out := mat.NewDense(clusters, d.Columns, nil)
	out.Mul(scores, r.inverse)
	out.Scale(factor, out)
	return out, nil
}
