package tuning

import (
	"iter"
	"math"

	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
)

// Examination answers the questions of a sceptical reader about a Measurement of the same
// games.
// Lists by piece are in the order of its values.
type Examination struct {
	// Comparisons set the design estimate against the Texel estimate.
	Comparisons []Comparison
	// Resampled checks the closed-form errors of the design estimate by a bootstrap.
	Resampled Resampled
	// Correlations are the correlations of the values by the design estimate; NaN if the
	// games do not bound one of the two, or if its value is a definition.
	Correlations [][]float64
	// Sensitivity has the values by other choices of the fit.
	Sensitivity []Variation
	Additivity  Additivity
}

// Comparison is the difference of two estimates of one piece from the same games. Its
// interval takes account of what the two have in common.
type Comparison struct {
	Piece string
	// Worth is the design value less the Texel value. It is unknown if the games do not
	// bound one of the two, or if the value is a definition.
	Worth stat.Interval
	// Disagree is set when the difference is beyond chance, at the level of the intervals
	// for all pieces together (Holm).
	Disagree bool
}

// Resampled is a bootstrap over the pairs of games.
type Resampled struct {
	Resamples int
	// Degenerate counts the resamples that do not bound some value, which a weak prior
	// then holds; Unconverged counts the resamples whose fit did not converge.
	Degenerate, Unconverged int
	// Worth are percentile intervals of the values, and Formula the intervals of the closed
	// form that they should equal: those without the error of the prior.
	Worth, Formula []stat.Interval
	// Ratios divide standard errors in logits by the bootstrap by the closed-form ones;
	// NaN if the games do not bound a value or no resample changes it.
	Ratios []float64
}

const (
	// leastExamined is the smallest number of pairs for which errors are known well
	// enough to be examined.
	leastExamined = 100
	// With this many resamples a standard error has a standard error of 3.5 %.
	resamples     = 400
	resamplesSeed = 1
)

// Examine examines the games that Measure measures. The result is nil, without an error,
// if there are too few.
func Examine(g *rules.Game, records iter.Seq2[store.Record, error], set Settings) (*Examination, error) {
	if err := set.Validate(); err != nil {
		return nil, err
	}
	s := newSamples(g, set, variedViews(g)...)
	if err := s.collect(records); err != nil || s.pairs < leastExamined {
		return nil, err
	}
	f, held, err := s.fitArmies(s.start)
	if err != nil {
		return nil, err
	}
	x := &Examination{}
	design, err := s.influences(f, s.start)
	if err != nil {
		return nil, err
	}
	x.Correlations = design.correlations()
	if x.Resampled, err = s.resampled(f, held); err != nil {
		return nil, err
	}
	if x.Additivity, err = s.additivity(f.Coef, held); err != nil {
		return nil, err
	}
	if s.quiet.Rows() > 0 {
		err = s.examineTexel(x, f, held, design, opening.PriorValues(g))
	}
	return x, err
}

// examineTexel adds the parts that need quiet positions.
func (s *samples) examineTexel(x *Examination, start *logit.Result, held logit.Prior, design shifts, prior []float64) error {
	fit, err := s.fitQuiet(prior)
	if err != nil {
		return err
	}
	texel, err := s.influences(fit.result, s.quiet)
	if err != nil {
		return err
	}
	x.Comparisons = compare(s.names(), design, texel, s.settings.Level)
	x.Sensitivity, err = s.sensitivity(start, held, fit.result, fit.held)
	return err
}

// resampled draws pairs with replacement.
func (s *samples) resampled(f *logit.Result, held logit.Prior) (Resampled, error) {
	r, err := logit.Bootstrap(s.start, held, logit.Settings{}, resamples, resamplesSeed)
	if err != nil {
		return Resampled{}, err
	}
	out := Resampled{Resamples: resamples, Degenerate: r.Degenerate, Unconverged: r.Unconverged}
	cov, inf, unit := r.Cov(), f.Sampling(), s.unitScale()
	for i := range s.types {
		ratio := math.Sqrt(cov.At(i, i) / f.Cov.At(i, i))
		if ratio == 0 || !inf.Coefficient(i, s.settings.Level).Bounded() {
			ratio = math.NaN()
		}
		out.Formula = append(out.Formula, unit.value(inf, logit.Column(i), s.settings.Level))
		out.Worth = append(out.Worth, r.Interval(func(coef []float64) float64 { return unit.point(coef, i) }, s.settings.Level))
		out.Ratios = append(out.Ratios, ratio)
	}
	return out, nil
}

// Variation has the values by a fit with one choice changed.
type Variation struct {
	Name string
	// Rows is the sample size.
	Rows int
	// Worth is as in Value, by piece.
	Worth []stat.Interval
}

// variedViews are choices of quiet positions other than the one of the settings.
func variedViews(g *rules.Game) []*view {
	all := newFilling(g).allPawns
	five := Default().PositionsPerGame
	enough := NewQuietFilter(g, Default().PawnShare).pawns
	return []*view{
		{name: "Texel, any number of pawns", perGame: five},
		{name: "Texel, at least 5/8 of the pawns", perGame: five, pawns: 5 * all / 8},
		{name: "Texel, one position a game", perGame: 1, pawns: enough},
		{name: "Texel, 20 positions a game", perGame: 20, pawns: enough},
		{name: "Texel, the first quiet position", perGame: 1, pawns: enough, first: true},
	}
}

// sensitivity varies the fits to the armies at the start and to the quiet positions.
func (s *samples) sensitivity(start *logit.Result, places logit.Prior, texel *logit.Result, held logit.Prior) ([]Variation, error) {
	out := []Variation{s.variation("design", start, start.Posterior())}
	add := func(name string, d *logit.Design, p logit.Prior, set logit.Settings) error {
		if d.Rows() == 0 {
			return nil
		}
		f, err := logit.Fit(d, p, set)
		if err == nil {
			out = append(out, s.variation(name, f, f.Posterior()))
		}
		return err
	}
	for _, v := range []struct {
		name   string
		factor float64
		loss   logit.Loss
	}{
		{"design, squared error", 1, logit.SquaredError},
		{"design, changes of twice the size", 1. / 4, logit.CrossEntropy},
		{"design, changes of half the size", 4, logit.CrossEntropy},
		{"design, numbers of pieces alone", 1e6, logit.CrossEntropy},
	} {
		if err := add(v.name, s.start, places.Scaled(v.factor), logit.Settings{Loss: v.loss}); err != nil {
			return nil, err
		}
	}
	out = append(out, s.variation("Texel", texel, texel.Posterior()))
	squared := texelSettings()
	squared.Loss = logit.SquaredError
	if err := add("Texel, squared error", s.quiet, held, squared); err != nil {
		return nil, err
	}
	if err := add("Texel, without the prior", s.quiet, logit.Prior{}, texelSettings()); err != nil {
		return nil, err
	}
	for _, v := range s.views[1:] {
		if err := add(v.name, v.quiet, held, texelSettings()); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *samples) variation(name string, f *logit.Result, inf logit.Inference) Variation {
	v := Variation{Name: name, Rows: f.Rows}
	for _, x := range s.values(f, inf, s.unitScale(), s.settings.Level) {
		v.Worth = append(v.Worth, x.Worth)
	}
	return v
}
