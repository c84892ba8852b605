package rating

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

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
