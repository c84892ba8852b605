package logit

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"bestiary/internal/stat"
)

// A column's scores count as constant if they vary by less than stillTolerance of the
// model's own variance, for rows of mean weight.
const stillTolerance = 1e-9

// information describes the precision of a minimum, in the notation of the package
// comment.
type information struct {
	inverse  *mat.SymDense // A⁻¹
	expected *mat.SymDense // H
	meat     *mat.SymDense // G, with the blocks of modelled columns taken from H
	shares   []float64     // weight of the data, per column
	support  []int         // clusters with a non-zero entry, per column
	modelled []int         // columns whose meat comes from the model
	edf      float64       // effective degrees of freedom
	df       float64       // of critical values; +Inf when the whole meat is modelled
	effect   float64       // mean design effect
}

// inform describes the minimum at which solve has left the solver.
func (s *solver) inform(e estimate) information {
	// If rounding makes the second derivative indefinite, the damped one of the last step replaces it.
	if !s.min.factor.Factorize(s.min.second) {
		s.min.factor.Factorize(s.min.damped)
	}
	var inverse mat.SymDense
	_ = s.min.factor.InverseTo(&inverse) // an error warns of a large condition number; the inverse is still set
	info := information{inverse: &inverse, shares: make([]float64, s.d.Columns)}
	for j := range info.shares {
		prior := s.prior.Precision[j] + e.ridge[j]
		info.shares[j] = min(1, max(0, 1-info.inverse.At(j, j)*prior))
		info.edf += info.shares[j]
	}
	info.expected = mat.NewSymDense(s.d.Columns, slices.Clone(s.min.data.total.second))
	info.meat, info.support = s.scatter(e.coef)
	s.correct(&info, e.separated)
	info.effect = 1
	if naive := traceProduct(info.inverse, info.expected); naive > 0 {
		info.effect = traceProduct(info.inverse, info.meat) / naive
	}
	return info
}

// correct applies the small-sample factor to the meat and replaces the block of
// columns whose scores do not determine their variance.
func (s *solver) correct(info *information, separated []int) {
	groups := float64(s.groups.count())
	info.df = groups - info.edf
	few := info.df < 1
	if !few {
		info.meat.ScaleSym(groups/info.df, info.meat)
	}
	estimated := false
	threshold := stillTolerance * meanWeight(s.d)
	for j, support := range info.support {
		still := info.meat.At(j, j) <= threshold*info.expected.At(j, j)
		switch {
		case support == 0: // both variances are 0
		case few || still || support == 1 || slices.Contains(separated, j):
			info.modelled = append(info.modelled, j)
		default:
			estimated = true
		}
	}
	if !estimated {
		info.df = math.Inf(1)
	}
	for _, j := range info.modelled {
		for k := range s.d.Columns {
			info.meat.SetSym(j, k, 0)
		}
	}
	for _, j := range info.modelled {
		for _, k := range info.modelled {
			info.meat.SetSym(j, k, info.expected.At(j, k))
		}
	}
}

// scatter returns Σ_c s_c s_cᵀ over the clusters and the number of clusters in
// which each column occurs.
func (s *solver) scatter(coef []float64) (*mat.SymDense, []int) {
	n := s.d.Columns
	out, support := make([]float64, n*n), make([]int, n)
	sum, seen := make([]float64, n), make([]bool, n)
	touched := make([]uint16, 0, n)
	for c := range s.groups.count() {
		for _, i := range s.groups.rows(c) {
			idx, val := s.d.row(int(i))
			_, slope, _ := terms(s.d.Y[i], s.d.logit(int(i), coef))
			slope *= s.d.Weight[i]
			for k, j := range idx {
				if !seen[j] {
					seen[j] = true
					touched = append(touched, j)
				}
				sum[j] += slope * val[k]
			}
		}
		slices.Sort(touched)
		for k, j := range touched {
			support[j]++
			for _, m := range touched[k:] {
				out[int(j)*n+int(m)] += sum[j] * sum[m]
			}
		}
		for _, j := range touched {
			sum[j], seen[j] = 0, false
		}
		touched = touched[:0]
	}
	return mat.NewSymDense(n, out), support
}

// rescaled returns diag(unit) a diag(unit).
func rescaled(a *mat.SymDense, unit []float64) *mat.SymDense {
	out := mat.NewSymDense(len(unit), nil)
	for j := range unit {
		for k := j; k < len(unit); k++ {
			out.SetSym(j, k, a.At(j, k)*unit[j]*unit[k])
		}
	}
	return out
}

// symmetric returns the symmetric part of a square matrix.
func symmetric(a *mat.Dense) *mat.SymDense {
	n, _ := a.Dims()
	out := mat.NewSymDense(n, nil)
	for j := range n {
		for k := j; k < n; k++ {
			out.SetSym(j, k, (a.At(j, k)+a.At(k, j))/2)
		}
	}
	return out
}

// scaledPlus returns factor·a + Σ diag(diagonals).
func scaledPlus(factor float64, a *mat.SymDense, diagonals ...[]float64) *mat.SymDense {
	out := mat.NewSymDense(a.SymmetricDim(), nil)
	out.ScaleSym(factor, a)
	for _, diagonal := range diagonals {
		for j, v := range diagonal {
			out.SetSym(j, j, out.At(j, j)+v)
		}
	}
	return out
}

// traceProduct returns tr(ab).
func traceProduct(a, b *mat.SymDense) float64 {
	trace := 0.0
	n := a.SymmetricDim()
	for j := range n {
		for k := range n {
			trace += a.At(j, k) * b.At(k, j)
		}
	}
	return trace
}

// sandwich returns bread⁻¹ meat bread⁻¹, given the inverse of the bread.
func sandwich(inverse, meat *mat.SymDense) *mat.SymDense {
	var half, whole mat.Dense
	half.Mul(inverse, meat)
	whole.Mul(&half, inverse)
	return symmetric(&whole)
}

// Inference makes intervals from estimates and a covariance. Every level is a confidence level in
// (0, 1); otherwise the limits are NaN. A vector of coefficients c means the combination c·β and
// may be shorter than Coef; missing factors are 0.
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

// Posterior returns the inference from prior and clustered data together, which should be published
// for a fit with a prior. If there is no prior, it equals Sampling.
func (r *Result) Posterior() Inference { return Inference{r.Coef, r.BayesCov, r.DF, &r.rank} }

// Information returns the inference from the observed information with the prior's, which assumes
// all games to be independent and draws for as variable as other results.
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
		return nil, fmt.Errorf("logit: influence on %d coefficients with a design of %d columns, want the fitted design, with clusters",
			len(r.Coef), d.Columns)
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
