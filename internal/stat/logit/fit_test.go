package logit

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"bestiary/internal/testkit"
)

func mustFit(t testing.TB, d *Design, p Prior, s Settings) *Result {
	t.Helper()
	r := testkit.Must(Fit(d, p, s))(t)
	if !r.Converged {
		t.Fatalf("not converged: %v", r.Warnings)
	}
	return r
}

// An intercept alone is the logit of the mean score, its
// variance between rows is the sample variance of y over (μ(1-μ))².
func TestInterceptOnly(t *testing.T) {
	d := &Design{Columns: 1}
	for _, g := range []struct {
		y float64
		n int
	}{{1, 50}, {0.5, 30}, {0, 20}} {
		for range g.n {
			d.Add([]uint16{0}, []float64{1}, g.y, 1, int32(d.Rows()))
		}
	}
	r := mustFit(t, d, Prior{}, Settings{})
	testkit.Near(t, "coefficient", r.Coef[0], math.Log(0.65/0.35), 1e-9)
	sampleVariance := (50*0.35*0.35 + 30*0.15*0.15 + 20*0.65*0.65) / 99
	testkit.Near(t, "variance", r.Cov.At(0, 0), sampleVariance/100/math.Pow(0.65*0.35, 2), 1e-9)
	testkit.Near(t, "log loss", r.LogLoss, -0.65*math.Log(0.65)-0.35*math.Log(0.35), 1e-9)
	if r.Rows != 100 || r.Clusters != 100 || r.Support[0] != 100 {
		t.Errorf("rows %d, clusters %d, support %v", r.Rows, r.Clusters, r.Support)
	}
}

// A single binary regressor is a difference of log odds, with the variance
// 1/a + 1/b + 1/c + 1/d of a 2×2 table.
func TestBinaryRegressor(t *testing.T) {
	const a, b, c, e = 40, 25, 15, 60 // won and lost with, won and lost without
	d := &Design{Columns: 2}
	add := func(n int, x, y float64) {
		for range n {
			d.Add([]uint16{0, 1}, []float64{1, x}, y, 1, int32(d.Rows()))
		}
	}
	add(a, 1, 1)
	add(b, 1, 0)
	add(c, 0, 1)
	add(e, 0, 0)
	r := mustFit(t, d, Prior{}, Settings{})
	testkit.Near(t, "intercept", r.Coef[0], math.Log(c/float64(e)), 1e-9)
	testkit.Near(t, "log odds ratio", r.Coef[1], math.Log(a*e/float64(b*c)), 1e-9)
	variance := 1.0/a + 1.0/b + 1.0/c + 1.0/e
	testkit.Near(t, "naive variance", r.inverse.At(1, 1), variance, 1e-9)
	// In a saturated model the row sandwich is the binomial variance but for
	// the small-sample factor n/(n-2).
	testkit.Near(t, "sandwich variance", r.Cov.At(1, 1), variance*140/138, 1e-9)
	testkit.Near(t, "effective degrees of freedom", r.EffectiveDF, 2, 1e-12)
}

// Damage to the O-rings of 23 shuttle flights by temperature in °F, a data set
// whose logistic fit is in many textbooks: 15.0429 - 0.2322 T with standard
// errors 7.3786 and 0.1082, residual deviance 20.315.
func TestPublishedFit(t *testing.T) {
	temperature := []float64{66, 70, 69, 68, 67, 72, 73, 70, 57, 63, 70, 78, 67, 53, 67, 75, 70, 81, 76, 79, 75, 76, 58}
	damaged := []float64{0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1}
	d := &Design{Columns: 2}
	for i, x := range temperature {
		d.Add([]uint16{0, 1}, []float64{1, x}, damaged[i], 1, int32(i))
	}
	r := mustFit(t, d, Prior{}, Settings{})
	testkit.Near(t, "intercept", r.Coef[0], 15.0429, 5e-5)
	testkit.Near(t, "slope", r.Coef[1], -0.2322, 5e-5)
	testkit.Near(t, "standard error of the intercept", math.Sqrt(r.inverse.At(0, 0)), 7.3786, 5e-5)
	testkit.Near(t, "standard error of the slope", math.Sqrt(r.inverse.At(1, 1)), 0.1082, 5e-5)
	testkit.Near(t, "deviance", 2*23*r.LogLoss, 20.315, 5e-4)
}

