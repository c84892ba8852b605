package logit

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp/cmpopts"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"
)

// Reference limits: 95 % score intervals of x successes in n trials.
func TestWilson(t *testing.T) {
	tests := []struct{ x, n, lo, hi float64 }{
		{0, 10, 0, 0.2775},
		{10, 10, 0.7225, 1},
		{81, 263, 0.2553, 0.3662}, // Newcombe, Statistics in Medicine 17 (1998)
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
	}
	for _, test := range tests {
		v := stat.Wilson(test.x/test.n, test.n, 1.959963984540054, 0.95)
		testkit.Near(t, "lower limit", v.Lo, test.lo, 5e-5)
		testkit.Near(t, "upper limit", v.Hi, test.hi, 5e-5)
	}
}

func TestCalibrationByHand(t *testing.T) {
	d := &Design{Columns: 1}
	add := func(mu, y, weight float64, cluster int32) {
		d.Add([]uint16{0}, []float64{math.Log(mu / (1 - mu))}, y, weight, cluster)
	}
	add(0.1, 0, 1, 1)
	add(0.2, 1, 3, 1)
	add(0.15, 0, 0, 2) // weight 0: not counted
	add(0.2, 0, 4, 3)
	add(0.8, 1, 1, 3)
	add(0.9, 1, 1, 4)
	bins := testkit.Must(Calibration(d, []float64{1}, 4, 0.95))(t)
	// First bin: mean 3/8; residual sums 3·5/8 - 3/8 = 3/2 in cluster 1 and
	// -3/2 in cluster 3; variance 2/1 · (9/4+9/4)/64 = 9/64, so that 15/64
	// makes 5/3 trials.
	wilson := func(p, n float64) stat.Interval { return stat.Wilson(p, n, 1.959963984540054, 0.95) }
	want := []Bin{
		{From: 0, To: 0.25, Predicted: 1.5 / 8, Observed: wilson(3.0/8, 5.0/3),
			EffectiveN: 5.0 / 3, Weight: 8, Rows: 3, Clusters: 2},
		{From: 0.75, To: 1, Predicted: 0.85, Observed: wilson(1, 2),
			EffectiveN: 2, Weight: 2, Rows: 2, Clusters: 2},
	}
	testkit.Same(t, "bins", want, bins, cmpopts.EquateApprox(0, 1e-9))
	observed, floor := CalibrationError(bins)
	testkit.Near(t, "calibration error", observed, (8*(3-1.5)/8+2*0.15)/10, 1e-12)
	testkit.Near(t, "floor", floor, (8*math.Sqrt(2/math.Pi*(1.5/8)*(6.5/8)/(5.0/3))+2*math.Sqrt(2/math.Pi*0.85*0.15/2))/10, 1e-12)
}

// Positions of one game share its result: 20 rows per game must widen the intervals about
// as much as 20 times fewer games would.
func TestCalibrationCountsClusters(t *testing.T) {
	w := mirroredGames
	w.draws, w.correlation = 0, 0
	games := w.play(seeded(17), 1000)
	positions := &Design{Columns: games.Columns}
	for i := range games.Rows() {
		idx, val := games.row(i)
		for range 20 {
			positions.Add(idx, val, games.Y[i], 1, int32(i))
		}
	}
	bins := testkit.Must(Calibration(positions, w.truth(), 5, 0.95))(t)
	for _, b := range bins {
		testkit.Near(t, "rows per trial", float64(b.Rows)/b.EffectiveN, 20, 4)
	}
}

// If the two mirrored games cancel in every pair, a handful of pairs shows no variation;
// that must not count as certainty.
func TestCalibrationOfFewClusters(t *testing.T) {
	d := &Design{Columns: 1}
	for pair := range int32(6) {
		d.Add(nil, nil, 1, 1, pair)
		d.Add(nil, nil, 0, 1, pair)
	}
	d.Add(nil, nil, 1, 1, 6)
	bins := testkit.Must(Calibration(d, []float64{1}, 1, 0.95))(t)
	testkit.Near(t, "effective trials", bins[0].EffectiveN, 13, 1e-12)
}

func TestCalibrationOfTrueAndFalseModels(t *testing.T) {
	d := mirroredGames.play(seeded(18), 4000)
	check := func(scale float64) (float64, float64) {
		coef := mirroredGames.truth()
		for j := range coef {
			coef[j] *= scale
		}
		bins := testkit.Must(Calibration(d, coef, 10, 0.999))(t)
		if scale == 1 {
			for _, b := range bins {
				if b.Predicted < b.Observed.Lo || b.Predicted > b.Observed.Hi {
					t.Errorf("the true model lies outside a bin's 99.9 %% interval: %+v", b)
				}
			}
		}
		return CalibrationError(bins)
	}
	if observed, floor := check(1); observed > 2*floor || observed > 0.02 {
		t.Errorf("true model: calibration error %v, floor %v", observed, floor)
	}
	if observed, floor := check(2); observed < 3*floor || observed < 0.03 {
		t.Errorf("overconfident model: calibration error %v, floor %v", observed, floor)
	}
}

func TestCalibrationRejectsBadArguments(t *testing.T) {
	d := mirroredGames.play(seeded(19), 5)
	for name, call := range map[string]func() error{
		"bins":  func() error { _, err := Calibration(d, mirroredGames.truth(), 0, 0.95); return err },
		"level": func() error { _, err := Calibration(d, mirroredGames.truth(), 5, 1); return err },
		"coef":  func() error { _, err := Calibration(d, []float64{1}, 5, 0.95); return err },
	} {
		if call() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
