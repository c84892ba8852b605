package tuning

import (
	"math"
	"slices"

	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"

	"gonum.org/v1/gonum/floats"
)

// bending fits the design model with one more column, which is free.
func (s *samples) bending(f *armyFit) (stat.Interval, error) {
	n, last := len(s.types), f.design.Columns
	d := &logit.Design{Columns: last + 1, Names: append(slices.Clone(f.design.Names), "bending")}
	recast(d, f.design, func(i int, add func(int, float64)) {
		eta := 0.0
		for j, x := range entries(s.start, i) {
			if j != n {
				eta += x * f.Coef[j]
			}
		}
		for j, x := range entries(f.design, i) {
			add(j, x)
		}
		add(last, eta*math.Abs(eta))
	})
	held := logit.Prior{Mean: append(slices.Clone(f.held.Mean), 0), Precision: append(slices.Clone(f.held.Precision), 0)}
	more, err := logit.Fit(d, held, weighed())
	if err != nil {
		return stat.Unknown(), err
	}
	return more.Posterior().Coefficient(last, s.settings.Level), nil
}

// Ridge is the weight of the prior in the Texel fit.
type Ridge struct {
	// Factor multiplies the precision of the prior. Spread is the resulting standard
	// deviation, as a share of each value.
	Factor, Spread float64
	// Chosen is set if there were enough pairs to choose the factor by cross-validation.
	Chosen bool
}

const (
	// ridgeFolds is the number of parts of the pairs, each predicted from the others.
	ridgeFolds = 5
	// minValidated is the minimum number of pairs for choosing the factor: the
	// held-out pairs must suffice to distinguish factors.
	minValidated = 100
	// ridgeSeed is the seed for dealing the pairs to the parts.
	ridgeSeed = 1
)

// ridgeFactors halve and double the spread of the prior, twice each.
func ridgeFactors() []float64 { return []float64{1. / 16, 1. / 4, 1, 4, 16} }

// chooseRidge compares weights of the prior by how well the fit to some pairs of games
// predicts the positions of the other pairs, and chooses the best.
func (s *samples) chooseRidge(prior []float64, scale float64) (Ridge, error) {
	r := Ridge{Factor: 1, Spread: s.settings.PriorSpread}
	if s.pairs < minValidated {
		return r, nil
	}
	losses, err := logit.CrossValidate(s.quiet, s.prior(prior, scale, 1, r), weighed(), ridgeFactors(), ridgeFolds, ridgeSeed)
	if err != nil {
		return r, err
	}
	r.Factor, r.Chosen = ridgeFactors()[floats.MinIdx(losses)], true
	r.Spread /= math.Sqrt(r.Factor)
	return r, nil
}
