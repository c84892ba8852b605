package rating

import "math"

// brownian is Brownian motion from 0 until it meets one of two bounds.
type brownian struct {
	lower, upper    float64 // below and above 0
	drift, variance float64 // per unit of time
}

// left is the probability that the motion has met the lower bound by the time t,
// or has met none and is at y or below. The series converges fast unless t is
// short; then, or if the drift is so strong that only one bound matters, it is
// enough to allow for each bound alone.
func (b brownian) left(t, y float64) float64 {
	width := b.upper - b.lower
	if b.variance*t < 0.01*width*width || math.Abs(b.drift)*width > 15*b.variance {
		return b.leftReflected(t, y)
	}
	return b.leftSeries(t, y)
}

// leftSeries expands the density between the bounds in sines. With γ = drift /
// variance, k = nπ/width, x and z the distances of 0 and y from the lower bound,
//
//	P = h(x) + 2/width e^(γ(z-x) - γ²vt/2) Σ e^(-k²vt/2) sin kx (γ sin kz - k cos kz)/(γ²+k²)
//
// where h is the probability to ever meet the lower bound first.
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

// everLower is the probability to meet the lower bound first.
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

// leftReflected allows for paths that meet the lower bound and end above y, and
// for those that meet the upper bound and end below y, by the principle of
// reflection, and neglects those that meet both.
func (b brownian) leftReflected(t, y float64) float64 {
	gamma, end, sd := b.drift/b.variance, b.drift*t, math.Sqrt(b.variance*t)
	return math.Exp(logNormal((y-end)/sd)) +
		math.Exp(2*gamma*b.lower+logNormal((2*b.lower-y+end)/sd)) -
		math.Exp(2*gamma*b.upper+logNormal((y-2*b.upper-end)/sd))
}

// logNormal is the logarithm of the normal distribution function.
func logNormal(z float64) float64 {
	if z > -30 {
		return math.Log(math.Erfc(-z/math.Sqrt2) / 2)
	}
	return -z*z/2 - math.Log(-z*math.Sqrt(2*math.Pi)) + math.Log1p(-1/(z*z))
}
