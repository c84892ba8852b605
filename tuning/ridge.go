package tuning

import (
	"math"

	"bestiary/tuning/logit"
)

// Ridge is the weight of the prior in the Texel fit.
type Ridge struct {
	// Factor multiplies the precision of the prior; Spread is the standard deviation
	// that results, as a share of each value.
	Factor, Spread float64
	// Chosen is set when cross-validation chose the factor, which takes enough pairs.
	Chosen bool
}

const (
	// ridgeFolds is the number of parts of the pairs, each predicted from the others.
	ridgeFolds = 5
	// leastValidated is the number of pairs from which on the factor is chosen: those
	// left out must be enough to tell factors apart.
	leastValidated = 100
	// ridgeSeed deals the pairs to the parts.
	ridgeSeed = 1
)

// ridgeFactors double and halve the spread of the prior, twice each.
func ridgeFactors() []float64 { return []float64{1. / 16, 1. / 4, 1, 4, 16} }

// chooseRidge compares weights of the prior by how well the fit to some pairs of games
// predicts the positions of others, and takes the best.
func (s *samples) chooseRidge(prior []float64, scale float64) (Ridge, error) {
	r := Ridge{Factor: 1, Spread: s.settings.PriorSpread}
	if s.pairs < leastValidated {
		return r, nil
	}
	choice, err := logit.CrossValidate(s.quiet, s.prior(prior, scale, 1, r), texelSettings(), ridgeFactors(), ridgeFolds, ridgeSeed)
	if err != nil {
		return r, err
	}
	r.Factor, r.Chosen = choice.Best, true
	r.Spread /= math.Sqrt(r.Factor)
	return r, nil
}
