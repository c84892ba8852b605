package logit

import (
	"bestiary/internal/testkit"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// plainBread and plainMeat spell out the formulas of the package comment with
// dense matrices and without the small-sample factor.
func plainBread(d *Design, coef []float64) *mat.Dense {
	hessian := mat.NewDense(d.Columns, d.Columns, nil)
	for i := range d.Y {
		x := denseRow(d, i)
		mu := Sigmoid(mat.Dot(x, mat.NewVecDense(d.Columns, coef)))
		hessian.RankOne(hessian, d.Weight[i]*mu*(1-mu), x, x)
	}
	return hessian
}

func plainMeat(d *Design, coef []float64) (*mat.Dense, int) {
	scores := map[int32]*mat.VecDense{}
	for i, y := range d.Y {
		x := denseRow(d, i)
		mu := Sigmoid(mat.Dot(x, mat.NewVecDense(d.Columns, coef)))
		slope := mu - y
		if scores[d.Cluster[i]] == nil {
			scores[d.Cluster[i]] = mat.NewVecDense(d.Columns, nil)
		}
		scores[d.Cluster[i]].AddScaledVec(scores[d.Cluster[i]], d.Weight[i]*slope, x)
	}
	out := mat.NewDense(d.Columns, d.Columns, nil)
	for _, s := range scores {
		out.RankOne(out, 1, s, s)
	}
	return out, len(scores)
}

func denseRow(d *Design, i int) *mat.VecDense {
	x := mat.NewVecDense(d.Columns, nil)
	idx, val := d.row(i)
	for k, j := range idx {
		x.SetVec(int(j), val[k])
	}
	return x
}

func TestCovariancesFollowTheFormulas(t *testing.T) {
	const columns = 5
	d := randomDesign(seeded(7), 500, columns, 3)
	p := Prior{Mean: []float64{0, 1, 0, -1, 0}, Precision: []float64{0, 20, 0, 3, 500}}
	for _, estimated := range []bool{false, true} {
		r := mustFit(t, d, p, Settings{EstimateDispersion: estimated})
		phi := r.Dispersion
		if estimated == (phi == 1) {
			t.Errorf("dispersion %v with EstimateDispersion %v", phi, estimated)
		}
		lambda := mat.NewDiagDense(columns, p.Precision)
		hessian := plainBread(d, r.Coef)
		var bread, inverse, influence mat.Dense
		bread.Scale(1/phi, hessian)
		bread.Add(&bread, lambda)
		testkit.OK(t, inverse.Inverse(&bread))
		influence.Mul(&inverse, hessian)
		influence.Scale(1/phi, &influence)
		testkit.Near(t, "effective degrees of freedom", r.EffectiveDF, mat.Trace(&influence), 1e-9)
		testkit.Near(t, "degrees of freedom", r.DF, float64(r.Clusters)-r.EffectiveDF, 1e-9)

		meat, groups := plainMeat(d, r.Coef)
		meat.Scale(float64(groups)/(float64(groups)-r.EffectiveDF)/(phi*phi), meat)
		var withPrior mat.Dense
		withPrior.Add(meat, lambda)
		compare(t, "Cov", r.Cov, product(&inverse, meat))
		compare(t, "BayesCov", r.BayesCov, product(&inverse, &withPrior))
		for j := range columns {
			testkit.Near(t, "weight of data", r.WeightOfData[j], 1-inverse.At(j, j)*p.Precision[j], 1e-9)
		}
	}
}

func product(inverse, middle *mat.Dense) *mat.Dense {
	var out mat.Dense
	out.Product(inverse, middle, inverse)
	return &out
}

func compare(t *testing.T, what string, got *mat.SymDense, want *mat.Dense) {
	t.Helper()
	if !mat.EqualApprox(got, want, 1e-9) {
		t.Errorf("%s is\n%v\nwant\n%v", what, mat.Formatted(got), mat.Formatted(want))
	}
}

// Repeating every row inside its cluster adds no information: with the
// dispersion estimated, coefficients, posterior and weight of the data stay as
// they were; with dispersion 1 the prior is outvoted.
func TestDispersionGuardsThePrior(t *testing.T) {
	const copies = 6
	d := randomDesign(seeded(8), 300, 3, 2)
	repeated := &Design{Columns: d.Columns}
	for i := range d.Rows() {
		idx, val := d.row(i)
		for range copies {
			repeated.Add(idx, val, d.Y[i], d.Weight[i], d.Cluster[i])
		}
	}
	p := ridge(3, 40)
	s := Settings{EstimateDispersion: true}
	once, again := mustFit(t, d, p, s), mustFit(t, repeated, p, s)
	testkit.Near(t, "dispersion", again.Dispersion, copies*once.Dispersion, 1e-3*again.Dispersion)
	for j := range once.Coef {
		testkit.Near(t, "coefficient", again.Coef[j], once.Coef[j], 1e-4)
		testkit.Near(t, "weight of data", again.WeightOfData[j], once.WeightOfData[j], 1e-3)
		testkit.Near(t, "posterior variance", again.BayesCov.At(j, j)/once.BayesCov.At(j, j), 1, 1e-2)
	}
	s.EstimateDispersion = false
	if plain := mustFit(t, repeated, p, s); plain.WeightOfData[0] < once.WeightOfData[0]+0.02 {
		t.Errorf("weight of data %v with dispersion 1, %v estimated", plain.WeightOfData[0], once.WeightOfData[0])
	}
}

// Between no prior and an overwhelming one the posterior goes from the sandwich
// to the prior itself.
func TestPosteriorLimits(t *testing.T) {
	d := randomDesign(seeded(9), 300, 3, 2)
	free := mustFit(t, d, Prior{}, Settings{})
	if !mat.EqualApprox(free.BayesCov, free.Cov, 1e-15) {
		t.Error("without a prior BayesCov differs from Cov")
	}
	sure := mustFit(t, d, Prior{Mean: []float64{0.3, 0.2, 0.1}, Precision: []float64{1e8, 1e8, 1e8}}, Settings{})
	for j, want := range []float64{0.3, 0.2, 0.1} {
		testkit.Near(t, "coefficient", sure.Coef[j], want, 1e-5)
		testkit.Near(t, "posterior variance", sure.BayesCov.At(j, j)*1e8, 1, 1e-4)
		testkit.Near(t, "weight of data", sure.WeightOfData[j], 0, 1e-5)
		testkit.Near(t, "naive weight", free.WeightOfData[j], 1, 0)
		if math.Sqrt(sure.Cov.At(j, j)) > 1e-6 {
			t.Errorf("a fixed estimate scatters by %v", math.Sqrt(sure.Cov.At(j, j)))
		}
	}
}
