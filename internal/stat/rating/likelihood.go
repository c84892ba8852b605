package rating

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// This file finds the distributions closest to a sample, in the sense of maximum
// likelihood, among those that obey a hypothesis.

// tilt returns the distribution q_i = p_i/(1+x·d_i) with Σ q_i d_i = 0, the most likely
// one with that property if p are the observed shares. All p must be positive, and d must
// have values of both signs.
//
// The sum falls steadily with x and has poles where a denominator is 0. If p is tiny, the
// solution is so close to a pole that x would lose all significant digits. The unknown is
// therefore the denominator y at the pole on the side of the solution: with e_i =
// d_i/d_pole, 1+x·d_i = 1-e_i+y·e_i. Since no q_i exceeds 1, no denominator is below p_i.
func tilt(p, d []float64) []float64 {
	pole := floats.MinIdx(d)
	if floats.Dot(p, d) < 0 {
		pole = floats.MaxIdx(d)
	}
	e := make([]float64, len(d))
	lo := p[pole]
	for i := range p {
		e[i] = d[i] / d[pole]
		if e[i] > 0 {
			lo = max(lo, (p[i]-1)/e[i]+1)
		}
	}
	y := rootOfFalling(lo, 1, func(y float64) (value, slope float64) {
		for i := range p {
			r := e[i] / (1 - e[i] + y*e[i])
			value += p[i] * r
			slope -= p[i] * r * r
		}
		return value, slope
	})
	q := make([]float64, len(p))
	for i := range p {
		q[i] = p[i] / (1 - e[i] + y*e[i])
	}
	return q
}

// rootOfFalling finds where a falling function with the given slope is zero, between lo >
// 0 and hi, by Newton steps from hi, and by bisection if a step leaves the bracket or does
// not halve it.
func rootOfFalling(lo, hi float64, f func(x float64) (value, slope float64)) float64 {
	x, last := hi, hi-lo
	for {
		value, slope := f(x)
		switch {
		case value == 0:
			return x
		case value > 0:
			lo = x
		default:
			hi = x
		}
		step := -value / slope
		next := x + step
		if !(next > lo && next < hi) || math.Abs(step) > math.Abs(last)/2 {
			next = lo + (hi-lo)/2
			step = next - x
		}
		if next == x || math.Abs(step) <= 1e-16*x {
			return x
		}
		x, last = next, step
	}
}

// withMean returns the most likely distribution with a given mean, which lies strictly
// between the first and the last point.
func withMean(points, p []float64, mean float64) []float64 {
	d := make([]float64, len(points))
	for i, a := range points {
		d[i] = a - mean
	}
	return tilt(p, d)
}

// withEdge returns the most likely distribution whose mean exceeds one half by t standard
// deviations. The condition is linearised about the mean and deviation of the distribution
// found so far, which usually takes a handful of rounds.
func withEdge(points, p []float64, t float64) []float64 {
	const rounds, tolerance = 200, 1e-13
	q := startingEdge(points, t)
	d := make([]float64, len(p))
	for range rounds {
		mu, sigma := momentsOf(points, q)
		for i, a := range points {
			z := (a - mu) / sigma
			d[i] = a - 0.5 - t/2*sigma*(1+z*z)
		}
		next := tilt(p, d)
		change := floats.Distance(q, next, math.Inf(1))
		q = next
		if change < tolerance {
			break
		}
	}
	return q
}

// startingEdge returns a distribution whose mean exceeds one half by t standard
// deviations: a uniform one, plus a weight w on the last point, or the first if t is
// negative, that solves (w/2)² = t²(w/4 + (1-w)u - w²/4) with the second moment u of the
// uniform one about one half. Because it meets the condition, so can the first linearised
// form.
func startingEdge(points []float64, t float64) []float64 {
	q, u := make([]float64, len(points)), 0.0
	for _, a := range points {
		u += (a - 0.5) * (a - 0.5) / float64(len(points))
	}
	b := t * t * (0.25 - u)
	w := (b + math.Sqrt(b*b+(1+t*t)*t*t*u)) / ((1 + t*t) / 2)
	for i := range q {
		q[i] = (1 - w) / float64(len(q))
	}
	if t < 0 {
		q[0] += w
	} else {
		q[len(q)-1] += w
	}
	return q
}

// momentsOf returns the mean and the standard deviation of a distribution.
func momentsOf(points, q []float64) (mu, sigma float64) {
	s := sample{points: points, counts: q}
	return s.mean(), math.Sqrt(s.variance())
}

// ratio returns the log-likelihood ratio of q1 to q0.
func (s sample) ratio(q0, q1 []float64) float64 {
	sum := 0.0
	for i, n := range s.counts {
		sum += n * math.Log(q1[i]/q0[i])
	}
	return sum
}

// sample is a set of independent scores, counted by their value.
type sample struct {
	points []float64 // the values, ascending from 0 to 1 in equal steps
	counts []float64 // how often each was seen
	games  float64   // games per score: 1, or 2 for pairs
}

// newSample returns a sample with the counts of equidistant scores.
func newSample(games float64, counts ...int) sample {
	s := sample{games: games}
	for i, n := range counts {
		s.points = append(s.points, float64(i)/float64(len(counts)-1))
		s.counts = append(s.counts, float64(n))
	}
	return s
}

// zeroCount replaces a count of zero where a likelihood needs all scores to be possible.
const zeroCount = 1e-3

// regularized returns the sample with zeroCount in place of zeros.
func (s sample) regularized() sample {
	counts := make([]float64, len(s.counts))
	for i, n := range s.counts {
		counts[i] = n
		if n == 0 {
			counts[i] = zeroCount
		}
	}
	s.counts = counts
	return s
}

// size returns the number of scores.
func (s sample) size() float64 { return floats.Sum(s.counts) }

// shares returns the relative frequency of each point.
func (s sample) shares() []float64 {
	n, p := s.size(), make([]float64, len(s.counts))
	for i, count := range s.counts {
		p[i] = count / n
	}
	return p
}

func (s sample) mean() float64 { return floats.Dot(s.points, s.counts) / s.size() }

// moment returns the k-th central moment, with divisor n.
func (s sample) moment(k float64) float64 {
	mu, sum := s.mean(), 0.0
	for i, a := range s.points {
		sum += s.counts[i] * math.Pow(a-mu, k)
	}
	return sum / s.size()
}

func (s sample) variance() float64 { return s.moment(2) }

// standardError returns the standard error of the mean.
func (s sample) standardError() float64 { return math.Sqrt(s.variance() / s.size()) }

// deviation returns the standard deviation per game. For pairs it is the deviation at
// which independent games would make the scores of pairs equally variable.
func (s sample) deviation() float64 { return math.Sqrt(s.games * s.variance()) }
