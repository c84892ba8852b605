package compare

import (
	"cmp"
	"math"
	"slices"

	"bestiary/internal/stat"
)

// life is how long a game lasted.
type life struct {
	pair   int
	second bool    // which side it belongs to
	time   float64 // plies
	ended  bool    // by what is studied; otherwise it was cut
}

// hazards compares how soon the games of two sides end.
type hazards struct {
	logRank float64 // the statistic of the log-rank test
	// clustered is the p-value with a variance over pairs, which allows the games of a
	// pair, on both sides, to depend on each other.
	clustered float64
	// ratio is the hazard ratio, second side over first, by Cox's
	// model, with limits from the same variance. NaN if a side has no end.
	ratio stat.Interval
}

// times are the moments at which games ended.
type times struct {
	at      []float64
	ends    []float64    // games that ended then
	seconds []float64    // of these, of the second side
	risk    [2][]float64 // games of each side that had lasted until then
}

// compareLives tests whether games of both sides end at the same rate at any
// time. The score of Cox's partial likelihood (Breslow's form for ties) is
//
//	U(β) = Σ_t d2(t) - d(t)·x̄(t),   x̄ = r2 e^β / (r1 + r2 e^β),
//
// with d ends, d2 of the second side, and r1, r2 games at risk. U(0)² over the
// hypergeometric variance is the log-rank statistic. U is also a sum over games
// of what each contributes, and the squared sums over pairs add up to a variance
// that holds for dependent games (Lin and Wei, JASA 84, 1989; Lee, Wei and Amato
// 1992).
func compareLives(lives []life, pairs int, level float64) hazards {
	t := newTimes(lives)
	out := hazards{logRank: math.NaN(), clustered: math.NaN(), ratio: stat.Unknown()}
	score, _ := t.score(0)
	if v := t.logRankVariance(); v > 0 {
		out.logRank = score * score / v
	}
	if se := t.scoreError(lives, pairs, 0); se > rounding*float64(len(lives)) {
		out.clustered = twoSided(score/se, pairs)
	}
	if beta, ok := t.fit(); ok {
		_, information := t.score(beta)
		out.ratio = studentInterval(beta, t.scoreError(lives, pairs, beta)/information, pairs, level).Map(math.Exp)
	}
	return out
}

func newTimes(lives []life) *times {
	sorted := slices.Clone(lives)
	slices.SortStableFunc(sorted, func(a, b life) int { return cmp.Compare(a.time, b.time) })
	var left [2]float64
	for _, l := range sorted {
		left[side(l)]++
	}
	t := &times{}
	for i := 0; i < len(sorted); {
		now, ends, seconds, risk := sorted[i].time, 0.0, 0.0, left
		for ; i < len(sorted) && sorted[i].time == now; i++ {
			l := sorted[i]
			left[side(l)]--
			if l.ended {
				ends++
				seconds += float64(side(l))
			}
		}
		if ends > 0 {
			t.at, t.ends, t.seconds = append(t.at, now), append(t.ends, ends), append(t.seconds, seconds)
			t.risk[0], t.risk[1] = append(t.risk[0], risk[0]), append(t.risk[1], risk[1])
		}
	}
	return t
}

func side(l life) int {
	if l.second {
		return 1
	}
	return 0
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

// logRankVariance is the variance of U(0) given all margins.
func (t *times) logRankVariance() float64 {
	sum := 0.0
	for k, d := range t.ends {
		if r := t.risk[0][k] + t.risk[1][k]; r > 1 {
			sum += d * t.risk[0][k] * t.risk[1][k] * (r - d) / (r * r * (r - 1))
		}
	}
	return sum
}

// scoreError is the standard error of U(β) from the contributions of pairs.
func (t *times) scoreError(lives []life, pairs int, beta float64) float64 {
	n := len(t.at)
	hazard, shifted := make([]float64, n+1), make([]float64, n+1) // Σ d/w and Σ x̄ d/w up to a time
	for k := range t.at {
		x, weight := t.mean(k, beta)
		hazard[k+1] = hazard[k] + t.ends[k]/weight
		shifted[k+1] = shifted[k] + x*t.ends[k]/weight
	}
	sums := make([]float64, pairs)
	for _, l := range lives {
		k, found := slices.BinarySearch(t.at, l.time)
		x, weight := float64(side(l)), 1.0
		if l.second {
			weight = math.Exp(beta)
		}
		if l.ended && found {
			mean, _ := t.mean(k, beta)
			sums[l.pair] += x - mean
		}
		if found {
			k++
		}
		sums[l.pair] -= weight * (x*hazard[k] - shifted[k])
	}
	total := 0.0
	for _, s := range sums {
		total += s * s
	}
	return math.Sqrt(total * float64(pairs) / float64(pairs-1))
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
