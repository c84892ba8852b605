package stat

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"
)

func TestIntervals(t *testing.T) {
	v := Normal(2, 0.5, 0.95)
	for _, test := range []struct {
		name      string
		got, want bool
	}{
		{"a normal interval is bounded", v.Bounded(), true},
		{"it leaves out 3", v.Excludes(3), true},
		{"it holds 1.1", v.Excludes(1.1), false},
		{"an exact number is exact", Exact(1).Exact(), true},
		{"an estimate without limits is known", Unbounded(1, 0.95).Known(), true},
		{"but not bounded", Unbounded(1, 0.95).Bounded(), false},
		{"it leaves out nothing", Unbounded(1, 0.95).Excludes(7), false},
		{"what is unknown is not known", Unknown().Known(), false},
		{"nor exact", Unknown().Exact(), false},
		{"estimates of separated data are not known", Unbounded(1e9, 0.95).Known(), false},
		{"nor is an infinite one", Unbounded(math.Inf(1), 0.95).Known(), false},
		{"nor one without a limit", Interval{Estimate: 1, Lo: math.NaN(), Hi: 2}.Known(), false},
		{"the unknown may overlap", v.Overlaps(Unknown()), true},
		{"neighbours overlap", v.Overlaps(Normal(3, 0.5, 0.95)), true},
		{"strangers do not", v.Overlaps(Normal(5, 0.5, 0.95)), false},
	} {
		if test.got != test.want {
			t.Errorf("%s: got %v", test.name, test.got)
		}
	}
	if got := v.Scale(-2); math.Abs(got.Lo+5.96) > 0.001 || math.Abs(got.Hi+2.04) > 0.001 || got.Level != 0.95 {
		t.Errorf("times -2: %+v", got)
	}
	if got := v.HalfWidth(); math.Abs(got-0.98) > 0.0001 {
		t.Errorf("half width %v, want 0.98", got)
	}
}

