package logit

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

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
		return nil, fmt.Errorf("logit: influence on %d coefficients by a design of %d columns, want the design of the fit, with clusters", len(r.Coef), d.Columns)
	}
	scores := mat.NewDense(clusters, d.Columns, nil)
	for i, y := range d.Y {
		c := int(d.Cluster[i])
		if c < 0 || c >= clusters {
			return nil, fmt.Errorf("logit: row %d is of cluster %d, want 0 to %d", i, c, clusters-1)
		}
		idx, val := d.row(i)
		_, slope, _ := r.loss.terms(y, d.logit(i, r.Coef), expected)
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
