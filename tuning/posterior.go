package tuning

import (
	"math"
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/selfplay/opening"
)

// PosteriorSpread is the standard deviation of values around the mobility prior, as a
// share of each value, that the posterior assumes. In the games of ten variants the values of 30
// pieces foreign to chess and of 11 kinds of pawns differ from their prior by 25 % (root mean square,
// luck subtracted), those of 39 officers of chess by 10 %.
const PosteriorSpread = 0.25

// For pieces unlike those by which the prior was checked (eval.Unchecked) it is UncheckedSpread
// instead, or UncheckedPawns pawns if that is more. All that is assumed of them is a value
// between nothing and twice the prior, which for a uniform distribution is the first; for a
// piece that hardly moves, such as the advisor of Xiangqi, even that is too much, for it is
// held to be worth two pawns and has a prior of a tenth of one.
const (
	UncheckedSpread = 0.58
	UncheckedPawns  = 1
)

// SpreadOf returns the standard deviation around the mobility prior that the posterior assumes
// for a kind of piece, as a share of its value.
func SpreadOf(g *rules.Game, t rules.Type) float64 {
	if eval.Unchecked(g, opening.OnBoard(t)) != "" {
		worth := opening.PriorValues(g)[t] / eval.PawnValue
		return max(UncheckedSpread, UncheckedPawns/max(worth, minWorth))
	}
	return PosteriorSpread
}

// Prior is the prior distribution of the value of a kind of piece.
type Prior struct {
	// Factor is the expected value over that by mobility.
	Factor float64
	// Spread is the standard deviation around it, as a share of the value.
	Spread float64
}

// assuming returns the model with other priors for the values of some kinds.
func (m *armyModel) assuming(priors map[rules.Type]Prior) *armyModel {
	out := *m
	out.worth, out.spread = slices.Clone(m.worth), slices.Clone(m.spread)
	for i, t := range m.types {
		if p, ok := priors[t]; ok {
			out.worth[i] *= p.Factor
			out.spread[i] = p.Spread
		}
	}
	return &out
}

// fitPosterior fits the armies' model with a normal prior on the value of each piece as
// well: that of the settings or else the mobility prior with the spread of its kind, on the scale that
// fits the games. A few games change the prior a little; many override it.
func (s *samples) fitPosterior(m *Measurement) error {
	armies := s.armies.assuming(s.settings.Priors)
	scale, err := armies.armyScale(s.start)
	if err != nil {
		return err
	}
	p := armies.prior(scale)
	m.Assumed = nil
	for i, worth := range armies.worth {
		p.Mean[i] = scale * worth
		sd := armies.spread[i] * p.Mean[i]
		p.Precision[i] = 1 / math.Pow(sd, 2)
		m.Assumed = append(m.Assumed, stat.Symmetric(p.Mean[i], stat.Quantile(s.settings.Level)*sd, s.settings.Level))
	}
	f, err := armies.fitHeld(s.start, p)
	if err != nil {
		return err
	}
	inf := f.Posterior()
	// The spread of the prior is known. The less the games decide, therefore, the less
	// Student's t matters for the errors of their estimate (Satterthwaite).
	share := 0.0
	for i := range s.types {
		share += f.WeightOfData[i] / float64(len(s.types))
	}
	inf.DF /= share * share
	m.Posterior = s.estimate("posterior", f.Result, inf, m.Scale)
	m.Posterior.Model = newModel(armies.labels(), inf)
	m.Decided = nil
	for i, v := range m.Posterior.Values {
		mobility := math.Pow(scale*s.armies.worth[i]*s.armies.spread[i], -2)
		m.Decided = append(m.Decided, v.WeightOfData/(v.WeightOfData+(1-v.WeightOfData)*mobility/p.Precision[i]))
	}
	return nil
}
