package rating

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// This file finds the distributions nearest to a sample, in the sense of maximum
// likelihood, among those that obey a hypothesis.

// tilt returns the distribution q_i = p_i/(1+x·d_i) with Σ q_i d_i = 0, the most
// likely one with that property when p are the observed shares. All p must be
// positive, and d must have values of both signs.
//
// The sum falls steadily with x and has poles where a denominator is 0. When p is
// tiny the solution is close to a pole, so that x would lose all digits that
// matter. Therefore the unknown is the denominator y at the pole on the side of the
// solution: with e_i = d_i/d_pole, 1+x·d_i = 1-e_i+y·e_i. Since no q_i exceeds 1,
// no denominator is below p_i.
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

// rootOfFalling finds where a falling function with the given slope is zero,
// between lo > 0 and hi, by Newton steps from hi, and by bisection where these
// leave the bracket or do not halve.
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

// withMean is the most likely distribution with a given mean, strictly between
// the first and the last point.
func withMean(points, p []float64, mean float64) []float64 {
	d := make([]float64, len(points))
	for i, a := range points {
		d[i] = a - mean
	}
	return tilt(p, d)
}

// withEdge is the most likely distribution whose mean exceeds one half by t
// standard deviations. The condition is made linear about the mean and deviation
// of the distribution found so far, which usually takes a handful of rounds.
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

// startingEdge is a distribution whose mean exceeds one half by t standard
// deviations: a uniform one, plus a weight w on the last point, or the first if t
// is negative, that solves (w/2)² = t²(w/4 + (1-w)u - w²/4) with the second moment
// u of the uniform one about one half. As it meets the condition, the first linear
// form of this can be met too.
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
