package measure

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	gonum "gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
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

// Measured compares a quantity of two sides by the pairs that both played, both
// games of each, in any order. Holm is the unadjusted P.
func Measured(q Quantity, sides [2][]Game, level float64) (Measure, error) {
	sides = common(sides)
	first, err := CountPairs(sides[0])
	if err != nil {
		return Measure{}, err
	}
	second, err := CountPairs(sides[1])
	if err != nil {
		return Measure{}, err
	}
	if first != second {
		return Measure{}, fmt.Errorf("compare: %d and %d pairs, expected as many on both sides", first, second)
	}
	m := q.take(sides, first, level)
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

// gamesOfPair is the number of games of a pair on each side.
const gamesOfPair = 2

// CountPairs returns the number of pairs of games. It returns an error unless the games are those of
// at least two pairs, numbered from 0, both games of each.
func CountPairs(games []Game) (int, error) {
	pairs := len(games) / gamesOfPair
	if pairs < 2 {
		return 0, errors.New("compare: fewer than two different pairs of games")
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

// mean is like Mean, for games that are known to be complete pairs.
func (q Quantity) mean(games []Game, pairs int, level float64) stat.Interval {
	values := perPair(games, pairs, q.values(games))
	switch {
	case q.isShare():
		return shareInterval(values, pairs, level)
	case q.Unit == Part && q.Per != nil:
		has, counting := make([]bool, pairs), 0 // pairs in which Per counts anything
		for i := range games {
			if g := &games[i]; q.Per(g) > 0 && !has[g.Pair] {
				has[g.Pair] = true
				counting++
			}
		}
		return shareInterval(values, counting, level)
	}
	mean, se := meanError(values)
	if se == 0 {
		return stat.Unbounded(mean, level)
	}
	return studentInterval(mean, se, pairs, level)
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
	if q.sets != nil {
		return q.between(sides, pairs, level)
	}
	first, second := q.values(sides[0]), q.values(sides[1])
	data := paired{perPair(sides[0], pairs, first), perPair(sides[1], pairs, second), q.isShare()}
	m := Measure{Quantity: q, data: &data, Gain: stat.Number(data.gain()), Size: stat.Unknown()}
	m.First, m.Second = q.mean(sides[0], pairs, level), q.mean(sides[1], pairs, level)
	var p float64
	if m.Difference, p = data.difference(level); q.Derived {
		p = math.NaN()
	}
	m.P = stat.Number(p)
	sd := math.Sqrt((gonum.Variance(first, nil) + gonum.Variance(second, nil)) / 2) // of a game
	if sd > rounding*math.Max(1, math.Abs(m.Difference.Estimate)) {
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

// paired is a measure of both sides, a mean over the games of each pair. Element
// i of both comes from the same seed.
type paired struct {
	first, second []float64
	share         bool // whether the games had values from 0 to 1
}

// differences returns second minus first.
func (s paired) differences() []float64 {
	return floats.SubTo(make([]float64, len(s.first)), s.second, s.first)
}

// spread returns the mean difference, the middle of its interval and its standard error. The
// last two are the usual ones, except for shares: few pairs differ in a share at all, often all
// in one direction, and the usual interval is too short. As Agresti and Min propose (Statistics
// in Medicine 24, 2005), two pairs are added in which one game differs, once each way.
func (s paired) spread() (mean, middle, se float64) {
	const addedSquares = 2 * (1.0 / gamesOfPair) * (1.0 / gamesOfPair)
	d := s.differences()
	mean, se = meanError(d)
	if !s.share || se == 0 {
		return mean, mean, se
	}
	n, squares := float64(len(d)+2), addedSquares
	for _, x := range d {
		squares += x * x
	}
	middle = mean * float64(len(d)) / n
	return mean, middle, math.Sqrt((squares/n - middle*middle) / n)
}

// difference returns the mean difference with its interval by Student's t over pairs, and the
// two-sided p-value of no difference. If no two values differ, the interval of a share is
// the range of differences that could have gone unseen, and p is 1; other measures have
// no such limit, and p is NaN.
func (s paired) difference(level float64) (v stat.Interval, p float64) {
	mean, middle, se := s.spread()
	n := len(s.first)
	switch {
	case se > 0:
		v = studentInterval(middle, se, n, level)
		v.Estimate = mean
		return v, stat.StudentP(middle/se, float64(n-1))
	case mean != 0 || !s.share: // all differ by the same, or the possible differences are unknown
		return stat.Unbounded(mean, level), math.NaN()
	}
	return stat.Symmetric(0, unseen(level, n), level), 1
}

// equal reports whether no two values differ.
func (s paired) equal() bool {
	mean, se := meanError(s.differences())
	return mean == 0 && se == 0
}

// gain returns how many times as many pairs the same precision would need if the sides did not
// share their seeds; NaN if the values do not vary.
func (s paired) gain() float64 {
	_, a := meanError(s.first)
	_, b := meanError(s.second)
	_, d := meanError(s.differences())
	if d == 0 {
		return math.NaN()
	}
	return (a*a + b*b) / (d * d)
}

// equivalence returns the p-value of Schuirmann's two one-sided tests: the probability of what was
// seen, or more, if the means differed by the margin. The claim that they differ by less is
// supported at α if it is at most α, which is when the interval of level 1-2α lies inside the
// margins. If no two values of a share differ, it is the probability of no difference in any pair
// although a share of the pairs as large as the margin differs. It is NaN where the games do not
// determine it.
func (s paired) equivalence(margin float64) float64 {
	mean, middle, se := s.spread()
	if se > 0 {
		t := distuv.StudentsT{Sigma: 1, Nu: float64(len(s.first) - 1)}
		return math.Max(t.CDF((middle-margin)/se), t.CDF((-middle-margin)/se))
	}
	if mean != 0 || !s.share {
		return math.NaN()
	}
	return math.Pow(1-math.Min(margin, 1), float64(len(s.first)))
}

// hotelling tests whether two measures together differ, by Hotelling's T² of
// their differences over pairs. p is NaN if the differences lie on a line.
func hotelling(a, b paired) (f float64, p float64) {
	x, y := a.differences(), b.differences()
	n := float64(len(x))
	mx, vx := gonum.MeanVariance(x, nil)
	my, vy := gonum.MeanVariance(y, nil)
	c := gonum.Covariance(x, y, nil)
	det := vx*vy - c*c
	if n < 3 || !(det > 1e-12*vx*vy) || vx*vy == 0 {
		return math.NaN(), math.NaN()
	}
	t2 := n * (mx*mx*vy - 2*mx*my*c + my*my*vx) / det
	f = t2 * (n - 2) / (2 * (n - 1))
	return f, distuv.F{D1: 2, D2: n - 2}.Survival(f)
}

// unseen returns the Clopper–Pearson upper limit for the probability of an event that did
// not occur in n trials.
func unseen(level float64, n int) float64 {
	return 1 - math.Pow((1-level)/2, 1/float64(n))
}

// shareInterval returns the mean of a share over pairs. It has Wilson's limits for the
// effective number of independent games; if nothing varies, for the number of pairs that
// count.
func shareInterval(values []float64, counting int, level float64) stat.Interval {
	mean, se := meanError(values)
	if counting == 0 || math.IsNaN(mean) {
		return stat.Unknown()
	}
	mean = clamped(mean)
	n := float64(counting)
	if se > 0 {
		n = mean * (1 - mean) / (se * se)
	}
	return stat.Wilson(mean, n, stat.Quantile(level), level)
}

// rounding is the largest spread that rounding errors can produce.
const rounding = 1e-12

// meanError returns the mean of independent values and its standard error.
func meanError(values []float64) (mean, se float64) {
	mean, sd := gonum.MeanStdDev(values, nil)
	if sd <= rounding*math.Max(1, math.Abs(mean)) {
		return mean, 0
	}
	return mean, sd / math.Sqrt(float64(len(values)))
}

// studentInterval returns the interval of an estimate whose standard error is estimated from
// n values.
func studentInterval(estimate, standardError float64, n int, level float64) stat.Interval {
	return stat.Symmetric(estimate, stat.StudentQuantile(level, float64(n-1))*standardError, level)
}

// clamped removes rounding errors from a share.
func clamped(x float64) float64 { return math.Max(0, math.Min(1, x)) }

// compareLengths adds the survival curves, their medians and the log-rank tests.
func (res *Result) compareLengths() error {
	for _, kind := range []struct {
		name, label string
		ended       func(*Game) bool
		keep        func(*SideResult, *rating.Survival, stat.Interval)
	}{
		{"length-log-rank", "length of games (log-rank)", func(g *Game) bool { return g.Reason != match.LengthLimit },
			func(s *SideResult, c *rating.Survival, median stat.Interval) { s.lengths, s.Median = c, median }},
		{"decision-log-rank", "pace of decisions (log-rank)", func(g *Game) bool { return !isDrawn(g) },
			func(s *SideResult, c *rating.Survival, median stat.Interval) { s.decisions, s.Decision = c, median }},
	} {
		var lives [2][]rating.Life
		for i := range res.Sides {
			s := &res.Sides[i]
			for k := range s.Games {
				g := &s.Games[k]
				lives[i] = append(lives[i], rating.Life{Length: float64(g.Plies), Ended: kind.ended(g), Cluster: g.Pair})
			}
			curve, err := rating.NewSurvival(lives[i])
			if err != nil {
				return fmt.Errorf("compare: %s: %w", kind.label, err)
			}
			kind.keep(s, curve, curve.Median(res.Config.Level))
		}
		h := rating.CompareLives(lives, res.Pairs, res.Config.Level)
		test := Test{Name: kind.name, Label: kind.label, Statistic: stat.Number(h.LogRank), P: stat.Number(h.P), Ratio: h.Ratio}
		res.Tests = append(res.Tests, test)
	}
	return nil
}
