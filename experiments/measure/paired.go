package measure

import (
	"math"

	"gonum.org/v1/gonum/floats"
	gonum "gonum.org/v1/gonum/stat"

	"bestiary/internal/stat"
)

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

// addedSquares is the sum of the squared differences of the pairs that spread
// adds.
const addedSquares = 2 * (1.0 / gamesOfPair) * (1.0 / gamesOfPair)

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
	case mean != 0 || !s.share: // all differ by the same, or nothing is known of what could
		return stat.Unbounded(mean, level), math.NaN()
	}
	return stat.Symmetric(0, unseen(level, n), level), 1
}

// equal reports whether no two values differ.
func (s paired) equal() bool {
	mean, se := meanError(s.differences())
	return mean == 0 && se == 0
}

// unseen returns the Clopper–Pearson upper limit for the probability of an event that did
// not occur in n trials.
func unseen(level float64, n int) float64 {
	return 1 - math.Pow((1-level)/2, 1/float64(n))
}

// meanInterval returns the mean of a measure over pairs, with Student's limits.
func meanInterval(values []float64, level float64) stat.Interval {
	mean, se := meanError(values)
	if se == 0 {
		return stat.Unbounded(mean, level)
	}
	return studentInterval(mean, se, len(values), level)
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

// gain returns how many times as many pairs the same precision would need if the sides
// did not share their seeds; NaN if nothing varies.
func (s paired) gain() float64 {
	_, a := meanError(s.first)
	_, b := meanError(s.second)
	_, d := meanError(s.differences())
	if d == 0 {
		return math.NaN()
	}
	return (a*a + b*b) / (d * d)
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
