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

// Games that are clusters of their own have Greenwood's errors; a game that is
// counted twice has the error of one, not that of two.
func TestClusteredSurvival(t *testing.T) {
	lengths := []float64{10, 15, 15, 23, 23, 30, 35, 52, 60, 60}
	ended := []bool{true, true, false, true, true, false, true, true, false, true}
	alone, twice := make([]int, len(lengths)), make([]int, 0, 2*len(lengths))
	for i := range lengths {
		alone[i] = i
		twice = append(twice, i, i)
	}
	plain := survival(t, lengths, ended...)
	double := func(list []float64) (out []float64) {
		for _, x := range list {
			out = append(out, x, x)
		}
		return out
	}
	var doubleEnded []bool
	for _, e := range ended {
		doubleEnded = append(doubleEnded, e, e)
	}
	for name, cl := range map[string]struct {
		lengths []float64
		ended   []bool
		cluster []int
	}{"alone": {lengths, ended, alone}, "twice": {double(lengths), doubleEnded, twice}} {
		s, err := NewClusteredSurvival(cl.lengths, cl.ended, cl.cluster)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []float64{5, 10, 15, 23, 35, 55, 60} {
			want, wantError := plain.At(at, Level95)
			got, gotError := s.At(at, Level95)
			if !near(got.Estimate, want.Estimate, 1e-12) || !near(gotError, wantError, 1e-12) {
				t.Errorf("%s: share %v ± %v after %v, want %v ± %v", name, got.Estimate, gotError, at, want.Estimate, wantError)
			}
		}
		want, wantError, _ := plain.RestrictedMean(55)
		got, gotError, err := s.RestrictedMean(55)
		if err != nil || !near(got, want, 1e-12) || !near(gotError, wantError, 1e-12) {
			t.Errorf("%s: restricted mean %v ± %v, want %v ± %v; error %v", name, got, gotError, want, wantError, err)
		}
		if got, want := s.Median(Level95), plain.Median(Level95); got != want {
			t.Errorf("%s: median %v, want %v", name, got, want)
		}
	}
	for _, cluster := range [][]int{nil, {0}, {0, 1, 2, 3, 4, 5, 6, 7, 8, -1}} {
		if _, err := NewClusteredSurvival(lengths, ended, cluster); err == nil {
			t.Errorf("clusters %v: no error", cluster)
		}
	}
}

// Without games cut short, the error of a share is that of a mean over clusters.
func TestClusteredSurvivalOfPairs(t *testing.T) {
	lengths := []float64{10, 40, 20, 50, 30, 35, 12, 14}
	s, err := NewClusteredSurvival(lengths, []bool{true, true, true, true, true, true, true, true}, []int{0, 0, 1, 1, 2, 2, 3, 3})
	if err != nil {
		t.Fatal(err)
	}
	// Shares of the pairs that last beyond 25: 1/2, 1/2, 1, 0; the mean is 1/2.
	_, got := s.At(25, Level95)
	if want := math.Sqrt(0.5) / 4; !near(got, want, 1e-12) {
		t.Errorf("error %v, want %v", got, want)
	}
}
