package logit

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
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
	// If rounding makes the second derivative indefinite, the damped one of the last step stands in.
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
