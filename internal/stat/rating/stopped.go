package rating

import (
	"fmt"
	"math"

	"bestiary/internal/stat"
)

// Estimate returns the strength of a player, in logistic Elo whatever the model of the
// test, after a test that has stopped or is still going on. A test that stops when it looks
// good makes the Elo of its counts too extreme; this estimate allows for that. It is the
// Elo at which an outcome worse than the observed one is as likely as a better one, with
// limits where that probability is (1±level)/2. An outcome is worse if H0 is accepted
// earlier, if H1 is accepted later, or if the LLR is lower at the same time. The LLR is
// approximated by Brownian motion, which is accurate if Elo0 and Elo1 are close together.
func (t SPRT) Estimate(c Counts, level float64) (stat.Interval, error) {
	if !(level > 0 && level < 1) {
		return stat.Interval{}, fmt.Errorf("rating: confidence level %v, expected one between 0 and 1", level)
	}
	if err := t.Validate(); err != nil {
		return stat.Interval{}, err
	}
	if err := played(c); err != nil {
		return stat.Interval{}, err
	}
	path := t.path(c)
	return stat.Interval{Estimate: path.eloAt(0.5), Lo: path.eloAt((1 + level) / 2), Hi: path.eloAt((1 - level) / 2), Level: level}, nil
}

// path describes the LLR up to its end as Brownian motion. It uses the linear LLR, which
// treats the variance of the sample as known, because its drift and its variance have
// simple forms.
type path struct {
	lower, upper   float64 // bounds
	score0, score1 float64 // hypotheses
	variance       float64 // of a score
	llr, time      float64 // LLR and number of scores at the end of the path
}

// path returns the path of the LLR of counts. A path beyond its bound is cut off where the
// straight line from the origin crosses the bound.
func (t SPRT) path(c Counts) path {
	s := c.sample().regularized()
	p := path{variance: s.variance(), time: s.size()}
	p.lower, p.upper = t.Bounds()
	p.score0, p.score1 = t.Model.scores(s, c.Total(), t.Elo0, t.Elo1)
	p.llr = p.time * p.drift(s.mean())
	if end := min(max(p.llr, p.lower), p.upper); end != p.llr {
		p.time *= end / p.llr
		p.llr = end
	}
	return p
}

// drift returns the mean change of the LLR per score if the expected score is mu.
func (p path) drift(mu float64) float64 {
	return (mu - (p.score0+p.score1)/2) * (p.score1 - p.score0) / p.variance
}

// motion returns the Brownian motion of the LLR at a strength in logistic Elo.
func (p path) motion(elo float64) brownian {
	return brownian{
		lower: p.lower, upper: p.upper,
		drift:    p.drift(Score(elo)),
		variance: math.Pow(p.score1-p.score0, 2) / p.variance,
	}
}

// worse returns the probability of a worse outcome than the observed one.
func (p path) worse(elo float64) float64 { return p.motion(elo).left(p.time, p.llr) }

// eloAt returns the Elo at which a worse outcome has the given probability, which falls
// with the Elo.
func (p path) eloAt(probability float64) float64 {
	lo, hi := stat.Bisect(-MaxElo, MaxElo, 100, func(elo float64) bool { return !(p.worse(elo) > probability) })
	return (lo + hi) / 2
}

// brownian is Brownian motion from 0 until it meets one of two bounds.
type brownian struct {
	lower, upper    float64 // below and above 0
	drift, variance float64 // per unit of time
}

// left returns the probability that by time t the motion has met the lower bound, or has
// met neither and is at y or below. The series converges fast unless t is short; then, or
// if the drift is so strong that only one bound matters, considering each bound separately
// is enough.
func (b brownian) left(t, y float64) float64 {
	width := b.upper - b.lower
	if b.variance*t < 0.01*width*width || math.Abs(b.drift)*width > 15*b.variance {
		return b.leftReflected(t, y)
	}
	return b.leftSeries(t, y)
}

// leftSeries expands the density between the bounds in sines. With γ = drift / variance, k
// = nπ/width, x and z the distances of 0 and y from the lower bound,
//
//	P = h(x) + 2/width e^(γ(z-x) - γ²vt/2) Σ e^(-k²vt/2) sin kx (γ sin kz - k cos kz)/(γ²+k²)
//
// where h is the probability of ever meeting the lower bound first.
func (b brownian) leftSeries(t, y float64) float64 {
	width, gamma := b.upper-b.lower, b.drift/b.variance
	x, z, vt := -b.lower, y-b.lower, b.variance*t
	sum := 0.0
	for n := 1.0; ; n++ {
		k := n * math.Pi / width
		fade := math.Exp(-k * k * vt / 2)
		sum += fade * math.Sin(k*x) * (gamma*math.Sin(k*z) - k*math.Cos(k*z)) / (gamma*gamma + k*k)
		if fade < 1e-16 {
			break
		}
	}
	return b.everLower() + 2/width*math.Exp(gamma*(z-x)-gamma*gamma*vt/2)*sum
}

// everLower returns the probability of meeting the lower bound first.
func (b brownian) everLower() float64 {
	gamma, width := b.drift/b.variance, b.upper-b.lower
	switch {
	case gamma == 0:
		return b.upper / width
	case gamma < 0:
		return math.Expm1(2*gamma*b.upper) / math.Expm1(2*gamma*width)
	}
	return math.Exp(2*gamma*b.lower) * math.Expm1(-2*gamma*b.upper) / math.Expm1(-2*gamma*width)
}

// leftReflected allows, by the reflection principle, for paths that meet the lower bound
// and end above y and for paths that meet the upper bound and end below y. It neglects
// paths that meet both.
func (b brownian) leftReflected(t, y float64) float64 {
	gamma, end, sd := b.drift/b.variance, b.drift*t, math.Sqrt(b.variance*t)
	return math.Exp(logNormal((y-end)/sd)) +
		math.Exp(2*gamma*b.lower+logNormal((2*b.lower-y+end)/sd)) -
		math.Exp(2*gamma*b.upper+logNormal((y-2*b.upper-end)/sd))
}

// logNormal returns the logarithm of the normal distribution function.
func logNormal(z float64) float64 {
	if z > -30 {
		return math.Log(math.Erfc(-z/math.Sqrt2) / 2)
	}
	return -z*z/2 - math.Log(-z*math.Sqrt(2*math.Pi)) + math.Log1p(-1/(z*z))
}
