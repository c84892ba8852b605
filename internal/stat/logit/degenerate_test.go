package logit

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bestiary/internal/testkit"
)

// degenerate builds a design with columns white, knight, bishop, rook. The
// entries of a row are the imbalances of the last three.
func degenerate(rows ...[4]float64) *Design {
	d := &Design{Columns: 4, Names: []string{"white", "knight", "bishop", "rook"}}
	for i, r := range rows {
		d.Add([]uint16{0, 1, 2, 3}, []float64{1, r[0], r[1], r[2]}, r[3], 1, int32(i/2))
	}
	return d
}

// sound returns 200 rows in which the last three columns are unrelated and no
// outcome is certain.
func sound() [][4]float64 {
	rng := seeded(10)
	var rows [][4]float64
	for range 200 {
		r := [4]float64{float64(rng.IntN(3) - 1), float64(rng.IntN(3) - 1), float64(rng.IntN(3) - 1), 0}
		if rng.Float64() < Sigmoid(0.1+0.5*r[0]+0.6*r[1]+r[2]) {
			r[3] = 1
		}
		rows = append(rows, r)
	}
	return rows
}

func altered(change func(r *[4]float64)) *Design {
	rows := sound()
	for i := range rows {
		change(&rows[i])
	}
	return degenerate(rows...)
}

func TestDegenerateDesigns(t *testing.T) {
	tests := []struct {
		name      string
		design    *Design
		warnings  []string // each is part of one warning
		unbounded []int    // columns that are not determined
	}{
		{"sound", altered(func(*[4]float64) {}), nil, nil},
		{"zero column", altered(func(r *[4]float64) { r[1] = 0 }),
			[]string{"bishop is zero in every row"}, []int{2}},
		{"two zero columns", altered(func(r *[4]float64) { r[1], r[2] = 0, 0 }),
			[]string{"bishop is zero", "rook is zero"}, []int{2, 3}},
		{"same columns", altered(func(r *[4]float64) { r[1] = r[0] }),
			[]string{"collinear: knight, bishop;"}, []int{1, 2}},
		{"column a sum", altered(func(r *[4]float64) { r[2] = r[0] - 2*r[1] }),
			[]string{"collinear: knight, bishop, rook;"}, []int{1, 2, 3}},
		{"column constant", altered(func(r *[4]float64) { r[0] = 3 }),
			[]string{"collinear: white, knight;"}, []int{0, 1}},
		{"separated", altered(func(r *[4]float64) { r[3] = map[bool]float64{true: 1, false: r[3]}[r[2] == 1]; r[2] = max(r[2], 0) }),
			[]string{"separation: the outcomes send rook to infinity", "judge rook"}, nil},
		{"all won", altered(func(r *[4]float64) { r[3] = 1 }),
			[]string{"separation: the outcomes send white"}, nil},
		{"all drawn", altered(func(r *[4]float64) { r[3] = 0.5 }),
			[]string{"variation between clusters to judge white, knight, bishop, rook"}, nil},
		{"one game", degenerate([4]float64{1, 0, 0, 1}),
			[]string{"bishop is zero", "rook is zero", "collinear: white, knight;",
				"too few clusters for reliable intervals: 1"}, []int{0, 1, 2, 3}},
		{"one drawn game", degenerate([4]float64{1, -1, 2, 0.5}),
			[]string{"collinear", "too few clusters for reliable intervals: 1"}, []int{0, 1, 2, 3}},
		{"one pair", degenerate([4]float64{1, 0, 0, 1}, [4]float64{-1, 0, 0, 0}),
			[]string{"bishop is zero", "too few clusters for reliable intervals: 1"}, []int{2, 3}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := mustFit(t, test.design, Prior{}, Settings{})
			checkWarnings(t, r, test.warnings)
			checkFinite(t, r)
			want := make([]bool, 4)
			for _, j := range test.unbounded {
				want[j] = true
			}
			for j := range want {
				if zero := r.Support[j] == 0; zero != (r.WeightOfData[j] < 1e-9) {
					t.Errorf("column %d: support %d, weight of data %v", j, r.Support[j], r.WeightOfData[j])
				}
				if got := !r.Sampling().Coefficient(j, 0.95).Bounded(); got != want[j] {
					t.Errorf("column %d: unbounded is %v, want %v", j, got, want[j])
				}
			}
		})
	}
}

func checkWarnings(t *testing.T, r *Result, want []string) {
	t.Helper()
	all := strings.Join(r.Warnings, "\n")
	for _, w := range want {
		if !strings.Contains(all, w) {
			t.Errorf("warnings\n%s\nlack %q", all, w)
		}
	}
	if len(want) == 0 && all != "" {
		t.Errorf("unexpected warnings\n%s", all)
	}
}

// checkFinite requires finite numbers everywhere and no variance smaller than the data
// could justify.
func checkFinite(t *testing.T, r *Result) {
	t.Helper()
	for j, b := range r.Coef {
		v, bayes := r.Cov.At(j, j), r.BayesCov.At(j, j)
		for _, x := range []float64{b, v, bayes, r.WeightOfData[j], r.LogLoss, r.DesignEffect} {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatalf("column %d: coefficient %v, variances %v, %v", j, b, v, bayes)
			}
		}
		if math.Abs(b) > 20 {
			t.Errorf("column %d: coefficient %v", j, b)
		}
		if v < 0.005 {
			t.Errorf("column %d: variance %v of at most 200 games", j, v)
		}
	}
}