// Errors are added in squares, each limit for itself.
func TestWidenedBy(t *testing.T) {
	v := Interval{Estimate: 1, Lo: -2, Hi: 5, Level: 0.95}
	whole, part := Interval{Estimate: 7, Lo: 2, Hi: 20, Level: 0.95}, Interval{Estimate: 7, Lo: 4, Hi: 12, Level: 0.95}
	if got, want := v.WidenedBy(whole, part), (Interval{Estimate: 1, Lo: -4, Hi: 1 + math.Sqrt(160), Level: 0.95}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := v.WidenedBy(part, whole); got != v {
		t.Errorf("by less than nothing: %+v", got)
	}
	if got := Unbounded(1, 0.95).WidenedBy(whole, part); got.Bounded() {
		t.Errorf("an unbounded interval became %+v", got)
	}
}

func TestJSON(t *testing.T) {
	list := []any{
		Symmetric(2.0/3, 1, 0.95), Exact(1), Unbounded(1, 0.9), Unknown(),
		Number(2.0 / 3), Number(math.NaN()), Number(math.Inf(-1)),
	}
	want := `[{"estimate":0.666667,"lo":-0.333333,"hi":1.66667,"level":0.95},{"estimate":1,"lo":1,"hi":1},` +
		`{"estimate":1,"lo":null,"hi":null,"level":0.9},{"estimate":null,"lo":null,"hi":null},0.666667,null,null]`
	if data, err := json.Marshal(list); err != nil || string(data) != want {
		t.Errorf("%s, error %v, want %s", data, err, want)
	}
}

// Looking after every observation misleads in no more than one run of twenty. Intervals
// meant for a single look mislead in most runs.
func TestAnytimeHoldsHoweverOftenOneLooks(t *testing.T) {
	const runs, length, first = 2000, 2000, 20
	rng := rand.New(rand.NewPCG(1, 2))
	z := make([]float64, length+1)
	for n := first; n <= length; n++ {
		z[n] = Quantile(Anytime(0.95, float64(n), 200))
	}
	misled, once := 0, 0
	for range runs {
		sum, any, single := 0.0, false, false
		for n := 1; n <= length; n++ {
			sum += rng.NormFloat64()
			if errors := math.Abs(sum) / math.Sqrt(float64(n)); n >= first {
				any = any || errors > z[n]
				single = single || errors > Quantile(0.95)
			}
		}
		if any {
			misled++
		}
		if single {
			once++
		}
	}
	if share := float64(misled) / runs; share > 0.05 || share < 0.01 {
		t.Errorf("misled in %.3f of the runs, want a little below 0.05", share)
	}
	if once < runs/3 {
		t.Errorf("%d of %d runs mislead with intervals for one look, want many", once, runs)
	}
}

// The boundary solves its equation, and is lowest where it should be.
func TestAnytimeIsNarrowestAtItsBest(t *testing.T) {
	const best = 300
	at := func(n, b float64) float64 { return Quantile(Anytime(0.95, n, b)) }
	if z := at(best, best); z < 3 || z > 3.1 {
		t.Errorf("%.3f standard errors, want 3.0 to 3.1", z)
	}
	for _, other := range []float64{100, 200, 250, 350, 400, 900} {
		if at(best, other) <= at(best, best) {
			t.Errorf("at %v observations, the boundary for %v is narrower", best, other)
		}
	}
	for _, x := range []float64{Anytime(0, 1, 1), Anytime(1, 1, 1), Anytime(0.95, 0, 1), Anytime(0.95, 1, 0)} {
		if !math.IsNaN(x) {
			t.Errorf("%v without a level or observations", x)
		}
	}
}

// The logarithms of the relative risks of thirteen trials of the BCG vaccine and their
// variances: the package metafor of R gives τ² = 0.3088, μ = −0.7141 with an error of 0.1787.
func TestRandomEffectsOfTheVaccine(t *testing.T) {
	x := []float64{-0.8893, -1.5854, -1.3481, -1.4416, -0.2175, -0.7861, -1.6209, 0.0120, -0.4694, -1.3713, -0.3394, 0.4459, -0.0173}
	errors := []float64{0.3256, 0.1946, 0.4154, 0.0200, 0.0512, 0.0069, 0.2230, 0.0040, 0.0564, 0.0730, 0.0124, 0.5325, 0.0714}
	for i, v := range errors {
		errors[i] = math.Sqrt(v)
	}
	r, ok := NewRandomEffects(x, errors)
	if !ok || r.DF != 12 {
		t.Fatalf("ok %v, %v degrees of freedom, want 12", ok, r.DF)
	}
	close := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 5e-4 { // the data are rounded
			t.Errorf("%s is %.5f, want %.4f", what, got, want)
		}
	}
	close("τ²", r.Tau*r.Tau, 0.3088)
	close("μ", r.Mean, -0.7141)
	q := r.weigh(x, r.Tau*r.Tau)
	close("error of μ in the model", r.Error, 0.1787)
	r, _ = NewRandomEffects(x, errors)
	close("error of μ", r.Error, 0.1787*Widening(q, 12))
	if part := r.Sampled(); !(part > 0 && part < 0.5) {
		t.Errorf("%v of the squared error comes from that of the trials, want less than half", part)
	}
}

func TestRandomEffectsNeedErrors(t *testing.T) {
	for _, c := range []struct{ x, errors []float64 }{
		{[]float64{1}, []float64{1}},
		{[]float64{1, 2}, []float64{1, 0}},
		{[]float64{1, 2}, []float64{1, math.Inf(1)}},
		{[]float64{1, math.NaN()}, []float64{1, 1}},
	} {
		if _, ok := NewRandomEffects(c.x, c.errors); ok {
			t.Errorf("%v with errors %v has a model", c.x, c.errors)
		}
	}
}

// A further error of which the standard deviation is known is added in squares; one that is 1 or 3, as likely as
// not, leaves 5 % outside ±4.935, which are nearly all of the larger.
func TestWidenByAnUncertainError(t *testing.T) {
	v := Interval{Estimate: 5, Lo: 4, Hi: 7, Level: 0.95}
	z := Quantile(0.95)
	same := func(x float64) float64 { return x }
	got := Profile{[]float64{1, 2}, []float64{0, 1e6}}.Widen(v, same)
	if math.Abs(got.Lo-(5-math.Hypot(1, z))) > 1e-9 || math.Abs(got.Hi-(5+math.Hypot(2, z))) > 1e-9 {
		t.Errorf("a known error: %+v", got)
	}
	got = Profile{[]float64{1, 3}, []float64{2, 2}}.Widen(Interval{5, 5, 5, 0.95}, same)
	if math.Abs(got.Hi-9.9346) > 1e-3 {
		t.Errorf("an uncertain error: %+v", got)
	}
	if got := (Profile{[]float64{1, 3}, []float64{2, 2}}).Widen(v, func(float64) float64 { return 0 }); math.Abs(got.Lo-4) > 1e-9 || math.Abs(got.Hi-7) > 1e-9 {
		t.Errorf("no error: %+v", got)
	}
}
