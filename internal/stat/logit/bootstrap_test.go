package logit

import (
	"math"
	"slices"
	"testing"

	"bestiary/internal/stat"
	"github.com/google/go-cmp/cmp"
)

func mustBootstrap(t *testing.T, d *Design, s Settings, resamples int, seed uint64) *Replicates {
	t.Helper()
	r, err := Bootstrap(d, Prior{}, s, resamples, seed)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestBootstrapIsReproducible(t *testing.T) {
	d := mirroredGames.play(seeded(13), 100)
	one := mustBootstrap(t, d, Settings{Workers: 1}, 40, 5)
	if diff := cmp.Diff(one.Coefs, mustBootstrap(t, d, Settings{Workers: 6}, 40, 5).Coefs); diff != "" {
		t.Errorf("1 and 6 workers differ:\n%s", diff)
	}
	if diff := cmp.Diff(one.Coefs[:15], mustBootstrap(t, d, Settings{}, 15, 5).Coefs); diff != "" {
		t.Errorf("a shorter run is not the beginning of the longer one:\n%s", diff)
	}
	if slices.Equal(one.Coefs[0], mustBootstrap(t, d, Settings{}, 1, 6).Coefs[0]) {
		t.Error("another seed gives the same resample")
	}
	if got, want := stream(5, 0).Uint64(), uint64(0x25f7a8fad6403689); got != want {
		t.Errorf("stream 0 of seed 5 begins with %#x, want %#x", got, want)
	}
}

// Each resample must be the fit to a design that repeats the drawn clusters.
func TestResampleIsAFitToDrawnClusters(t *testing.T) {
	d := mirroredGames.play(seeded(14), 80)
	got := mustBootstrap(t, d, Settings{}, 3, 9).Coefs[2]
	rng := stream(9, 2)
	drawn := &Design{Columns: d.Columns}
	for range 80 {
		c := rng.IntN(80)
		for _, i := range []int{2 * c, 2*c + 1} {
			idx, val := d.row(i)
			drawn.Add(idx, val, d.Y[i], 1, 0)
		}
	}
	for j, want := range mustFit(t, drawn, Prior{}, Settings{}).Coef {
		near(t, "coefficient", got[j], want, 1e-6)
	}
}

func TestBootstrapAgreesWithSandwich(t *testing.T) {
	d := mirroredGames.play(seeded(15), 500)
	r := mustBootstrap(t, d, Settings{}, 400, 1)
	cov := r.Cov()
	for j := range r.Fit.Coef {
		near(t, "ratio of standard errors", math.Sqrt(cov.At(j, j)/r.Fit.Cov.At(j, j)), 1, 0.12)
	}
	percentile := r.Interval(func(c []float64) float64 { return c[2] / c[1] }, 0.95)
	fieller := r.Fit.Sampling().Ratio(2, 1, 0.95)
	width := fieller.Hi - fieller.Lo
	near(t, "estimate", percentile.Estimate, fieller.Estimate, 1e-12)
	near(t, "lower limit", percentile.Lo, fieller.Lo, 0.12*width)
	near(t, "upper limit", percentile.Hi, fieller.Hi, 0.12*width)
	if r.Degenerate != 0 || r.Unconverged != 0 {
		t.Errorf("%d degenerate, %d unconverged", r.Degenerate, r.Unconverged)
	}
}

// A column that occurs in few clusters is missing from some resamples; they
// must stay finite and be counted.
func TestBootstrapCountsDegenerateResamples(t *testing.T) {
	d := mirroredGames.play(seeded(16), 60)
	d.Columns++
	rare := uint16(d.Columns - 1)
	for k, y := range []float64{1, 0, 0.5} {
		d.Add([]uint16{0, rare}, []float64{1, 1}, y, 1, int32(1000+k))
	}
	r := mustBootstrap(t, d, Settings{}, 200, 3)
	// All three clusters stay out of a resample with probability e⁻³, and the
	// resamples that draw only wins or only losses diverge as well.
	if r.Degenerate < 5 || r.Degenerate > 60 {
		t.Errorf("%d of 200 resamples degenerate", r.Degenerate)
	}
	for _, coef := range r.Coefs {
		for j, c := range coef {
			if math.IsNaN(c) || math.Abs(c) > 20 {
				t.Fatalf("coefficient %d is %v", j, c)
			}
		}
	}
}

func TestPercentileInterval(t *testing.T) {
	r := &Replicates{Fit: &Result{Coef: []float64{7}}}
	for k := range 101 {
		r.Coefs = append(r.Coefs, []float64{float64((k * 37) % 101)})
	}
	first := func(c []float64) float64 { return c[0] }
	if diff := cmp.Diff(stat.Interval{Estimate: 7, Lo: 5, Hi: 95, Level: 0.9}, r.Interval(first, 0.9), approximately); diff != "" {
		t.Errorf("90 %% interval: %s", diff)
	}
	if diff := cmp.Diff(stat.Interval{Estimate: 7, Lo: 2.5, Hi: 97.5, Level: 0.95}, r.Interval(first, 0.95), approximately); diff != "" {
		t.Errorf("95 %% interval: %s", diff)
	}
	undefined := func(c []float64) float64 { return math.Sqrt(c[0] - 5) }
	if v := r.Interval(undefined, 0.9); v.Bounded() {
		t.Errorf("a function undefined for some resamples gives %+v", v)
	}
	infinite := func(c []float64) float64 { return 1 / max(0, c[0]-20) }
	if v := r.Interval(infinite, 0.9); v.Bounded() || !math.IsInf(v.Hi, 1) {
		t.Errorf("a function infinite for a fifth of the resamples gives %+v", v)
	}
	if v := r.Interval(first, 1.5); !math.IsNaN(v.Lo) {
		t.Errorf("level 1.5 gives %+v", v)
	}
}

var approximately = cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })

func TestBootstrapRejectsNoResamples(t *testing.T) {
	if _, err := Bootstrap(&Design{Columns: 1}, Prior{}, Settings{}, 0, 1); err == nil {
		t.Error("0 resamples accepted")
	}
	if _, err := Bootstrap(&Design{Columns: 1}, Prior{}, Settings{}, 5, 1); err == nil {
		t.Error("a design without rows accepted")
	}
}
