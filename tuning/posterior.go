package tuning

import (
	"math"

	"bestiary/internal/stat/logit"
)

// PosteriorSpread is the standard deviation of values around the mobility prior, as a
// share of each value, that the posterior assumes. The measured values of pieces foreign
// to chess differ from their prior by 12 % (root mean square), pawns and the pieces of
// chess by less; the rest is a margin, because there were few such pieces.
const PosteriorSpread = 0.15

// Limits of the worth of a pawn of the prior, in logits; a small number of games barely
// determines it.
const minPawn, maxPawn = 0.05, 1.5

// fitPosterior fits the armies' model with a normal prior on the value of each piece as
// well: the mobility prior with PosteriorSpread, on the scale that fits the games. A few
// games change the prior a little; many override it.
func (s *samples) fitPosterior(unit Scale) (Estimate, error) {
	scale, err := s.armyScale(s.start)
	if err != nil {
		return Estimate{}, err
	}
	scale = min(max(scale, minPawn), maxPawn)
	p := s.armies.prior(scale)
	p.Mean = make([]float64, len(p.Precision))
	for i, worth := range s.armies.worth {
		p.Mean[i] = scale * worth
		p.Precision[i] = 1 / math.Pow(PosteriorSpread*p.Mean[i], 2)
	}
	f, err := logit.Fit(s.start, p, texelSettings())
	if err != nil {
		return Estimate{}, err
	}
	inf := f.Posterior()
	// The spread of the prior is known. The less the games decide, therefore, the less
	// Student's t matters for the errors of their estimate (Satterthwaite).
	share := 0.0
	for i := range s.types {
		share += f.WeightOfData[i] / float64(len(s.types))
	}
	inf.DF /= share * share
	return s.estimate("posterior", f, inf, unit), nil
}
