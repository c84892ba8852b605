package logit

import (
	"math"
	"slices"
	"testing"

	"bestiary/internal/testkit"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// A bootstrap of the clusters confirms the sandwich and Fieller's interval (Davison and
// Hinkley, Bootstrap Methods and their Application, 1997, section 3.8).
func TestBootstrapAgreesWithSandwich(t *testing.T) {
	const pairs, resamples = 500, 400
	d := mirroredGames.play(seeded(15), pairs)
	fit := mustFit(t, d, Prior{}, Settings{})
	coefs := mat.NewDense(resamples, d.Columns, nil)
	var ratios []float64
	for b := range resamples {
		drawn, rng := *d, stream(1, uint64(b))
		drawn.Weight = make([]float64, d.Rows())
		for range pairs {
			c := rng.IntN(pairs)
			drawn.Weight[2*c]++
			drawn.Weight[2*c+1]++
		}
		coef := mustFit(t, &drawn, Prior{}, Settings{}).Coef
		coefs.SetRow(b, coef)
		ratios = append(ratios, coef[2]/coef[1])
	}
	var cov mat.SymDense
	stat.CovarianceMatrix(&cov, coefs, nil)
	for j := range fit.Coef {
		testkit.Near(t, "ratio of standard errors", math.Sqrt(cov.At(j, j)/fit.Cov.At(j, j)), 1, 0.12)
	}
	slices.Sort(ratios)
	fieller := fit.Sampling().Ratio(2, 1, 0.95)
	width := fieller.Hi - fieller.Lo
	testkit.Near(t, "lower limit", stat.Quantile(0.025, stat.LinInterp, ratios, nil), fieller.Lo, 0.12*width)
	testkit.Near(t, "upper limit", stat.Quantile(0.975, stat.LinInterp, ratios, nil), fieller.Hi, 0.12*width)
}
