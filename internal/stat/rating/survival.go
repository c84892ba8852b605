package rating

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"bestiary/internal/stat"
)

// Survival is the Kaplan-Meier estimate of the share of games that have not ended by their rules
// after a given number of plies. Some of the games may have been cut short: a game adjudicated at
// ply 80 would have lasted an unknown time longer. The estimate assumes that cutting a game is
// independent of how it would have continued. Adjudication by score violates that, so the number of
// cut games should be reported beside it.
type Survival struct {
	times []float64 // at which games ended, ascending
	ended []float64 // games that ended then
	at    []float64 // games that had lasted until then, cut or not
	share []float64 // of games that last longer
	// relative is the standard error of ln share.
	relative []float64
}

// Life is how long a game lasted.
type Life struct {
	Length float64 // finite and not negative
	// Ended reports whether the game came to the end that is studied; others were cut short.
	Ended bool
	// Cluster numbers the games that may depend on each other, such as a pair, from 0 on.
	Cluster int
}

// NewSurvival computes the estimate from at least one game.
//
// The error of a share is a sum over clusters of what each contributes (the infinitesimal
// jackknife: Williams, Biometrics 51, 1995). If every game is its own cluster, that is
// Greenwood's error.
func NewSurvival(lives []Life) (*Survival, error) {
	if len(lives) == 0 {
		return nil, ErrNoGames
	}
	clusters := map[int][]Life{}
	for i, l := range lives {
		if !(l.Length >= 0) || math.IsInf(l.Length, 1) || l.Cluster < 0 {
			return nil, fmt.Errorf("rating: game %d has length %v and cluster %d, expected a finite length and a cluster of at least 0",
				i+1, l.Length, l.Cluster)
		}
		clusters[l.Cluster] = append(clusters[l.Cluster], l)
	}
	s := &Survival{times: timesOf(lives)}
	s.ended, s.at = countAt(s.times, lives)
	share := 1.0
	for k := range s.times {
		share *= 1 - s.ended[k]/s.at[k]
		s.share = append(s.share, share)
	}
	s.addErrors(clusters)
	return s, nil
}

// timesOf returns the times at which games ended, ascending.
func timesOf(lives []Life) []float64 {
	var times []float64
	for _, l := range lives {
		if l.Ended {
			times = append(times, l.Length)
		}
	}
	slices.Sort(times)
	return slices.Compact(times)
}

// countAt counts the games that ended at each time, and those that had lasted until then. A
// game cut short at a time has lasted until then.
func countAt(times []float64, lives []Life) (ended, at []float64) {
	ended, at = make([]float64, len(times)), make([]float64, len(times))
	for _, l := range lives {
		k, found := slices.BinarySearch(times, l.Length)
		if found {
			at[k]++
			if l.Ended {
				ended[k]++
			}
		} else if k > 0 {
			at[k-1]++
		}
	}
	for k := len(times) - 2; k >= 0; k-- {
		at[k] += at[k+1]
	}
	return ended, at
}

// addErrors fills in the errors, cluster by cluster in their order.
func (s *Survival) addErrors(clusters map[int][]Life) {
	s.relative = make([]float64, len(s.times))
	for _, c := range slices.Sorted(maps.Keys(clusters)) {
		for k, x := range s.influence(clusters[c]) {
			s.relative[k] += x * x
		}
	}
	for k := range s.relative {
		if s.share[k] == 0 {
			s.relative[k] = math.Inf(1)
		}
		s.relative[k] = math.Sqrt(s.relative[k])
	}
}

// influence returns the change of ln share at each time per unit of weight of a cluster.
// It is 0 where the share is 0.
func (s *Survival) influence(lives []Life) []float64 {
	out := make([]float64, len(s.times))
	sum := 0.0
	for k, t := range s.times {
		if s.at[k] == s.ended[k] {
			break
		}
		for _, l := range lives {
			if l.Length < t {
				continue
			}
			sum += s.ended[k] / s.at[k] / (s.at[k] - s.ended[k])
			if l.Ended && l.Length == t {
				sum -= 1 / (s.at[k] - s.ended[k])
			}
		}
		out[k] = sum
	}
	return out
}

// At returns the share of games that last longer than t, with limits from the normal
// interval of ln(-ln share), which stay inside (0, 1), by Greenwood's variance or the
// errors of clusters. The limits are NaN where the share is 0 or 1.
func (s *Survival) At(t, level float64) (v stat.Interval, standardError float64) {
	share, relative := s.upTo(t)
	v = stat.Interval{Estimate: share, Lo: math.NaN(), Hi: math.NaN(), Level: level}
	if share > 0 && share < 1 {
		off := stat.Quantile(level) * relative / math.Abs(math.Log(share))
		v.Lo, v.Hi = math.Pow(share, math.Exp(off)), math.Pow(share, math.Exp(-off))
	}
	if share == 0 {
		return v, 0
	}
	return v, share * relative
}

// upTo returns the share at t and the standard error of its logarithm.
func (s *Survival) upTo(t float64) (share, relative float64) {
	k, found := slices.BinarySearch(s.times, t)
	if found {
		k++
	}
	if k == 0 {
		return 1, 0
	}
	return s.share[k-1], s.relative[k-1]
}

