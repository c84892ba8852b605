package logit

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"
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

func normalInference() Inference {
	return Inference{
		Coef: []float64{2, 4, -1},
		Cov:  mat.NewSymDense(3, []float64{0.04, 0.01, 0, 0.01, 0.09, 0.02, 0, 0.02, 0.25}),
		DF:   math.Inf(1),
	}
}

func TestCriticalValues(t *testing.T) {
	tests := []struct{ df, level, want float64 }{ // from tables of Student's t
		{1, 0.95, 12.7062},
		{10, 0.95, 2.2281},
		{10, 0.99, 3.1693},
		{30, 0.90, 1.6973},
		{299, 0.95, 1.9679},
		{1e6, 0.95, 1.9600},
		{1e9, 0.95, 1.9600},
		{math.Inf(1), 0.95, 1.9600},
		{math.Inf(1), 0.99, 2.5758},
	}
	for _, test := range tests {
		f := Inference{DF: test.df}
		testkit.Near(t, "critical value", stat.StudentQuantile(test.level, f.DF), test.want, 1e-4)
	}
}

func TestWaldIntervals(t *testing.T) {
	f := normalInference()
	const z = 1.959963984540054
	v := f.Coefficient(1, 0.95)
	testkit.Near(t, "estimate", v.Estimate, 4, 0)
	testkit.Near(t, "lower limit", v.Lo, 4-z*0.3, 1e-9)
	testkit.Near(t, "upper limit", v.Hi, 4+z*0.3, 1e-9)
	// Variance of β₀ - 2β₂ is 0.04 + 4·0.25.
	v = f.Linear([]float64{1, 0, -2}, 0.95)
	testkit.Near(t, "estimate of the combination", v.Estimate, 4, 0)
	testkit.Near(t, "upper limit of the combination", v.Hi, 4+z*math.Sqrt(1.04), 1e-9)
	testkit.Near(t, "standard error", f.stdErr([]float64{1, 0, -2}), math.Sqrt(1.04), 1e-12)

	e := f.Coefficient(0, 0.95).Elo()
	testkit.Near(t, "Elo", e.Estimate, 2*173.7177927613, 1e-8)
	testkit.Near(t, "Elo limit", e.Hi, (2+z*0.2)*173.7177927613, 1e-8)
	for _, level := range []float64{0, 1, -1, math.NaN()} {
		if v := f.Coefficient(0, level); !math.IsNaN(v.Lo) || !math.IsNaN(v.Hi) {
			t.Errorf("level %v gives %+v", level, v)
		}
	}
}

// Fieller's limits are where the test of c·β - θ d·β = 0 is just significant.
func TestFiellerInvertsTheTest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string, low, high float64) float64 { return rapid.Float64Range(low, high).Draw(t, name) }
		sa, sb, r := draw("sa", 0.01, 2), draw("sb", 0.01, 2), draw("r", -0.99, 0.99)
		f := Inference{
			Coef: []float64{draw("a", -5, 5), draw("b", -5, 5)},
			Cov:  mat.NewSymDense(2, []float64{sa * sa, r * sa * sb, r * sa * sb, sb * sb}),
			DF:   draw("df", 3, 500),
		}
		v := f.Ratio(0, 1, 0.95)
		critical := stat.StudentQuantile(0.95, f.DF)
		if known := f.Coef[1] > critical*sb; known == !v.Bounded() {
			t.Fatalf("denominator %v ± %v: %+v", f.Coef[1], critical*sb, v)
		}
		if !v.Bounded() {
			if f.Coef[1] <= 0 && v.Known() || f.Coef[1] > 0 && (!math.IsInf(v.Lo, -1) || !math.IsInf(v.Hi, 1)) {
				t.Fatalf("unbounded limits %v, %v", v.Lo, v.Hi)
			}
			return
		}
		if math.Abs(f.Coef[1]) < 1.01*critical*sb {
			return // limits run off to infinity and lose their digits
		}
		for _, theta := range []float64{v.Lo, v.Hi} {
			c := []float64{1, -theta}
			if got := math.Abs(f.Combination(c)) / f.stdErr(c); math.Abs(got-critical) > 1e-4*critical {
				t.Fatalf("at θ=%v the test statistic is %v, want %v", theta, got, critical)
			}
		}
		if !(v.Lo <= v.Estimate && v.Estimate <= v.Hi) {
			t.Fatalf("estimate outside its interval: %+v", v)
		}
	})
}

