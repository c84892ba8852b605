package measure

import (
	"errors"
	"fmt"
	"math"

	gonum "gonum.org/v1/gonum/stat"

	"bestiary/internal/stat"
)

// Measure is a quantity on both sides with its difference, second minus first.
// Probabilities are NaN where the games do not determine them.
type Measure struct {
	Quantity
	// First and Second are the means of the sides, Difference is the mean of the
	// differences over pairs with the same seed.
	First      stat.Interval `json:"first"`
	Second     stat.Interval `json:"second"`
	Difference stat.Interval `json:"difference"`
	// Size is the difference in standard deviations of a game.
	Size stat.Interval `json:"size"`
	// P is the p-value of no difference; Holm is adjusted for all tests of the
	// comparison.
	P    stat.Number `json:"p"`
	Holm stat.Number `json:"holm"`
	// Gain is the factor by which the games would have to grow for the same precision without
	// shared seeds.
	Gain stat.Number `json:"gain"`
	// data is nil where the measure is not a mean over games.
	data *paired
}

// Equivalence returns the p-value of the claim that the difference is smaller than the margin:
// the larger of Schuirmann's two one-sided p-values. It is NaN where the games do not
// determine it.
func (m *Measure) Equivalence(margin float64) float64 {
	if m.data == nil {
		return math.NaN()
	}
	return m.data.equivalence(margin)
}

// Interval returns the difference with limits at another level.
func (m *Measure) Interval(level float64) stat.Interval {
	if m.data == nil {
		return stat.Unknown()
	}
	v, _ := m.data.difference(level)
	return v
}

// Measured compares a quantity of two sides that played the same pairs, both
// games of each, in any order. Holm is the unadjusted P.
func Measured(q Quantity, sides [2][]Game, level float64) (Measure, error) {
	var pairs [2]int
	for i := range sides {
		n, err := CountPairs(sides[i])
		if err != nil {
			return Measure{}, err
		}
		pairs[i] = n
	}
	if pairs[0] != pairs[1] {
		return Measure{}, fmt.Errorf("compare: %d and %d pairs, expected as many on both sides", pairs[0], pairs[1])
	}
	m := q.take(sides, pairs[0], level)
	m.Holm = m.P
	return m, nil
}

// Mean returns the mean of a quantity with its interval; the pair is the unit of
// uncertainty. The estimate is NaN if a quantity with Per never occurs.
func Mean(q Quantity, games []Game, level float64) (stat.Interval, error) {
	pairs, err := CountPairs(games)
	if err != nil {
		return stat.Interval{}, err
	}
	return q.mean(games, pairs, level), nil
}

// mean is like Mean, for games that are known to be complete pairs.
func (q Quantity) mean(games []Game, pairs int, level float64) stat.Interval {
	values := perPair(games, pairs, q.values(games))
	switch {
	case q.isShare():
		return shareInterval(values, pairs, level)
	case q.Unit == Part && q.Per != nil:
		return shareInterval(values, q.counting(games, pairs), level)
	}
	return meanInterval(values, level)
}

// counting returns the number of pairs in which Per counts anything.
func (q Quantity) counting(games []Game, pairs int) int {
	has := make([]bool, pairs)
	n := 0
	for i := range games {
		if g := &games[i]; q.Per(g) > 0 && !has[g.Pair] {
			has[g.Pair] = true
			n++
		}
	}
	return n
}

// CountPairs returns the number of pairs of games. It returns an error unless the games are those of
// at least two pairs, numbered from 0, both games of each.
func CountPairs(games []Game) (int, error) {
	pairs := len(games) / gamesOfPair
	if pairs < 2 {
		return 0, errors.New("compare: fewer than two pairs of games")
	}
	have := make([]int, pairs)
	for i := range games {
		g := &games[i]
		if g.Pair < 0 || g.Pair >= pairs || have[g.Pair] == gamesOfPair {
			return 0, fmt.Errorf("compare: %d games with one of pair %d, expected both games of the pairs from 0 on", len(games), g.Pair)
		}
		have[g.Pair]++
	}
	if len(games) != gamesOfPair*pairs {
		return 0, fmt.Errorf("compare: %d games, expected both games of all pairs", len(games))
	}
	return pairs, nil
}

// isShare reports whether the values of games are from 0 to 1 by themselves.
func (q Quantity) isShare() bool { return q.Unit == Share && q.Per == nil }

// values returns a number for each game whose mean is the quantity. For a ratio r of sums
// Σy/Σn they are r + (y - r n)/n̄, whose mean is r and whose spread is, to first order,
// the spread of r (Cochran, Sampling Techniques, 1977, 6.3).
func (q Quantity) values(games []Game) []float64 {
	out := make([]float64, len(games))
	sum, count := 0.0, 0.0
	for i := range games {
		out[i] = q.Of(&games[i])
		sum += out[i]
		if q.Per != nil {
			count += q.Per(&games[i])
		}
	}
	if q.Per == nil {
		return out
	}
	ratio, mean := sum/count, count/float64(len(games))
	for i := range games {
		out[i] = ratio + (out[i]-ratio*q.Per(&games[i]))/mean
	}
	return out
}

// take measures both sides.
func (q Quantity) take(sides [2][]Game, pairs int, level float64) Measure {
	values := [2][]float64{q.values(sides[0]), q.values(sides[1])}
	data := paired{perPair(sides[0], pairs, values[0]), perPair(sides[1], pairs, values[1]), q.isShare()}
	m := Measure{Quantity: q, data: &data, Gain: stat.Number(data.gain()), Size: stat.Unknown()}
	m.First, m.Second = q.mean(sides[0], pairs, level), q.mean(sides[1], pairs, level)
	var p float64
	if m.Difference, p = data.difference(level); q.Derived {
		p = math.NaN()
	}
	m.P = stat.Number(p)
	if sd := deviation(values); sd > rounding*math.Max(1, math.Abs(m.Difference.Estimate)) {
		m.Size = m.Difference.Map(func(x float64) float64 { return x / sd })
	}
	return m
}

// perPair returns the mean value of the games of each pair.
func perPair(games []Game, pairs int, values []float64) []float64 {
	out := make([]float64, pairs)
	for i := range games {
		out[games[i].Pair] += values[i] / gamesOfPair
	}
	return out
}

// gamesOfPair is the number of games of a pair on each side.
const gamesOfPair = 2

// deviation returns the standard deviation of a game, with the variances of both sides
// averaged.
func deviation(sides [2][]float64) float64 {
	return math.Sqrt((gonum.Variance(sides[0], nil) + gonum.Variance(sides[1], nil)) / 2)
}