// Median returns the length that half of the games do not exceed. Its limits are the
// lengths at which the limits of the share, by the normal interval of its logarithm, fall
// to one half. A value is +∞ if the share never falls that low.
func (s *Survival) Median(level float64) stat.Interval {
	v, z := stat.Interval{Estimate: math.Inf(1), Lo: math.Inf(1), Hi: math.Inf(1), Level: level}, stat.Quantile(level)
	for _, t := range slices.Backward(s.times) {
		share, relative := s.upTo(t)
		if share <= 0.5 {
			v.Estimate = t
		}
		if share == 0 {
			v.Lo = t
			continue
		}
		if share*math.Exp(-z*relative) <= 0.5 {
			v.Lo = t
		}
		if share*math.Exp(z*relative) <= 0.5 {
			v.Hi = t
		}
	}
	return v
}

// Hazards compares how soon the games of two sides end. Its numbers are NaN where the games do
// not determine them.
type Hazards struct {
	// LogRank is the statistic of the log-rank test.
	LogRank float64
	// P is the p-value of the score test with a variance over clusters, which allows the games
	// of a cluster, on both sides, to depend on each other.
	P float64
	// Ratio is the hazard ratio, second side over first, by Cox's model, with limits from the
	// same variance.
	Ratio stat.Interval
}

// times are the moments at which games ended.
type times struct {
	at      []float64
	ends    []float64    // games that ended then
	seconds []float64    // of these, of the second side
	risk    [2][]float64 // games of each side that had lasted until then
}

// maxRounding is the largest score of a game that rounding errors can produce.
const maxRounding = 1e-12

// CompareLives tests whether games of both sides end at the same rate at any
// time; clusters is the number of clusters. The score of Cox's partial likelihood (Breslow's
// form for ties) is
//
//	U(β) = Σ_t d2(t) - d(t)·x̄(t),   x̄ = r2 e^β / (r1 + r2 e^β),
//
// with d ends, d2 of the second side, and r1, r2 games at risk. U(0)² over the
// hypergeometric variance is the log-rank statistic. U is also a sum over games
// of what each contributes, and the squared sums over clusters add up to a variance
// that holds for dependent games (Lin and Wei, JASA 84, 1989; Lee, Wei and Amato
// 1992).
func CompareLives(sides [2][]Life, clusters int, level float64) Hazards {
	t := &times{at: timesOf(slices.Concat(sides[0], sides[1]))}
	t.ends, t.risk[0] = countAt(t.at, sides[0])
	t.seconds, t.risk[1] = countAt(t.at, sides[1])
	for k, n := range t.seconds {
		t.ends[k] += n
	}
	out := Hazards{LogRank: math.NaN(), P: math.NaN(), Ratio: stat.Unknown()}
	score, _ := t.score(0)
	margins := 0.0 // the variance of U(0) given all margins
	for k, d := range t.ends {
		if r := t.risk[0][k] + t.risk[1][k]; r > 1 {
			margins += d * t.risk[0][k] * t.risk[1][k] * (r - d) / (r * r * (r - 1))
		}
	}
	if margins > 0 {
		out.LogRank = score * score / margins
	}
	df := float64(clusters - 1)
	if se := t.scoreError(sides, clusters, 0); se > maxRounding*float64(len(sides[0])+len(sides[1])) {
		out.P = stat.StudentP(score/se, df)
	}
	if beta, ok := t.fit(); ok {
		_, information := t.score(beta)
		se := t.scoreError(sides, clusters, beta) / information
		out.Ratio = stat.Symmetric(beta, stat.StudentQuantile(level, df)*se, level).Map(math.Exp)
	}
	return out
}

// mean is x̄ and the sum of weights at the k-th time.
func (t *times) mean(k int, beta float64) (mean, weight float64) {
	second := t.risk[1][k] * math.Exp(beta)
	weight = t.risk[0][k] + second
	return second / weight, weight
}

// score is U(β) and its negative derivative.
func (t *times) score(beta float64) (score, information float64) {
	for k := range t.at {
		x, _ := t.mean(k, beta)
		score += t.seconds[k] - t.ends[k]*x
		information += t.ends[k] * x * (1 - x)
	}
	return score, information
}

// scoreError is the standard error of U(β) from the contributions of clusters.
func (t *times) scoreError(sides [2][]Life, clusters int, beta float64) float64 {
	n := len(t.at)
	hazard, shifted := make([]float64, n+1), make([]float64, n+1) // Σ d/w and Σ x̄ d/w up to a time
	for k := range t.at {
		x, weight := t.mean(k, beta)
		hazard[k+1] = hazard[k] + t.ends[k]/weight
		shifted[k+1] = shifted[k] + x*t.ends[k]/weight
	}
	sums := make([]float64, clusters)
	for side, weight := range []float64{1, math.Exp(beta)} {
		for _, l := range sides[side] {
			k, found := slices.BinarySearch(t.at, l.Length)
			x := float64(side)
			if found && l.Ended {
				mean, _ := t.mean(k, beta)
				sums[l.Cluster] += x - mean
			}
			if found {
				k++
			}
			sums[l.Cluster] -= weight * (x*hazard[k] - shifted[k])
		}
	}
	total := 0.0
	for _, s := range sums {
		total += s * s
	}
	return math.Sqrt(total * float64(clusters) / float64(clusters-1))
}

// fit solves U(β) = 0 by Newton's method, which converges from 0 unless the
// solution is infinite.
func (t *times) fit() (beta float64, ok bool) {
	const rounds, tolerance, farthest = 50, 1e-10, 12
	for range rounds {
		score, information := t.score(beta)
		if !(information > 0) {
			return 0, false
		}
		step := math.Max(-1, math.Min(1, score/information))
		beta += step
		if math.Abs(beta) > farthest {
			return 0, false
		}
		if math.Abs(step) < tolerance {
			return beta, true
		}
	}
	return 0, false
}
