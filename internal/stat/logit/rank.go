package logit

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

const (
	// A direction counts as undetermined if its information is below rankTolerance of a
	// column's own.
	rankTolerance = 1e-10
	// A column is named as part of a direction if its scaled component is at least
	// memberTolerance of the largest.
	memberTolerance = 1e-3
)

// scales returns for each column the mean square of its non-zero entries, or 1 for a
// column without any.
func scales(d *Design) []float64 {
	out, count := make([]float64, d.Columns), make([]int, d.Columns)
	for k, j := range d.Idx {
		if v := d.Val[k]; v != 0 {
			out[j] += v * v
			count[j]++
		}
	}
	for j := range out {
		if count[j] == 0 {
			out[j] = 1
		} else {
			out[j] /= float64(count[j])
		}
	}
	return out
}

// rank describes which coefficients the data and the prior determine at an even score.
type rank struct {
	zero      []int       // columns without data and prior
	collinear []int       // columns that take part in an undetermined direction
	null      [][]float64 // basis of the undetermined directions, scaled (see unit)
	unit      []float64   // 1/√information per column: null is orthonormal in β/unit
}

// findRank examines the second derivative at β = 0.
func findRank(second *mat.SymDense) (rank, error) {
	n := second.SymmetricDim()
	r := rank{unit: make([]float64, n)}
	for j := range n {
		if v := second.At(j, j); v > 0 {
			r.unit[j] = 1 / math.Sqrt(v)
			continue
		}
		r.unit[j] = 1
		r.zero = append(r.zero, j)
		axis := make([]float64, n)
		axis[j] = 1
		r.null = append(r.null, axis)
	}
	scaled := rescaled(second, r.unit)
	for _, j := range r.zero {
		scaled.SetSym(j, j, 1)
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(scaled, true) {
		return r, fmt.Errorf("logit: the eigenvalues of the %d × %d information matrix do not converge", n, n)
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	for e, v := range eigen.Values(nil) {
		if v < rankTolerance*float64(n) {
			axis := mat.Col(nil, e, &vectors)
			r.null = append(r.null, axis)
			r.collinear = append(r.collinear, members(axis)...)
		}
	}
	slices.Sort(r.collinear)
	r.collinear = slices.Compact(r.collinear)
	return r, nil
}

// estimable reports whether the data and the prior determine c·β.
func (r *rank) estimable(c []float64) bool {
	length := 0.0
	for j, v := range c {
		length = math.Hypot(length, v*r.unit[j])
	}
	for _, axis := range r.null {
		dot := 0.0
		for j, v := range c {
			dot += v * r.unit[j] * axis[j]
		}
		if math.Abs(dot) > 1e-5*length {
			return false
		}
	}
	return true
}

// members lists the columns that take part in a scaled direction.
func members(axis []float64) []int {
	largest := 0.0
	for _, v := range axis {
		largest = max(largest, math.Abs(v))
	}
	var out []int
	for j, v := range axis {
		if math.Abs(v) > memberTolerance*largest {
			out = append(out, j)
		}
	}
	return out
}

// lossTolerance is the smallest share of the information at an even score that must remain
// at the fitted scores. Less means logits beyond 15 in every row that matters to some
// direction: the likelihood sends it to infinity.
const lossTolerance = 1e-6

// vanished lists the columns of the directions in which the second derivative at the fit
// is a negligible share of even, the second derivative at an even score, which must be
// positive definite. For a sound fit the list is empty and costs one factorisation.
func vanished(fitted, even *mat.SymDense) []int {
	unit := make([]float64, even.SymmetricDim())
	for j := range unit {
		unit[j] = 1 / math.Sqrt(even.At(j, j))
	}
	fitted, even = rescaled(fitted, unit), rescaled(even, unit)
	var rest mat.SymDense
	rest.ScaleSym(-lossTolerance, even)
	rest.AddSym(fitted, &rest)
	var factor mat.Cholesky
	if factor.Factorize(&rest) {
		return nil
	}
	values, directions := generalised(fitted, even)
	var out []int
	for k, v := range values {
		if v < 2*lossTolerance {
			out = append(out, members(mat.Col(nil, k, directions))...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// generalised solves a v = s b v for a positive definite b and returns the s in increasing
// order and the v as columns; both are empty if b is singular. With b = UᵀU it is the
// ordinary problem of U⁻ᵀaU⁻¹ and u = Uv.
func generalised(a, b *mat.SymDense) ([]float64, *mat.Dense) {
	var factor mat.Cholesky
	var upper mat.TriDense
	var half, whole, vectors mat.Dense
	var eigen mat.EigenSym
	if !factor.Factorize(b) {
		return nil, nil
	}
	factor.UTo(&upper)
	if half.Solve(upper.T(), a) != nil || whole.Solve(upper.T(), half.T()) != nil {
		return nil, nil
	}
	if !eigen.Factorize(symmetric(&whole), true) {
		return nil, nil
	}
	eigen.VectorsTo(&vectors)
	if vectors.Solve(&upper, mat.DenseCopyOf(&vectors)) != nil {
		return nil, nil
	}
	return eigen.Values(nil), &vectors
}
