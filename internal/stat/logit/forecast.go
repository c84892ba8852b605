package logit

import (
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"bestiary/internal/stat"
)

// BeyondChance returns the root mean square of residuals beyond their standard errors,
// √(mean r²-s²), or 0 if chance explains all of it. The limits are those τ at which
//
//	Σ r²/(τ²+s²) ~ χ²
//
// is not too large or too small (Viechtbauer, Statistics in Medicine 26, 2007).
func BeyondChance(residuals, errors []float64, level float64) stat.Interval {
	n := float64(len(residuals))
	if n == 0 {
		return stat.Unknown()
	}
	square, largest := 0.0, 0.0
	for i, r := range residuals {
		square += (r*r - errors[i]*errors[i]) / n
		largest = math.Max(largest, math.Abs(r))
	}
	at := func(quantile float64) float64 {
		q := distuv.ChiSquared{K: n}.Quantile(quantile)
		excess := func(tau float64) float64 {
			sum := -q
			for i, r := range residuals {
				sum += r * r / (tau*tau + errors[i]*errors[i])
			}
			return sum
		}
		if !(excess(0) > 0) {
			return 0
		}
		_, tau := stat.Bisect(0, largest*math.Sqrt(n/q)+1e-12, 60, func(tau float64) bool { return !(excess(tau) > 0) })
		return tau
	}
	root := math.Sqrt(math.Max(0, square))
	return stat.Interval{Estimate: root, Lo: math.Min(root, at((1+level)/2)), Hi: math.Max(root, at((1-level)/2)), Level: level}
}

// Slope returns the factor b of y = b·x for numbers that are both known with errors, with the
// effective variances of York (Canadian Journal of Physics 44, 1966). The line goes through 0,
// because which side of an exchange is on the left is arbitrary. Numbers of one group may depend on
// each other: the error of b is the sandwich over groups, with Student's t. It is unknown for fewer
// than two groups.
func Slope(x, y, xErrors, yErrors []float64, groups []int, level float64) stat.Interval {
	b := 1.0
	var gain float64
	sums := map[int]float64{}
	for range 100 {
		above, before := 0.0, b
		gain = 0
		clear(sums)
		for i := range x {
			vx, vy := xErrors[i]*xErrors[i], yErrors[i]*yErrors[i]
			w := 1 / (vy + b*b*vx)
			at := w * (vy*x[i] + b*vx*y[i]) // the likeliest x
			above += w * at * y[i]
			gain += w * at * x[i]
			sums[groups[i]] += w * at * (y[i] - b*x[i])
		}
		if b = above / gain; math.Abs(b-before) < 1e-10 {
			break
		}
	}
	n, squares := float64(len(sums)), 0.0
	for _, g := range slices.Sorted(maps.Keys(sums)) {
		squares += sums[g] * sums[g]
	}
	if n < 2 || !(gain > 0) {
		return stat.Unknown()
	}
	se := math.Sqrt(squares*n/(n-1)) / gain
	return stat.Symmetric(b, stat.StudentQuantile(level, n-1)*se, level)
}

// Skill returns the share by which forecasts are better than others of the same matches,
//
//	1 - Σ(r²-s²)/Σ(r'²-s²)
//
// with Fieller's interval over groups. It is unknown if the other forecasts are wrong by
// chance alone, or for fewer than two groups.
func Skill(ours, theirs, errors []float64, groups []int, level float64) stat.Interval {
	n := float64(len(ours))
	means, sums := [2]float64{}, map[int][2]float64{}
	square := func(i int) [2]float64 {
		s := errors[i] * errors[i]
		return [2]float64{ours[i]*ours[i] - s, theirs[i]*theirs[i] - s}
	}
	for i := range ours {
		for k, v := range square(i) {
			means[k] += v / n
		}
	}
	for i := range ours {
		g := sums[groups[i]]
		for k, v := range square(i) {
			g[k] += (v - means[k]) / n
		}
		sums[groups[i]] = g
	}
	count := float64(len(sums))
	if count < 2 {
		return stat.Unknown()
	}
	cov := mat.NewSymDense(2, nil)
	for _, group := range slices.Sorted(maps.Keys(sums)) {
		g := sums[group]
		cov.SymRankOne(cov, count/(count-1), mat.NewVecDense(2, g[:]))
	}
	ratio := Inference{Coef: means[:], Cov: cov, DF: count - 1}.Ratio(0, 1, level)
	return stat.Interval{Estimate: 1 - ratio.Estimate, Lo: 1 - ratio.Hi, Hi: 1 - ratio.Lo, Level: ratio.Level}
}

// Factor returns the factor by which other forecasts, in any unit, become the log-odds
// nearest to those found, by weighted least squares through 0.
func Factor(forecasts, found, errors []float64) float64 {
	above, below := 0.0, 0.0
	for i, x := range forecasts {
		w := 1 / (errors[i] * errors[i])
		above, below = above+w*x*found[i], below+w*x*x
	}
	if below == 0 {
		return 0
	}
	return above / below
}

// Parts holds the parts of the error of the predicted log-odds of a score, as standard deviations.
type Parts struct {
	Sampling float64 `json:"sampling"` // of the fit
	Exchange float64 `json:"exchange"` // the worth of an exchange beyond the sum of its pieces
	Player   float64 `json:"player"`   // a player that was not fitted
	Chance   float64 `json:"chance"`   // the games of the match
}

// Own returns the standard deviation without the forecast's own: how much matches with the same sum
// scatter.
func (p Parts) Own() float64 { return math.Hypot(math.Hypot(p.Exchange, p.Player), p.Chance) }

// Total returns the standard deviation of all parts together.
func (p Parts) Total() float64 { return math.Hypot(p.Sampling, p.Own()) }

// Score returns the predicted score, 0 to 1, with its predictive limits.
func (p Parts) Score(logOdds, level float64) stat.Interval {
	return stat.Normal(logOdds, p.Total(), level).Map(Sigmoid)
}

// Chance returns the standard deviation of the log-odds of a score, of which draws count
// half, in a number of independent games. At these log-odds no more games can be drawn than
// the score allows.
func Chance(logOdds, draws float64, games int) float64 {
	p := Sigmoid(logOdds)
	slope := p * (1 - p)
	draws = math.Min(draws, 2*math.Min(p, 1-p))
	return math.Sqrt((slope-draws/4)/float64(games)) / slope
}

// Combine returns the mean of two estimates by their precisions, and its standard deviation.
func Combine(a, sa, b, sb float64) (mean, sd float64) {
	share := sa * sa / (sa*sa + sb*sb)
	return a + share*(b-a), sa * math.Sqrt(1-share)
}

// Found returns the log-odds of the score of a match and their standard error, from that of the score. A score
// of 0 or 1 lacks half a game of it.
func Found(score, se float64, pairs int) (logOdds, logSE float64) {
	half := 0.25 / float64(pairs)
	score = math.Min(math.Max(score, half), 1-half)
	logOdds = LogOdds(score)
	return logOdds, math.Max(se/(score*(1-score)), Chance(logOdds, 0.5, 2*pairs))
}

// LogOdds returns log(score/(1-score)).
func LogOdds(score float64) float64 { return math.Log(score / (1 - score)) }
