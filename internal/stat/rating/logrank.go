package rating

import (
	"math"
	"slices"

	"bestiary/internal/stat"
)

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
