package logit

import (
	"bestiary/internal/testkit"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/optimize"
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
