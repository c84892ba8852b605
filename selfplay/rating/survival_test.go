package rating

import (
	"math"
	"testing"
)

func survival(t *testing.T, lengths []float64, ended ...bool) *Survival {
	t.Helper()
	s, err := NewSurvival(lengths, ended)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Without games cut short the shares are plain frequencies; a game that is cut
// counts as long as it lasts, at the ply of its end too.
func TestSurvivalShares(t *testing.T) {
	all := survival(t, []float64{40, 10, 20, 20, 30}, true, true, true, true, true)
	cut := survival(t, []float64{10, 20, 20, 30}, true, true, false, false)
	for _, test := range []struct {
		s    *Survival
		at   float64
		want float64
	}{
		{all, 0, 1}, {all, 10, 0.8}, {all, 19.9, 0.8}, {all, 20, 0.4}, {all, 30, 0.2}, {all, 50, 0},
		{cut, 10, 0.75}, {cut, 20, 0.5}, {cut, 99, 0.5},
	} {
		got, standardError := test.s.At(test.at, Level95)
		if !near(got.Estimate, test.want, 1e-12) {
			t.Errorf("share %v after %v, want %v", got.Estimate, test.at, test.want)
		}
		if inside := test.want > 0 && test.want < 1; inside != (got.Lo < test.want && test.want < got.Hi) || inside != (standardError > 0) {
			t.Errorf("limits %v to %v and error %v of %v", got.Lo, got.Hi, standardError, test.want)
		}
	}
	if mean, _, err := all.RestrictedMean(40); err != nil || !near(mean, 24, 1e-12) {
		t.Errorf("mean length %v and error %v, want 24", mean, err)
	}
	if mean, _, err := all.RestrictedMean(20); err != nil || !near(mean, 18, 1e-12) {
		t.Errorf("mean length up to 20 of %v and error %v, want 18", mean, err)
	}
}

func TestSurvivalExtremes(t *testing.T) {
	none := survival(t, []float64{80, 80}, false, false)
	if m := none.Median(Level95); !math.IsInf(m.Estimate, 1) || !math.IsInf(m.Lo, 1) {
		t.Errorf("median %v of games that were all cut, want +Inf", m)
	}
	if mean, standardError, err := none.RestrictedMean(80); err != nil || mean != 80 || standardError != 0 {
		t.Errorf("mean length %v with error %v (%v), want 80 with 0", mean, standardError, err)
	}
	if m := survival(t, []float64{7}, true).Median(Level95); m.Estimate != 7 {
		t.Errorf("median %v of one game of length 7", m)
	}
	for _, test := range []struct {
		lengths []float64
		ended   []bool
	}{
		{nil, nil}, {[]float64{1}, nil}, {[]float64{-1}, []bool{true}}, {[]float64{math.NaN()}, []bool{true}}, {[]float64{math.Inf(1)}, []bool{false}},
	} {
		if _, err := NewSurvival(test.lengths, test.ended); err == nil {
			t.Errorf("lengths %v with endings %v were accepted", test.lengths, test.ended)
		}
	}
	for _, tau := range []float64{0, 81, math.NaN()} {
		if _, _, err := none.RestrictedMean(tau); err == nil {
			t.Errorf("a mean restricted to %v was computed", tau)
		}
	}
}
