package tuning

import (
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
)

// Examination holds a sceptical reader's tests of a Measurement. Lists by piece are in the
// order of its values.
type Examination struct {
	// Comparisons compares the design estimate with the Texel estimate; nil without quiet
	// positions.
	Comparisons []Comparison
	// Correlations holds the correlations of the values in the design estimate; NaN if the
	// games do not bound one of the two, or if its value is a definition.
	Correlations [][]float64
	// Bending is the coefficient γ of η|η| added to η, the log-odds of the model. If it is
	// negative, large differences are worth less than the sum; at a difference of one logit,
	// by the share -γ.
	Bending stat.Interval
}

// Comparison is the difference of two estimates of one piece from the same games. Its
// interval allows for the games they share.
type Comparison struct {
	Piece string
	// Worth is the design value minus the Texel value. It is unknown if the games do not
	// bound one of the two, or if the value is a definition.
	Worth stat.Interval
	// Disagree is set if the difference is significant, at the level of the intervals for
	// all pieces together (Holm).
	Disagree bool
}

// minExamined is the smallest number of pairs at which errors are known well enough to be
// examined.
const minExamined = 100

// examine examines the fit to the armies and the fit to the quiet
// positions, which is nil without any. It returns nil if there are too few pairs.
func (s *samples) examine(armies *armyFit, quiet *logit.Result) (*Examination, error) {
	if s.pairs < minExamined {
		return nil, nil
	}
	design, err := s.influences(armies.Result, armies.design)
	if err != nil {
		return nil, err
	}
	design.all = armies.Posterior()
	x := &Examination{Correlations: make([][]float64, len(design.by))}
	for i, a := range design.by {
		for _, b := range design.by {
			x.Correlations[i] = append(x.Correlations[i], correlation(a, b))
		}
	}
	if x.Bending, err = s.bending(armies); err != nil || quiet == nil {
		return x, err
	}
	texel, err := s.influences(quiet, s.quiet)
	if err != nil {
		return nil, err
	}
	x.Comparisons = compare(s.names(), design, texel, s.settings.Level)
	return x, nil
}
