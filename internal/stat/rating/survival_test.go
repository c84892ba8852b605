package rating

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

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

// remission is the trial of Freireich et al. (Blood 21, 1963), in weeks: with
// 6-mercaptopurine, + for those still in remission, and with a placebo. The
// log-rank statistic of 16.79 and Cox's coefficient of 1.509 (Breslow's ties) are
// in Kalbfleisch and Prentice and in the manuals of most programs.
func remission() (sides [2][]Life) {
	for i, x := range []float64{6, 6, 6, -6, 7, -9, 10, -10, -11, 13, 16, -17, -19, -20, 22, 23, -25, -32, -32, -34, -35} {
		sides[0] = append(sides[0], Life{math.Abs(x), x > 0, i})
	}
	for i, x := range []float64{1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23} {
		sides[1] = append(sides[1], Life{x, true, 21 + i})
	}
	return sides
}

func TestLogRank(t *testing.T) {
	h := CompareLives(remission(), 42, 0.95)
	if got := h.LogRank; !near(got, 16.793, 1e-3) {
		t.Errorf("log-rank statistic %v, want %v", got, 16.793)
	}
	if got := independent(h.LogRank); !near(got, 4.17e-5, 4e-8) {
		t.Errorf("p %v, want %v", got, 4.17e-5)
	}
	if got := math.Log(h.Ratio.Estimate); !near(got, 1.50919, 1e-5) {
		t.Errorf("logarithm of the ratio of hazards %v, want %v", got, 1.50919)
	}
	if h.Ratio.Lo < 1 || h.Ratio.Hi > 15 || h.P > 0.001 {
		t.Errorf("ratio of hazards %v with p %v", h.Ratio, h.P)
	}
}

func TestLivesThatAreTheSame(t *testing.T) {
	var sides [2][]Life
	for i := range 40 {
		for side := range sides {
			sides[side] = append(sides[side], Life{float64(i % 7), i%3 > 0, i / 2})
		}
	}
	h := CompareLives(sides, 20, 0.95)
	if got := h.LogRank; !near(got, 0, 1e-12) {
		t.Errorf("statistic %v, want %v", got, 0)
	}
	if !math.IsNaN(h.P) {
		t.Errorf("p is %v for the same games twice, want none", h.P)
	}
	for i := range sides[1] {
		sides[1][i].Ended = false
	}
	if h := CompareLives(sides, 20, 0.95); !math.IsNaN(h.Ratio.Estimate) {
		t.Errorf("a side without ends has the ratio of hazards %v, want none", h.Ratio)
	}
}

// Without a difference the clustered log-rank test rejects 5 of 100 samples, whereas the
// test for independent games almost never rejects; the interval of the hazard ratio covers
// the true ratio.
func TestClusteredLogRankIsRight(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	const pairs, runs, ratio = 60, 800, 0.7
	rejected, naive, covered := 0, 0, 0
	for range runs {
		var null, changed [2][]Life
		for i := range pairs {
			for range 2 {
				u, cut := rng.ExpFloat64(), 60*rng.ExpFloat64()
				for side := range null {
					// Half of the games are the same on both sides.
					length := 40 * u
					if side == 1 && rng.IntN(2) == 0 {
						length = 40 * rng.ExpFloat64()
					}
					null[side] = append(null[side], lived(i, length, cut))
					if side == 1 {
						length /= ratio
					}
					changed[side] = append(changed[side], lived(i, length, cut))
				}
			}
		}
		h := CompareLives(null, pairs, 0.95)
		if h.P < 0.05 {
			rejected++
		}
		if independent(h.LogRank) < 0.05 {
			naive++
		}
		if v := CompareLives(changed, pairs, 0.95).Ratio; v.Lo <= ratio && ratio <= v.Hi {
			covered++
		}
	}
	if got := float64(rejected) / runs; !near(got, 0.05, 0.02) {
		t.Errorf("rejections without a difference %v, want 0.05", got)
	}
	if got := float64(covered) / runs; !near(got, 0.95, 0.02) {
		t.Errorf("coverage of the ratio of hazards %v, want 0.95", got)
	}
	if naive*2 > rejected {
		t.Errorf("%d and %d rejections, want far fewer as if games were independent", naive, rejected)
	}
}

func lived(pair int, length, cut float64) Life {
	return Life{math.Ceil(math.Min(length, cut)), length <= cut, pair}
}

// independent is the probability of a log-rank statistic if games were independent.
func independent(logRank float64) float64 { return distuv.ChiSquared{K: 1}.Survival(logRank) }
