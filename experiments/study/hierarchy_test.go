package study

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"
)

// Games that are drawn from a distribution: the interval of its mean covers the mean in
// 95 % of the cases, whether games differ or not, and shrunk numbers are covered, too, the
// most extreme of them included.
func TestHierarchicalMeansCover(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, tau := range []float64{0, 1, 3} {
		const repetitions, games = 2000, 6
		mean, plain, worst, raw := 0.0, 0.0, 0.0, 0.0
		for range repetitions {
			var list []Evidence
			var parts []part
			var truth []float64
			for k := range games {
				se := 0.5 + 0.3*float64(k)
				truth = append(truth, tau*rng.NormFloat64())
				list = append(list, normal(truth[k]+se*rng.NormFloat64(), se))
				parts = append(parts, part{"", list[k]})
			}
			m, worstMember := members(parts, above(-100), 0.95)
			mean += covers(stat.NewPopulation(list).Mean.At(0.95), 0) / repetitions
			plain += covers(stat.MeanOf(list).At(0.95), 0) / repetitions
			worst += covers(m[worstMember].Shrunk, truth[worstMember]) / repetitions
			lowest := 0
			for k, e := range list {
				if e.Estimate < list[lowest].Estimate {
					lowest = k
				}
			}
			raw += covers(m[lowest].Effect, truth[lowest]) / repetitions
		}
		if mean < 0.93 {
			t.Errorf("τ = %v: the mean is covered in %.3f of the cases", tau, mean)
		}
		if worst < 0.91 {
			t.Errorf("τ = %v: the worst member is covered in %.3f of the cases", tau, worst)
		}
		if tau == 3 && plain > 0.8 {
			t.Errorf("the mean of these runs alone is covered in %.3f of the cases, which would need no hierarchy", plain)
		}
		if tau == 0 && raw > 0.9 {
			t.Errorf("the lowest number by itself is covered in %.3f of the cases, which would need no shrinking", raw)
		}
	}
}

// One panel of players plays all games, so what it leaves open is the same in each number: the
// mean of six games covers the truth in 95 % of the cases, and would in far fewer if the games
// were taken to have players of their own.
func TestMeansOfCommonPlayersCover(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 6))
	const repetitions, games, se, players = 4000, 6, 0.5, 1.0
	for _, tau := range []float64{0, 0.5} {
		plain, mean, apart := 0.0, 0.0, 0.0
		for range repetitions {
			common := players * rng.NormFloat64()
			var list []Evidence
			for range games {
				x := common + tau*rng.NormFloat64() + se*rng.NormFloat64()
				list = append(list, partly(x, math.Hypot(se, players), players*players/(se*se+players*players)))
			}
			plain += covers(stat.MeanOf(list).At(0.95), 0) / repetitions
			mean += covers(stat.NewPopulation(list).Mean.At(0.95), 0) / repetitions
			apart += covers(stat.Combined(slices.Repeat([]float64{1.0 / games}, games), list).At(0.95), 0) / repetitions
		}
		if mean < 0.94 || plain < 0.935 {
			t.Errorf("τ = %v: the mean of the distribution is covered in %.3f of the cases, the plain mean in %.3f, want 0.95", tau, mean, plain)
		}
		if apart > 0.7 {
			t.Errorf("τ = %v: with players of its own for each game the mean is covered in %.3f of the cases, want far fewer", tau, apart)
		}
	}
}

func covers(v stat.Interval, x float64) float64 {
	if v.Lo <= x && x <= v.Hi {
		return 1
	}
	return 0
}