func TestRatioSpecialCases(t *testing.T) {
	f := normalInference()
	if v := f.Ratio(1, 1, 0.95); v.Lo != 1 || v.Hi != 1 || !v.Bounded() {
		t.Errorf("a coefficient over itself is %+v", v)
	}
	if v := f.Ratio(0, 2, 0.95); v.Known() {
		t.Errorf("denominator -1 ± 0.98 gives %+v, want nothing known", v)
	}
	// 1 ± 0.5·1.96 excludes 0, 1 ± 0.5·2.58 does not.
	f.Coef[2] = 1
	if v := f.Ratio(0, 2, 0.95); !v.Bounded() {
		t.Errorf("denominator 1 ± 0.98 gives %+v", v)
	}
	if v := f.Ratio(0, 2, 0.99); v.Bounded() {
		t.Errorf("denominator 1 ± 1.29 gives %+v", v)
	}
}

// The influences of a fit add up to its sandwich, and the influences of two fits to parts
// of the same pairs predict how their estimates vary together.
func TestInfluence(t *testing.T) {
	d := mirroredGames.play(stream(31, 0), 500)
	p := ridge(4, 4)
	for _, s := range []Settings{{}, {EstimateDispersion: true}} {
		r := mustFit(t, d, p, s)
		in := testkit.Must(r.Influence(d, 500))(t)
		var cov mat.Dense
		cov.Mul(in.T(), in)
		if !mat.EqualApprox(&cov, r.Cov, 1e-9) {
			t.Errorf("%+v: influences give\n%v\nwant\n%v", s, mat.Formatted(&cov), mat.Formatted(r.Cov))
		}
	}
	if _, err := mustFit(t, d, p, Settings{}).Influence(d, 499); err == nil {
		t.Error("no error for a cluster out of range")
	}
	if _, err := mustFit(t, d, p, Settings{}).Influence(&Design{Columns: 2}, 500); err == nil {
		t.Error("no error for another design")
	}
}

// The two games of a pair are correlated, so fits to the first and to the second games
// vary together, as the influences predict.
func TestInfluenceOfTwoFits(t *testing.T) {
	n := repetitions() / 2
	type outcome struct{ a, b, said float64 }
	outcomes := repeat(n, func(i int) outcome {
		all := mirroredGames.play(stream(32, uint64(i)), 300)
		first, second := half(all, 0), half(all, 1)
		a, b := mustFit(t, first, Prior{}, Settings{Workers: 1}), mustFit(t, second, Prior{}, Settings{Workers: 1})
		ia, errA := a.Influence(first, 300)
		ib, errB := b.Influence(second, 300)
		if errA != nil || errB != nil {
			t.Error(errA, errB)
			return outcome{}
		}
		return outcome{a.Coef[2], b.Coef[2], mat.Dot(ia.ColView(2), ib.ColView(2))}
	})
	var sumA, sumB, product, said float64
	for _, o := range outcomes {
		sumA, sumB, product, said = sumA+o.a, sumB+o.b, product+o.a*o.b, said+o.said
	}
	total := float64(n)
	want := product/total - sumA/total*sumB/total
	if got := said / total; math.Abs(got-want) > 0.25*math.Abs(want) || want == 0 {
		t.Errorf("mean covariance by influences %.5f, between fits %.5f", got, want)
	}
}

// half returns the first or the second game of each pair.
func half(d *Design, which int) *Design {
	out := &Design{Columns: d.Columns}
	for i := which; i < d.Rows(); i += 2 {
		idx, val := d.row(i)
		out.Add(idx, val, d.Y[i], 1, d.Cluster[i])
	}
	return out
}
