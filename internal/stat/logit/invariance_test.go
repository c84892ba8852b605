package logit

import (
	"bestiary/internal/testkit"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Changing units, the order, or how a weight is split changes nothing else.
func TestFitInvariances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := seeded(rapid.Uint64().Draw(t, "seed"))
		factor := math.Pow(10, rapid.Float64Range(-7, 7).Draw(t, "magnitude"))
		d := randomDesign(rng, 200, 4, 3)
		p := Prior{Mean: []float64{0, 0.5, 0, 0}, Precision: []float64{0, 4, 0, 1}}
		want := testkit.Must(Fit(d, p, Settings{}))(t)
		got := testkit.Must(Fit(rewritten(d, rng, factor), Prior{
			Mean:      []float64{0, 0.5 / factor, 0, 0},
			Precision: []float64{0, 4 * factor * factor, 0, 1},
		}, Settings{Workers: 1}))(t)
		for j := range want.Coef {
			unit := 1.0
			if j == 1 {
				unit = factor
			}
			if math.Abs(got.Coef[j]*unit-want.Coef[j]) > 1e-6 {
				t.Errorf("coefficient %d: %v, want %v", j, got.Coef[j]*unit, want.Coef[j])
			}
			if a, b := got.Cov.At(j, j)*unit*unit, want.Cov.At(j, j); math.Abs(a/b-1) > 1e-5 {
				t.Errorf("variance %d: %v, want %v", j, a, b)
			}
		}
	})
}

// rewritten returns the design with rows shuffled, column 1 in other units,
// each row split in two halves of its weight, and clusters renamed.
func rewritten(d *Design, rng *rand.Rand, factor float64) *Design {
	out := &Design{Columns: d.Columns}
	for _, i := range rng.Perm(d.Rows()) {
		idx, val := d.row(i)
		val = slices.Clone(val)
		for k, j := range idx {
			if j == 1 {
				val[k] *= factor
			}
		}
		for range 2 {
			out.Add(idx, val, d.Y[i], d.Weight[i]/2, 1000-7*d.Cluster[i])
		}
	}
	return out
}

// Without a prior the unit of the weights does not matter.
func TestUnitOfWeights(t *testing.T) {
	d := randomDesign(seeded(29), 300, 4, 3)
	want := mustFit(t, d, Prior{}, Settings{})
	for i := range d.Weight {
		d.Weight[i] *= 1e-10
	}
	got := mustFit(t, d, Prior{}, Settings{})
	for j := range want.Coef {
		testkit.Near(t, "coefficient", got.Coef[j], want.Coef[j], 1e-9)
		testkit.Near(t, "variance", got.Cov.At(j, j), want.Cov.At(j, j), 1e-9)
	}
}

// Rows of weight 0 have no effect.
func TestZeroWeightRows(t *testing.T) {
	d := randomDesign(seeded(30), 300, 4, 3)
	want := mustFit(t, d, Prior{}, Settings{})
	for i := range int32(50) {
		d.Add([]uint16{0, 3}, []float64{5, -5}, 1, 0, 1000+i)
	}
	got := mustFit(t, d, Prior{}, Settings{})
	if got.Rows != want.Rows || got.Clusters != want.Clusters {
		t.Errorf("%d rows in %d clusters, want %d in %d", got.Rows, got.Clusters, want.Rows, want.Clusters)
	}
	for j := range want.Coef {
		testkit.Near(t, "coefficient", got.Coef[j], want.Coef[j], 1e-12)
		testkit.Near(t, "variance", got.Cov.At(j, j), want.Cov.At(j, j), 1e-12)
	}
	testkit.Near(t, "log loss", got.LogLoss, want.LogLoss, 1e-12)
}
