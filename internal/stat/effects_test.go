package stat

import (
	"math"
	"testing"
)

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