// plainObjective states the penalised loss in the most direct way.
func plainObjective(d *Design, p Prior, coef []float64) float64 {
	total := 0.0
	for i, y := range d.Y {
		eta := 0.0
		for k := d.Off[i]; k < d.Off[i+1]; k++ {
			eta += d.Val[k] * coef[d.Idx[k]]
		}
		mu := 1 / (1 + math.Exp(-eta))
		total -= d.Weight[i] * (y*math.Log(mu) + (1-y)*math.Log(1-mu))
	}
	for j, b := range coef {
		total += p.Precision[j] * (b - p.Mean[j]) * (b - p.Mean[j]) / 2
	}
	return total
}

func TestFitAgreesWithGeneralOptimiser(t *testing.T) {
	const columns = 6
	d := randomDesign(seeded(4), 400, columns, 3)
	priors := map[string]Prior{
		"free":  Prior{}.filled(columns),
		"mixed": {Mean: []float64{1, -1, 0.5, 0, 2, 0}, Precision: []float64{0, 30, 5, 0, 200, 1}},
	}
	for name, p := range priors {
		r := mustFit(t, d, p, Settings{})
		problem := optimize.Problem{Func: func(x []float64) float64 { return plainObjective(d, p, x) }}
		found := testkit.Must(optimize.Minimize(problem, make([]float64, columns), nil, &optimize.NelderMead{}))(t)
		if got := plainObjective(d, p, r.Coef); got > found.F+1e-9 {
			t.Errorf("%s: minimum %v, optimiser found %v", name, got, found.F)
		}
		for j, want := range found.X {
			testkit.Near(t, name+": coefficient", r.Coef[j], want, 2e-4)
		}
	}
}

func TestIterationLimitIsReported(t *testing.T) {
	d := randomDesign(seeded(6), 400, 3, 2)
	task := testkit.Must(newTask(d, Prior{}, Settings{}))(t)
	s := task.newSolver(1, 1)
	s.min.steps = 1
	e := s.solve(nil)
	if warnings := task.warnings(e, s.inform(e)); e.converged || !slices.Contains(warnings, "not converged after 1 Newton steps") {
		t.Errorf("converged %v, warnings %q", e.converged, warnings)
	}
}

func BenchmarkFit(b *testing.B) {
	for _, bench := range []struct {
		name                   string
		rows, columns, entries int
	}{
		{"10k×12", 10_000, 12, 12},
		{"300k×24sparse", 300_000, 24, 6},
	} {
		d := randomDesign(seeded(1), bench.rows, bench.columns, bench.entries)
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				mustFit(b, d, Prior{}, Settings{Workers: 1})
			}
		})
	}
}

