package tuning

import (
	"math"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/opening"

	"gonum.org/v1/gonum/floats"
)

// Additivity tests an assumption of the design model: that the value of an army is the sum
// of the values of its pieces. Each test adds one column to the model.
type Additivity struct {
	// Strong and Weak are the pieces of the first test; both are empty in a game that
	// lacks one of the two.
	Strong, Weak []string
	// Levelling is how much a strong piece's value changes with each weak piece that the
	// opponent has beyond the number in the array: strong pieces have to avoid attacks by
	// weak ones. It is unknown without such pieces.
	Levelling stat.Interval
	// Bending is the coefficient γ of η|η| added to η, the log-odds that follow from the
	// sums of the pieces. If it is negative, large differences are worth less than the
	// sum; at a difference of one logit, by the share -γ.
	Bending stat.Interval
}

const (
	// A piece is strong if its prior value is at least strongShare of the strongest
	// piece's, and weak if it is not a pawn and its prior value is at most weakShare of
	// it.
	strongShare = 2. / 3
	weakShare   = 0.4
)

// levelling counts strong and weak pieces. Only the prior decides which is which, so the
// choice does not depend on the games.
type levelling struct {
	strong, weak []rules.Type
	usual        float64 // weak pieces of an army in the array
}

func newLevelling(g *rules.Game, c columns) levelling {
	var l levelling
	prior, most := opening.PriorValues(g), 0.0
	for _, t := range c.types {
		most = max(most, prior[t])
	}
	start := g.NewPosition()
	for _, t := range c.types {
		switch {
		case prior[t] >= strongShare*most:
			l.strong = append(l.strong, t)
		case prior[t] <= weakShare*most && !c.isPawn(t):
			l.weak = append(l.weak, t)
			l.usual += (owned(start, t, rules.White) + owned(start, t, rules.Black)) / 2
		}
	}
	return l
}

// of returns S·(m−u) for White minus the same for Black, where S is the number of a side's
// strong pieces, m the number of its opponent's weak pieces and u their usual number.
func (l *levelling) of(p *rules.Position) float64 {
	count := func(list []rules.Type, side rules.Color) float64 {
		sum := 0.0
		for _, t := range list {
			sum += owned(p, t, side)
		}
		return sum
	}
	if len(l.strong) == 0 || len(l.weak) == 0 {
		return 0
	}
	return count(l.strong, rules.White)*(count(l.weak, rules.Black)-l.usual) -
		count(l.strong, rules.Black)*(count(l.weak, rules.White)-l.usual)
}

// additivity fits the design model with one more column at a time.
func (s *samples) additivity(f *armyFit) (Additivity, error) {
	out := Additivity{Levelling: stat.Unknown()}
	for _, t := range s.levels.strong {
		out.Strong = append(out.Strong, opening.NameOf(s.g, t))
	}
	for _, t := range s.levels.weak {
		out.Weak = append(out.Weak, opening.NameOf(s.g, t))
	}
	n := len(s.types)
	if len(out.Strong) > 0 && len(out.Weak) > 0 {
		inf, err := f.with("levelling", func(i int) float64 { return s.level[i] })
		if err != nil {
			return out, err
		}
		out.Levelling = s.unitScale().value(inf, logit.Column(f.design.Columns), s.settings.Level)
	} else {
		out.Strong, out.Weak = nil, nil
	}
	inf, err := f.with("bending", func(i int) float64 {
		eta := 0.0
		for k := s.start.Off[i]; k < s.start.Off[i+1]; k++ {
			if j := int(s.start.Idx[k]); j != n {
				eta += s.start.Val[k] * f.Coef[j]
			}
		}
		return eta * math.Abs(eta)
	})
	if err != nil {
		return out, err
	}
	out.Bending = inf.Coefficient(f.design.Columns, s.settings.Level)
	return out, nil
}

// with fits the rows with one more column, which is free.
func (f *armyFit) with(name string, column func(row int) float64) (logit.Inference, error) {
	d := &logit.Design{Columns: f.design.Columns + 1, Names: append(slices.Clone(f.design.Names), name)}
	extend(d, f.design, func(row int) (int, float64) { return f.design.Columns, column(row) })
	more, err := logit.Fit(d, logit.Prior{Precision: append(slices.Clone(f.held.Precision), 0)}, weighed())
	if err != nil {
		return logit.Inference{}, err
	}
	return more.Posterior(), nil
}

// Says describes the significant effects in words.
func (a Additivity) Says() []string {
	var out []string
	if x := a.Levelling; len(a.Strong) > 0 && x.Excludes(0) {
		verb := "loses"
		if x.Estimate > 0 {
			verb = "gains"
		}
		out = append(out, "a strong piece ("+strings.Join(a.Strong, ", ")+") "+verb+" value with every additional weak piece ("+
			strings.Join(a.Weak, ", ")+") of the opponent")
	}
	if x := a.Bending; x.Excludes(0) {
		size := "more"
		if x.Estimate < 0 {
			size = "less"
		}
		out = append(out, "a large difference between armies is worth "+size+" than the values of its pieces add up to")
	}
	return out
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
