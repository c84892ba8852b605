package logit

import (
	"math"
	"math/rand/v2"
	"testing"

	"bestiary/internal/testkit"
)

const level = 0.95

func alone(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// Cases that can be computed by hand.
func TestScoresByHand(t *testing.T) {
	v := BeyondChance([]float64{3, -4}, []float64{1, 2}, level)
	testkit.Near(t, "√((9+16-1-4)/2)", v.Estimate, math.Sqrt(10), 1e-12)
	v = BeyondChance([]float64{0.5, -0.5}, []float64{1, 1}, level)
	if v.Estimate != 0 || v.Lo != 0 || !(v.Hi > 0) {
		t.Errorf("residuals below chance: %v, want 0 with an upper limit", v)
	}
	// One residual r without error: r²/τ² is χ² with one degree of freedom.
	v = BeyondChance([]float64{2}, []float64{0}, level)
	testkit.Near(t, "upper limit", v.Hi, 2/0.031338, 0.1)
	testkit.Near(t, "lower limit", v.Lo, 2/2.241403, 1e-4)

	x := []float64{1, 2, -1}
	v = Slope(x, []float64{2, 4, -2}, []float64{.1, .2, .1}, []float64{.2, .1, .3}, alone(3), level)
	testkit.Near(t, "slope of a line", v.Estimate, 2, 1e-9)
	testkit.Near(t, "its error", v.HalfWidth(), 0, 1e-8)
	v = Slope(x, []float64{1, 3, 0}, []float64{0, 0, 0}, []float64{1, 1, 1}, alone(3), level)
	testkit.Near(t, "slope by least squares", v.Estimate, 7./6, 1e-9)
	if v = Slope(x, x, x, x, []int{1, 1, 1}, level); v.Known() {
		t.Errorf("slope of one group: %v, want none", v)
	}

	v = Skill([]float64{1, 1, 2}, []float64{2, 3, 2}, []float64{1, 1, 1}, alone(3), level)
	testkit.Near(t, "skill 1-3/14", v.Estimate, 1-3./14, 1e-12)
	if v = Skill([]float64{1, 2}, []float64{0.1, 0.1}, []float64{1, 1}, alone(2), level); v.Known() {
		t.Errorf("skill over forecasts right to chance: %v, want none", v)
	}
	testkit.Near(t, "factor", Factor([]float64{1, 2}, []float64{3, 5}, []float64{1, 0.5}), (3+4*10.)/(1+4*4.), 1e-12)
}

// A score of 75 % in 300 games has a standard error of 2.5 points; draws make it smaller.
func TestChance(t *testing.T) {
	testkit.Near(t, "error without draws", Chance(LogOdds(0.75), 0, 300), 0.025/(0.75*0.25), 1e-12)
	testkit.Near(t, "with draws", Chance(0, 0.5, 100), math.Sqrt(0.125/100)*4, 1e-12)
	testkit.Near(t, "with more draws than the score allows", Chance(LogOdds(0.9), 1, 100), math.Sqrt((0.09-0.05)/100)/0.09, 1e-12)
	p := Parts{Sampling: 0.3, Exchange: 0.4, Player: 1.2, Chance: 0}
	testkit.Near(t, "all parts", p.Total(), 1.3, 1e-12)
	v := p.Score(LogOdds(0.6), level)
	testkit.Near(t, "predicted", v.Estimate, 0.6, 1e-12)
	testkit.Near(t, "limit", LogOdds(v.Hi), LogOdds(0.6)+1.3*1.959964, 1e-6)
}

// forecastWorld is a league whose truth is known: log-odds predicted with errors, exchanges that
// scatter, and matches of finite length.
type forecastWorld struct {
	rng                       *rand.Rand
	slope, sampling, exchange float64
	games                     int
}

func (w *forecastWorld) play(n int) (x, y, sx, sy, residuals, errors []float64, inside int) {
	for range n {
		truth := 0.8 * w.rng.NormFloat64()
		predicted := truth + w.sampling*w.rng.NormFloat64()
		real := Sigmoid(w.slope*truth + w.exchange*w.rng.NormFloat64())
		score := 0.0
		for range w.games {
			if w.rng.Float64() < real {
				score += 1 / float64(w.games)
			}
		}
		p := Parts{Sampling: w.sampling, Exchange: w.exchange, Chance: Chance(predicted, 0, w.games)}
		v := p.Score(predicted, level)
		if !v.Excludes(score) {
			inside++
		}
		score = math.Min(math.Max(score, 0.5/float64(w.games)), 1-0.5/float64(w.games))
		x, y = append(x, predicted), append(y, LogOdds(score))
		sx, sy = append(sx, w.sampling), append(sy, p.Own())
		residuals, errors = append(residuals, score-v.Estimate), append(errors, math.Sqrt(score*(1-score)/float64(w.games)))
	}
	return
}

// Under the model the predictive intervals hold their level, the slope is 1 in spite of the
// errors of the forecasts, and its interval holds its level.
func TestForecastsOfTheModelCover(t *testing.T) {
	w := &forecastWorld{rand.New(rand.NewPCG(1, 2)), 1, 0.3, 0.1, 400}
	const runs, matches = 400, 30
	within, covered, sum := 0, 0, 0.0
	for range runs {
		x, y, sx, sy, _, _, inside := w.play(matches)
		within += inside
		v := Slope(x, y, sx, sy, alone(matches), level)
		sum += v.Estimate / runs
		if !v.Excludes(1) {
			covered++
		}
	}
	testkit.Near(t, "share inside", float64(within)/(runs*matches), level, 0.01)
	testkit.Near(t, "mean slope", sum, 1, 0.02) // 0.88 by least squares
	testkit.Near(t, "share of slopes that cover", float64(covered)/runs, level, 0.03)
	w.slope = 0.8
	x, y, sx, sy, _, _, _ := w.play(4000)
	testkit.Near(t, "slope of values too far apart", Slope(x, y, sx, sy, alone(4000), level).Estimate, 0.8, 0.02)
}

// The mean square beyond chance is unbiased whatever the length of the matches, and the
// limits of its root hold their level.
func TestBeyondChanceIsUnbiased(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const runs, n, tau = 1000, 15, 0.04
	for _, largest := range []float64{0.01, 0.05} {
		mean, covered := 0.0, 0
		for range runs {
			var residuals, errors []float64
			square := 0.0
			for range n {
				s := largest * (0.5 + rng.Float64()/2)
				r := math.Hypot(tau, s) * rng.NormFloat64()
				residuals, errors = append(residuals, r), append(errors, s)
				square += (r*r - s*s) / n
			}
			v := BeyondChance(residuals, errors, level)
			testkit.Near(t, "the root", v.Estimate, math.Sqrt(math.Max(0, square)), 1e-12)
			mean += square / runs
			if !v.Excludes(tau) {
				covered++
			}
		}
		testkit.Near(t, "mean square", mean, tau*tau, 0.1*tau*tau)
		testkit.Near(t, "coverage", float64(covered)/runs, level, 0.02)
	}
}

// Skill covers the true share, also where matches of a game go wrong together.
func TestSkillCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	const runs, games, matches = 500, 10, 12
	covered := 0
	for range runs {
		var ours, theirs, errors []float64
		var groups []int
		for g := range games {
			common := 0.02 * rng.NormFloat64()
			for range matches {
				chance := 0.02 * rng.NormFloat64()
				ours = append(ours, chance+common+0.02*rng.NormFloat64())
				theirs = append(theirs, chance+common+0.06*rng.NormFloat64())
				errors, groups = append(errors, 0.02), append(groups, g)
			}
		}
		if v := Skill(ours, theirs, errors, groups, level); !v.Excludes(1 - 0.0008/0.0040) {
			covered++
		}
	}
	testkit.Near(t, "coverage", float64(covered)/runs, level, 0.03)
	same := []float64{1, 2, 1, 2, 1, 2}
	if v := Skill(same, same, make([]float64, 6), alone(6), level); v.Estimate != 0 || v.HalfWidth() > 1e-6 {
		t.Errorf("skill over the same forecasts: %v, want 0", v)
	}
}