func BenchmarkEvaluate(b *testing.B) {
	d := randomDesign(seeded(1), 300_000, 24, 6)
	e := newEvaluator(d, 1)
	at := make([]float64, 24)
	b.ReportAllocs()
	for b.Loop() {
		e.at(at)
	}
	b.ReportMetric(float64(d.Rows())*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrows/s")
}

func TestAddSortsMergesAndDropsZeros(t *testing.T) {
	d := &Design{Columns: 9}
	d.Add([]uint16{7, 2, 7, 4}, []float64{1, 3, 2, 0}, 1, 1, 5)
	d.Add(nil, nil, 0, 2, 5)
	d.Add([]uint16{3, 3}, []float64{1, -1}, 0.5, 1, -1)
	d.Add([]uint16{0, 8}, []float64{-1, 1}, 0.5, 1, 6)
	testkit.OK(t, d.Validate())
	want := &Design{
		Columns: 9,
		Off:     []int{0, 2, 2, 2, 4},
		Idx:     []uint16{2, 7, 0, 8},
		Val:     []float64{3, 3, -1, 1},
		Y:       []float64{1, 0, 0.5, 0.5},
		Weight:  []float64{1, 2, 1, 1},
		Cluster: []int32{5, 5, -1, 6},
	}
	testkit.Same(t, "design", want, d, cmp.AllowUnexported(Design{}))
}

func TestAddCopiesItsArguments(t *testing.T) {
	idx, val := []uint16{1, 0}, []float64{2, 3}
	d := &Design{Columns: 2}
	d.Add(idx, val, 1, 1, 0)
	testkit.Same(t, "Add changed its argument", []uint16{1, 0}, idx)
	idx[0], val[0] = 0, 9
	if d.Idx[1] != 1 || d.Val[1] != 2 {
		t.Errorf("the design follows the caller's slices: %v %v", d.Idx, d.Val)
	}
}

func TestValidateNamesTheFault(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(d *Design)
		want  string
	}{
		{"no rows", func(d *Design) { *d = Design{Columns: 2} }, "no rows"},
		{"no columns", func(d *Design) { d.Columns = 0 }, "0 columns, want 1 to 1000"},
		{"names", func(d *Design) { d.Names = []string{"a"} }, "1 names for 2 columns"},
		{"column out of range", func(d *Design) { d.Add([]uint16{2}, []float64{1}, 0, 1, 1) }, "row 2: column 2 of a design with 2 columns"},
		{"value", func(d *Design) {
			d.Names = []string{"pawn", "rook"}
			d.Add([]uint16{1}, []float64{math.NaN()}, 0, 1, 1)
		}, "row 2: rook has the value NaN"},
		{"outcome", func(d *Design) { d.Add(nil, nil, 1.5, 1, 1) }, "row 2: outcome 1.5 is outside [0, 1]"},
		{"outcome NaN", func(d *Design) { d.Add(nil, nil, math.NaN(), 1, 1) }, "row 2: outcome NaN"},
		{"weight", func(d *Design) { d.Add(nil, nil, 1, -1, 1) }, "row 2: weight -1"},
		{"weight infinite", func(d *Design) { d.Add(nil, nil, 1, math.Inf(1), 1) }, "row 2: weight +Inf"},
		{"all weights", func(d *Design) { clear(d.Weight) }, "the weights of the 2 rows add up to 0"},
		{"add", func(d *Design) { d.Add([]uint16{1}, nil, 1, 1, 1) }, "row 2: 1 columns given with 0 values"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := &Design{Columns: 2}
			d.Add([]uint16{0, 1}, []float64{1, 2}, 1, 1, 0)
			d.Add([]uint16{1}, []float64{-1}, 0, 1, 1)
			if err := d.Validate(); err != nil {
				t.Fatalf("before: %v", err)
			}
			test.spoil(d)
			testkit.Fails(t, testkit.Error(Fit(d, Prior{}, Settings{})), test.want)
		})
	}
}

func TestFitRejectsPriors(t *testing.T) {
	tests := []struct {
		name  string
		prior Prior
		want  string
	}{
		{"means", Prior{Mean: []float64{1}}, "a prior for 1 columns, want 2"},
		{"precisions", Prior{Precision: []float64{1, 1, 1}}, "a prior for 3 columns, want 2"},
		{"precision", Prior{Precision: []float64{1, -1}}, "the prior of b has mean 0 and precision -1"},
		{"mean", Prior{Mean: []float64{math.Inf(1), 0}}, "the prior of a has mean +Inf"},
	}
	d := &Design{Columns: 2, Names: []string{"a", "b"}}
	d.Add([]uint16{0, 1}, []float64{1, 2}, 1, 1, 0)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			testkit.Fails(t, testkit.Error(Fit(d, test.prior, Settings{})), test.want)
		})
	}
}

