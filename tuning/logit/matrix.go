package logit

import "gonum.org/v1/gonum/mat"

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