// By hand: 1 and 3 with standard errors of 1 have Q = 2, so τ² = 1, and each weighs 1/2.
func TestHierarchicalMean(t *testing.T) {
	for _, c := range []struct{ distance, fixed float64 }{{0, 0}, {2, 0.5}, {20, 0.995}} { // τ² = distance²/2 − 1
		testkit.Near(t, "part that games do not reduce", stat.NewPopulation([]Evidence{normal(0, 1), normal(c.distance, 1)}).Mean.Fixed(), c.fixed, 1e-5)
	}
	// The variances of the games are 0.7 and 0.5, and what players leave is averaged, not reduced.
	own := math.Pow(stat.StudentQuantile(0.95, 1), 2) / (1/0.7 + 1/0.5)
	common := math.Pow(stat.Quantile(0.95)*(math.Sqrt(0.3)/0.7+math.Sqrt(0.5)/0.5)/(1/0.7+1/0.5), 2)
	testkit.Near(t, "part that is due to players", stat.NewPopulation([]Evidence{partly(1, 1, 0.3), partly(1, 1, 0.5)}).Mean.Fixed(), common/(own+common), 1e-5)
	e := stat.NewPopulation([]Evidence{normal(1, 1), normal(3, 1)}).Mean
	testkit.Near(t, "mean", e.Estimate, 2, 1e-9)
	testkit.Near(t, "half-width", e.At(0.95).HalfWidth(), stat.StudentQuantile(0.95, 1), 1e-6)
	m, worst := members([]part{{"a", normal(1, 1)}, {"b", normal(3, 1)}}, above(0), 0.95)
	testkit.Near(t, "shrunk", m[0].Shrunk.Estimate, 1.5, 1e-9)
	if worst != 0 {
		t.Errorf("the worst is %d, want the first", worst)
	}
	if _, worst := members([]part{{"a", normal(1, 1)}, {"b", normal(3, 1)}}, below(9), 0.95); worst != 1 {
		t.Errorf("the worst is %d, want the second", worst)
	}
	if e := stat.NewPopulation([]Evidence{normal(1, 1), unknown(3)}).Mean; !math.IsInf(e.At(0.95).Hi, 1) {
		t.Errorf("one is not known: %v", e.At(0.95))
	}
	if e := stat.NewPopulation([]Evidence{normal(1, 1)}).Mean; e.Estimate != 1 {
		t.Errorf("a single one: %v", e.At(0.95))
	}
}

// Tiers are about means, of those pieces that a game has.
func TestTiers(t *testing.T) {
	run := valued(t)
	r := &Result{Experiment: &Experiment{Level: 0.95}, Runs: []*RunResult{run, run}}
	h := &Hypothesis{
		Runs: []int{0, 1}, Across: Hierarchical, Rule: above(0),
		Statistic: tiersOf([][]string{{"queen", "amazon"}, {"rook"}, {"knight", "bishop"}}, sum(t, "rook")),
	}
	a := r.answer(h)
	if len(a.Tests) != 2 || len(a.Members) > 0 {
		t.Fatalf("%d tests and the members %+v", len(a.Tests), a.Members)
	}
	testkit.Near(t, "the smaller step", a.Effect.Estimate, math.Min(a.Tests[0].Effect.Estimate, a.Tests[1].Effect.Estimate), 0)
	if a.Tests[0].Effect.Estimate == a.Tests[1].Effect.Estimate || a.Decisive != a.Tests[1].Name {
		t.Errorf("the steps are %v and %v, decisive %q", a.Tests[0].Effect, a.Tests[1].Effect, a.Decisive)
	}
	want := worth(sum(t, "rook - 0.5 knight - 0.5 bishop"), sum(t, "rook"), run)
	testkit.Near(t, "rook over the minor pieces", a.Tests[1].Effect.Estimate, want.Estimate, 1e-9)
}

// With times, a piece is compared with so many of the next.
func TestOrderWithTimes(t *testing.T) {
	run := valued(t)
	r := &Result{Experiment: &Experiment{Level: 0.95}, Runs: []*RunResult{run}}
	for times, want := range map[float64]string{0: "queen - rook", 1.5: "queen - 1.5 rook"} {
		h := &Hypothesis{Runs: []int{0}, Across: Each, Rule: above(0), Statistic: orderOf([][]string{{"queen"}, {"rook"}}, times, sum(t, "rook"))}
		e := worth(sum(t, want), sum(t, "rook"), run)
		testkit.Near(t, want, r.answer(h).Effect.Estimate, e.Estimate, 1e-9)
	}
}