func TestGroupRows(t *testing.T) {
	for _, spread := range []int32{1, 1 << 20} {
		d := &Design{Columns: 1}
		for i, c := range []int32{3, -2, 3, 7, -2, 9} {
			weight := 1.0
			if i == 3 {
				weight = 0
			}
			d.Add([]uint16{0}, []float64{1}, 1, weight, c*spread)
		}
		g := groupRows(d)
		if diff := cmp.Diff([]int32{0, 1, 0, -1, 1, 2}, g.of); diff != "" {
			t.Errorf("spread %d: clusters: %s", spread, diff)
		}
		if diff := cmp.Diff([]int32{0, 2, 1, 4, 5}, g.order); diff != "" {
			t.Errorf("spread %d: order: %s", spread, diff)
		}
		if diff := cmp.Diff([]int32{0, 2, 4, 5}, g.start); diff != "" {
			t.Errorf("spread %d: start: %s", spread, diff)
		}
	}
}

func TestLossDerivatives(t *testing.T) {
	const h = 1e-4
	for _, y := range []float64{0, 0.3, 0.5, 1} {
		for _, eta := range []float64{-12, -3, -0.4, 0, 0.7, 2, 9} {
			low, lowSlope, _ := terms(y, eta-h)
			high, highSlope, _ := terms(y, eta+h)
			_, slope, second := terms(y, eta)
			if want := (high - low) / (2 * h); math.Abs(slope-want) > 1e-7 {
				t.Errorf("y=%v, eta=%v: slope %v, differences give %v", y, eta, slope, want)
			}
			if want := (highSlope - lowSlope) / (2 * h); math.Abs(second-want) > 1e-7 {
				t.Errorf("y=%v, eta=%v: second derivative %v, differences give %v", y, eta, second, want)
			}
		}
	}
}

func TestExtremeLogitsStayFinite(t *testing.T) {
	for _, eta := range []float64{-1e6, -800, 800, 1e6} {
		value, slope, second := terms(0.5, eta)
		for _, v := range []float64{value, slope, second, Sigmoid(eta)} {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("at %v: %v %v %v", eta, value, slope, second)
			}
		}
	}
}

// The penalised objective's derivatives against differences in every direction.
func TestObjectiveDerivatives(t *testing.T) {
	const h = 1e-4
	d := randomDesign(seeded(1), 300, 7, 4)
	m := newMinimiser(newEvaluator(d, 1), []float64{1, 0, 2, 0, 0, -1, 0})
	m.inverse = 0.7
	copy(m.penalty, []float64{0.5, 0, 3, 0, 1, 10, 0})
	at := []float64{0.3, -0.2, 0.1, 0.8, -0.5, 0.4, 0}
	m.evaluate(at)
	slope := slices.Clone(m.slope.RawVector().Data)
	second := newSums(7).second
	copy(second, m.second.RawSymmetric().Data)
	for j := range at {
		moved := slices.Clone(at)
		moved[j] = at[j] + h
		m.evaluate(moved)
		high, highSlope := m.value, slices.Clone(m.slope.RawVector().Data)
		moved[j] = at[j] - h
		m.evaluate(moved)
		if want := (high - m.value) / (2 * h); math.Abs(slope[j]-want) > 1e-5 {
			t.Errorf("slope %d is %v, differences give %v", j, slope[j], want)
		}
		for k := j; k < len(at); k++ {
			want := (highSlope[k] - m.slope.AtVec(k)) / (2 * h)
			if got := second[j*7+k]; math.Abs(got-want) > 1e-5 {
				t.Errorf("second derivative %d,%d is %v, differences give %v", j, k, got, want)
			}
		}
	}
}

func TestSumsDoNotDependOnWorkers(t *testing.T) {
	d := randomDesign(seeded(2), 5*minBlockRows/2, 6, 3)
	at := []float64{0.1, 0.2, -0.3, 0.4, -0.5, 0.6}
	one, many := newEvaluator(d, 1), newEvaluator(d, 7)
	if many.workers < 2 {
		t.Fatalf("%d workers for %d blocks", many.workers, len(many.blocks))
	}
	one.at(at)
	many.at(at)
	if one.total.value != many.total.value || !slices.Equal(one.total.slope, many.total.slope) ||
		!slices.Equal(one.total.second, many.total.second) {
		t.Error("sums differ between 1 and 7 workers")
	}
}

