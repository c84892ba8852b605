package rating

import (
	"math"
	"testing"

	"bestiary/internal/testkit"
)

// survival makes every game its own cluster.
func survival(t *testing.T, lengths []float64, ended ...bool) *Survival {
	t.Helper()
	return testkit.Must(NewSurvival(lives(lengths, ended, alone(len(lengths)))))(t)
}

// lives combines three lists about games.
func lives(lengths []float64, ended []bool, clusters []int) []Life {
	var list []Life
	for i, x := range lengths {
		list = append(list, Life{x, ended[i], clusters[i]})
	}
	return list
}

// Without games cut short, the shares are plain frequencies. A game that is cut counts for
// as long as it lasts, including the ply of its end.
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
}

func TestSurvivalExtremes(t *testing.T) {
	none := survival(t, []float64{80, 80}, false, false)
	if m := none.Median(Level95); !math.IsInf(m.Estimate, 1) || !math.IsInf(m.Lo, 1) {
		t.Errorf("median %v of games that were all cut, want +Inf", m)
	}
	if m := survival(t, []float64{7}, true).Median(Level95); m.Estimate != 7 {
		t.Errorf("median %v of one game of length 7", m)
	}
	for _, list := range [][]Life{nil, {{Length: -1}}, {{Length: math.NaN()}}, {{Length: math.Inf(1)}}, {{Length: 1, Cluster: -1}}} {
		if _, err := NewSurvival(list); err == nil {
			t.Errorf("%v were accepted", list)
		}
	}
}

// A game counted twice in one cluster has the error of one game, not of two.
func TestClusteredSurvival(t *testing.T) {
	lengths := []float64{10, 15, 15, 23, 23, 30, 35, 52, 60, 60}
	ended := []bool{true, true, false, true, true, false, true, true, false, true}
	plain := survival(t, lengths, ended...)
	double := testkit.Must(NewSurvival(lives(append(lengths, lengths...), append(ended, ended...), append(alone(10), alone(10)...))))(t)
	for _, at := range []float64{5, 10, 15, 23, 35, 55, 60} {
		want, wantError := plain.At(at, Level95)
		got, gotError := double.At(at, Level95)
		if !near(got.Estimate, want.Estimate, 1e-12) || !near(gotError, wantError, 1e-12) {
			t.Errorf("share %v ± %v after %v, want %v ± %v", got.Estimate, gotError, at, want.Estimate, wantError)
		}
	}
	if got, want := double.Median(Level95), plain.Median(Level95); got != want {
		t.Errorf("median %v, want %v", got, want)
	}
}

// alone numbers clusters of one game each.
func alone(games int) []int {
	list := make([]int, games)
	for i := range list {
		list[i] = i
	}
	return list
}

// Without games cut short, the error of a share is the error of a mean over clusters.
func TestClusteredSurvivalOfPairs(t *testing.T) {
	lengths := []float64{10, 40, 20, 50, 30, 35, 12, 14}
	s := testkit.Must(NewSurvival(lives(lengths, []bool{true, true, true, true, true, true, true, true}, []int{0, 0, 1, 1, 2, 2, 3, 3})))(t)
	// Shares of the pairs that last beyond 25: 1/2, 1/2, 1, 0; the mean is 1/2.
	_, got := s.At(25, Level95)
	if want := math.Sqrt(0.5) / 4; !near(got, want, 1e-12) {
		t.Errorf("error %v, want %v", got, want)
	}
}
