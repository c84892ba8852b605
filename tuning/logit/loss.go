package logit

import "math"

// Loss is the function that a fit minimises.
type Loss uint8

const (
	// CrossEntropy is log(1+e^η) - yη, the quasi-binomial likelihood.
	CrossEntropy Loss = iota
	// SquaredError is 2(y-σ(η))², Texel's loss scaled to the curvature of
	// CrossEntropy at an even score.
	SquaredError
)

// curvature selects a second derivative of the loss.
type curvature uint8

const (
	observed curvature = iota // of the loss itself
	expected                  // its expectation under the model (Gauss–Newton), never negative
)

// terms returns the loss of a row with outcome y at logit eta and its first and
// second derivative by eta.
func (l Loss) terms(y, eta float64, c curvature) (value, slope, second float64) {
	e := math.Exp(-math.Abs(eta))
	mu := 1 / (1 + e)
	variance := e * mu * mu
	if eta < 0 {
		mu = e * mu
	}
	if l == CrossEntropy {
		return max(eta, 0) - y*eta + math.Log(1+e), mu - y, variance
	}
	residual := y - mu
	value = 2 * residual * residual
	slope = -4 * residual * variance
	second = 4 * variance * variance
	if c == observed {
		second -= 4 * residual * variance * (1 - 2*mu)
	}
	return value, slope, second
}

// Sigmoid returns the expected score at a logit.
func Sigmoid(eta float64) float64 {
	e := math.Exp(-math.Abs(eta))
	if eta < 0 {
		return e / (1 + e)
	}
	return 1 / (1 + e)
}

// score returns two mean losses of the coefficients on a design: cross-entropy in nats
// per unit of weight, and the Brier score, the mean of (y-μ)².
func score(d *Design, coef []float64) (logLoss, brier float64) {
	total := 0.0
	for i, y := range d.Y {
		w := d.Weight[i]
		eta := d.logit(i, coef)
		entropy, _, _ := CrossEntropy.terms(y, eta, observed)
		square, _, _ := SquaredError.terms(y, eta, expected)
		logLoss += w * entropy
		brier += w * square / 2
		total += w
	}
	return logLoss / total, brier / total
}