func TestEvaluationDoesNotAllocate(t *testing.T) {
	d := randomDesign(seeded(3), 1000, 6, 3)
	at := make([]float64, 6)
	e := newEvaluator(d, 1)
	if n := testing.AllocsPerRun(10, func() { e.at(at) }); n != 0 {
		t.Errorf("%v allocations per evaluation", n)
	}
}

var factors = []float64{0, 0.01, 1, 100}

func crossValidate(t *testing.T, d *Design, p Prior, s Settings, folds int) []float64 {
	t.Helper()
	return testkit.Must(CrossValidate(d, p, s, factors, folds, 21))(t)
}

// Held-out losses against fits to designs from which the fold is left out.
func TestCrossValidationHoldsOut(t *testing.T) {
	d := mirroredGames.play(seeded(22), 40)
	p := ridge(d.Columns, 5)
	got := crossValidate(t, d, p, Settings{}, 3)
	task := testkit.Must(newTask(d, p, Settings{}))(t)
	fold := task.dealFolds(3, 21)
	for k, factor := range factors {
		want := 0.0
		for out := range 3 {
			want += heldOut(t, d, fold, out, p.Scaled(factor)) / float64(d.Rows())
		}
		testkit.Near(t, "held-out loss", got[k], want, 1e-8)
	}
}

// heldOut returns the summed loss of one fold's rows.
func heldOut(t *testing.T, d *Design, fold []int, out int, p Prior) float64 {
	t.Helper()
	train, rest := &Design{Columns: d.Columns}, &Design{Columns: d.Columns}
	for i := range d.Rows() {
		to := train
		if fold[i/2] == out {
			to = rest
		}
		idx, val := d.row(i)
		to.Add(idx, val, d.Y[i], 1, d.Cluster[i])
	}
	return logLoss(rest, mustFit(t, train, p, Settings{}).Coef) * float64(rest.Rows())
}

func TestCrossValidationDoesNotDependOnWorkers(t *testing.T) {
	d := mirroredGames.play(seeded(23), 60)
	p := ridge(d.Columns, 5)
	one, many := crossValidate(t, d, p, Settings{Workers: 1}, 5), crossValidate(t, d, p, Settings{Workers: 4}, 5)
	testkit.Same(t, "1 and 4 workers differ", one, many)
}

// A prior near the truth should be trusted if there is little data; a prior far from it
// should not be trusted if there is much.
func TestCrossValidationJudgesThePrior(t *testing.T) {
	truth := mirroredGames.truth()
	precision := []float64{20, 20, 20, 20}
	good := crossValidate(t, mirroredGames.play(seeded(24), 25), Prior{Mean: truth, Precision: precision}, Settings{}, 5)
	if best := floats.MinIdx(good); best < 2 {
		t.Errorf("true prior, 25 pairs: best factor %v by %v", factors[best], good)
	}
	wrong := Prior{Mean: []float64{0, 2, 0, 4}, Precision: precision}
	bad := crossValidate(t, mirroredGames.play(seeded(25), 400), wrong, Settings{}, 5)
	if best := floats.MinIdx(bad); best > 1 || !(bad[3] > bad[0]+0.001) {
		t.Errorf("false prior, 400 pairs: best factor %v by %v", factors[best], bad)
	}
}

func TestCrossValidateRejectsBadArguments(t *testing.T) {
	d := mirroredGames.play(seeded(26), 10)
	tests := []struct {
		prior  Prior
		factor float64
		folds  int
		want   string
	}{
		{ridge(4, 1), -1, 5, "the factor -1"},
		{ridge(4, 1), 1, 1, "1 folds for 10 clusters, want 2 to 10"},
		{ridge(4, 1), 1, 11, "11 folds for 10 clusters"},
		{ridge(3, 1), 1, 5, "a prior for 3 columns, want 4"},
	}
	for _, test := range tests {
		testkit.Fails(t, testkit.Error(CrossValidate(d, test.prior, Settings{}, []float64{test.factor}, test.folds, 1)), test.want)
	}
}
