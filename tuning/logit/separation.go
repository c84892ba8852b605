package logit

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// lossTolerance is the share of the information at an even score that must be
// left at the fitted scores. Less means logits beyond 15 in every row that
// matters to some direction: the likelihood is sending it to infinity.
const lossTolerance = 1e-6

// vanished lists the columns of the directions in which the second derivative
// at the fit is a negligible share of the one at an even score, which must be
// positive definite. For a sound fit the list is empty and costs one
// factorisation.
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

// generalised solves a v = s b v for a positive definite b and returns the s in
// increasing order and the v as columns; both are empty if b is singular. With
// b = UᵀU it is the ordinary problem of U⁻ᵀaU⁻¹ and u = Uv.
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
