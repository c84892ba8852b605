package stat

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// RandomEffects is a model of numbers that are known with standard errors s_i and drawn
// from a normal distribution:
//
//	x_i ~ N(μ, τ² + s_i²)
//
// τ² is estimated by moments (DerSimonian and Laird, Controlled Clinical Trials 7, 1986).
// The error of μ allows for the scatter of the numbers about it, with Student's t (Hartung
// and Knapp, Statistics in Medicine 20, 2001), and is never below the model's own.
type RandomEffects struct {
	Mean  float64 // μ
	Error float64 // standard error of Mean
	Tau   float64 // τ
	DF    float64 // degrees of freedom of Error

	errors, weights []float64 // s_i; 1/(τ² + s_i²)
}

// NewRandomEffects fits the model. It returns false for fewer than two numbers, or if a
// number is unknown or has no finite standard error above zero.
func NewRandomEffects(x, errors []float64) (r RandomEffects, ok bool) {
	if len(x) < 2 {
		return r, false
	}
	for i, s := range errors {
		if !(s > 0) || math.IsInf(s, 0) || math.IsNaN(x[i]) {
			return r, false
		}
	}
	r.errors, r.DF = errors, float64(len(x)-1)
	scatter := r.weigh(x, 0)
	sum, squares := 0.0, 0.0
	for _, w := range r.weights {
		sum, squares = sum+w, squares+w*w
	}
	tau2 := math.Max(0, (scatter-r.DF)/(sum-squares/sum))
	scatter = r.weigh(x, tau2)
	r.Tau = math.Sqrt(tau2)
	r.Error *= Widening(scatter, r.DF)
	return r, true
}

// weigh sets the weighted mean for a given τ² and the error it would have without further
// scatter, and returns Q, the weighted sum of the squared residuals.
func (r *RandomEffects) weigh(x []float64, tau2 float64) (q float64) {
	sum, products := 0.0, 0.0
	r.weights = make([]float64, len(x))
	for i, s := range r.errors {
		w := 1 / (s*s + tau2)
		r.weights[i] = w
		sum, products = sum+w, products+w*x[i]
	}
	r.Mean, r.Error = products/sum, math.Sqrt(1/sum)
	for i, w := range r.weights {
		q += w * (x[i] - r.Mean) * (x[i] - r.Mean)
	}
	return q
}

// Sampled returns the part of Error² that comes from the numbers' own standard errors.
func (r RandomEffects) Sampled() float64 {
	sum, part := 0.0, 0.0
	for i, w := range r.weights {
		sum, part = sum+w, part+math.Pow(w*r.errors[i], 2)
	}
	return part / math.Pow(sum*r.Error, 2)
}

// Shrunk returns the interval of the true number i, given its estimate and all others: the
// estimate is moved towards Mean, more so if the numbers differ little.
func (r RandomEffects) Shrunk(i int, x, level float64) Interval {
	square := r.errors[i] * r.errors[i]
	own := r.Tau * r.Tau / (r.Tau*r.Tau + square)
	sd := math.Sqrt(own*square + math.Pow((1-own)*r.Error, 2))
	return Symmetric(r.Mean+own*(x-r.Mean), StudentQuantile(level, r.DF)*sd, level)
}

// Profile is the likelihood of a standard deviation, such as that between the true numbers of a model of
// random effects, as twice its negative logarithm at some values.
type Profile struct{ At, Losses []float64 }

// NewProfile computes a likelihood at some values. It is 0 where the loss is infinite.
func NewProfile(at []float64, loss func(sd float64) float64) Profile {
	p := Profile{at, make([]float64, len(at))}
	for k, sd := range at {
		p.Losses[k] = loss(sd)
	}
	return p
}

// Times returns the product of two likelihoods at the same values.
func (p Profile) Times(losses []float64) Profile {
	out := Profile{p.At, slices.Clone(p.Losses)}
	for k, loss := range losses {
		out.Losses[k] += loss
	}
	return out
}

// Likeliest returns the value with the largest likelihood.
func (p Profile) Likeliest() float64 { return p.At[floats.MinIdx(p.Losses)] }

// Mean returns the root of the mean variance, weighted by the likelihood.
func (p Profile) Mean() float64 {
	least, sum, squares := floats.Min(p.Losses), 0.0, 0.0
	for k, loss := range p.Losses {
		w := math.Exp((least - loss) / 2)
		sum, squares = sum+w, squares+w*p.At[k]*p.At[k]
	}
	return math.Sqrt(squares / sum)
}

// Widen widens an interval by a further normal error, of which only this distribution of its standard deviation sd(x)
// is known.
func (p Profile) Widen(v Interval, sd func(x float64) float64) Interval {
	least, sum := floats.Min(p.Losses), 0.0
	weights, further := make([]float64, len(p.At)), make([]float64, len(p.At))
	for k, loss := range p.Losses {
		weights[k], further[k] = math.Exp((least-loss)/2), math.Abs(sd(p.At[k]))
		sum += weights[k]
	}
	z, outside := Quantile(v.Level), (1-v.Level)*sum
	arm := func(own float64) float64 {
		lo, hi := own, math.Hypot(own, z*floats.Max(further))
		for range 40 { // halves
			x, tails := (lo+hi)/2, 0.0
			for k, w := range weights {
				tails += w * math.Erfc(x/math.Sqrt2/math.Hypot(own/z, further[k]))
			}
			if tails > outside {
				lo = x
			} else {
				hi = x
			}
		}
		return hi
	}
	return Interval{Estimate: v.Estimate, Lo: v.Estimate - arm(v.Estimate-v.Lo), Hi: v.Estimate + arm(v.Hi-v.Estimate), Level: v.Level}
}

// Widening returns the factor by which standard errors are widened if the weighted sum of
// squared residuals of a fit exceeds its degrees of freedom: √(squares/df), at least 1.
func Widening(squares, df float64) float64 {
	if !(df > 0) {
		return 1
	}
	return math.Sqrt(math.Max(1, squares/df))
}
