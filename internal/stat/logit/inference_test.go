package logit

import (
	"math"
	"testing"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

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