// A weak ridge does not disturb what the data determine.
func TestCollinearSumIsDetermined(t *testing.T) {
	both := altered(func(r *[4]float64) { r[1] = r[0] })
	one := altered(func(r *[4]float64) { r[1] = 0 })
	r, want := mustFit(t, both, Prior{}, Settings{}), mustFit(t, one, Prior{}, Settings{})
	got := r.Sampling().Linear([]float64{0, 1, 1}, 0.95)
	reference := want.Sampling().Coefficient(1, 0.95)
	if !got.Bounded() {
		t.Fatal("the sum of two equal columns is reported as undetermined")
	}
	testkit.Near(t, "sum", got.Estimate, reference.Estimate, 1e-3)
	testkit.Near(t, "lower limit", got.Lo, reference.Lo, 3e-3)
	testkit.Near(t, "upper limit", got.Hi, reference.Hi, 3e-3)
	if ratio := r.Posterior().Fieller([]float64{0, 1, 1}, []float64{0, 0, 0, 1}, 0.95); !ratio.Bounded() {
		t.Error("a ratio of determined combinations is reported as undetermined")
	}
	if ratio := r.Posterior().Ratio(1, 3, 0.95); ratio.Bounded() {
		t.Error("the ratio of an undetermined coefficient is reported as determined")
	}
}

// A prior determines what the data do not, without a warning, and stays unchanged there.
func TestPriorIdentifies(t *testing.T) {
	d := altered(func(r *[4]float64) { r[1] = 0 })
	p := Prior{Mean: []float64{0, 0, 0.7, 0}, Precision: []float64{0, 0, 4, 0}}
	r := mustFit(t, d, p, Settings{})
	checkWarnings(t, r, nil)
	testkit.Near(t, "coefficient", r.Coef[2], 0.7, 1e-12)
	testkit.Near(t, "posterior variance", r.BayesCov.At(2, 2), 0.25, 1e-12)
	testkit.Near(t, "weight of data", r.WeightOfData[2], 0, 1e-12)
	if v := r.Posterior().Coefficient(2, 0.95); !v.Bounded() || v.Lo > -0.2 {
		t.Errorf("posterior interval %+v", v)
	}
}

// A separated coefficient's interval must reach down to what an exact binomial
// limit allows: after 10 wins of 10, a 97.5 % lower limit of 0.692 on the score.
func TestSeparatedIntervalIsWide(t *testing.T) {
	d := &Design{Columns: 1}
	for i := range int32(10) {
		d.Add([]uint16{0}, []float64{1}, 1, 1, i)
	}
	v := mustFit(t, d, Prior{}, Settings{}).Sampling().Coefficient(0, 0.95)
	if limit := math.Log(0.692 / 0.308); v.Lo > limit || v.Estimate < limit {
		t.Errorf("interval %+v, exact lower limit %v", v, limit)
	}
}

// A cluster says nothing about the variance of a coefficient that only it informs, even if
// a prior keeps its score from vanishing.
func TestColumnOfOneCluster(t *testing.T) {
	d := altered(func(*[4]float64) {})
	d.Columns, d.Names = 5, append(d.Names, "queen")
	for range 8 {
		d.Add([]uint16{0, 4}, []float64{1, 1}, 1, 1, 999)
	}
	r := mustFit(t, d, Prior{Precision: []float64{0, 0, 0, 0, 1}}, Settings{})
	checkWarnings(t, r, []string{"judge queen: the binomial", "queen occurs in too few clusters for a reliable interval: 1"})
	mu := Sigmoid(r.Coef[0] + r.Coef[4])
	information := 8 * mu * (1 - mu)
	testkit.Near(t, "posterior variance", r.BayesCov.At(4, 4), 1/(1+information), 0.03)
}

// Even for small or lopsided data the answer is finite and no interval is undefined.
func TestAnyDesignHasAFiniteAnswer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &Design{Columns: rapid.IntRange(1, 5).Draw(t, "columns")}
		for range rapid.IntRange(1, 12).Draw(t, "rows") {
			var idx []uint16
			var val []float64
			for j := range d.Columns {
				idx = append(idx, uint16(j))
				val = append(val, float64(rapid.IntRange(-2, 2).Draw(t, "x")))
			}
			y := float64(rapid.IntRange(0, 2).Draw(t, "y")) / 2
			d.Add(idx, val, y, rapid.SampledFrom([]float64{0.2, 1, 3}).Draw(t, "weight"), int32(rapid.IntRange(0, 5).Draw(t, "cluster")))
		}
		p := ridge(d.Columns, rapid.SampledFrom([]float64{0, 0, 1e-12, 1, 1e9}).Draw(t, "precision"))
		s := Settings{EstimateDispersion: rapid.Bool().Draw(t, "dispersion")}
		r := testkit.Must(Fit(d, p, s))(t)
		if !r.Converged {
			t.Errorf("not converged: %q", r.Warnings)
		}
		for j, b := range r.Coef {
			for _, f := range []Inference{r.Sampling(), r.Posterior()} {
				v := f.Coefficient(j, 0.95)
				if math.IsNaN(v.Lo) || math.IsNaN(v.Hi) || math.IsInf(f.Cov.At(j, j), 0) {
					t.Errorf("coefficient %d is %v, interval %+v, variance %v", j, b, v, f.Cov.At(j, j))
				}
			}
		}
	})
}

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

// stdErr returns the standard error of c·β, +Inf when the data do not determine
// it.
func (f Inference) stdErr(c []float64) float64 {
	if !f.estimable(c) {
		return math.Inf(1)
	}
	return math.Sqrt(f.covariance(c, c))
}

// ridge returns the prior of mean 0 and the same precision for each column.
func ridge(columns int, precision float64) Prior {
	return Prior{Precision: slices.Repeat([]float64{precision}, columns)}
}
