package tuning

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/stat/rating"
)

// Examination holds a sceptical reader's tests of a Measurement. Lists by piece are in the
// order of its values.
type Examination struct {
	// Comparisons compares the design estimate with the Texel estimate; nil without quiet
	// positions.
	Comparisons []Comparison
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
func (s *Sample) examine(armies *armyFit, quiet *logit.Result) (*Examination, error) {
	if s.pairs < minExamined {
		return nil, nil
	}
	design, err := s.influences(armies.Result, armies.design)
	if err != nil {
		return nil, err
	}
	design.all = armies.Posterior()
	x := &Examination{}
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

// shifts holds the values of a fit and the first-order effect of each pair of games on
// them. A value that the games do not bound has no shifts.
type shifts struct {
	inf logit.Inference
	// all has the errors that no pair has alone, such as what exchanges differ by, as well.
	all  logit.Inference
	unit Scale
	by   []*mat.VecDense // by piece
}

// worth returns the value of piece i.
func (s shifts) worth(i int, level float64) stat.Interval {
	return s.unit.value(s.inf, logit.Column(i), level)
}

// influences returns the shifts of a fit to the rows of a design.
func (s *Sample) influences(f *logit.Result, d *logit.Design) (shifts, error) {
	in, err := f.Influence(d, s.pairs)
	if err != nil {
		return shifts{}, err
	}
	out := shifts{inf: f.Sampling(), all: f.Sampling(), unit: s.unitScale(), by: make([]*mat.VecDense, len(s.types))}
	for i := range out.by {
		if s.names()[i] != out.unit.Piece {
			out.by[i] = out.shift(in, i, s.settings.Level)
		}
	}
	return out, nil
}

// shift returns the effect of each pair on the value of piece i.
func (s shifts) shift(in *mat.Dense, i int, level float64) *mat.VecDense {
	value := s.worth(i, level)
	if !value.Bounded() {
		return nil
	}
	pairs, columns := in.Dims()
	weights := make([]float64, columns)
	weights[i] = 1
	one := 1 / stat.EloPerLogit
	if over := s.unit.over(s.inf.Coef); over != nil {
		one = s.inf.Combination(over)
		for j, x := range over {
			weights[j] -= value.Estimate * x
		}
	}
	out := mat.NewVecDense(pairs, nil)
	out.MulVec(in, mat.NewVecDense(columns, weights))
	out.ScaleVec(1/one, out)
	return out
}

// correlation returns the correlation of two shifts, or NaN if one does not exist or is
// zero.
func correlation(a, b *mat.VecDense) float64 {
	if a == nil || b == nil {
		return math.NaN()
	}
	return mat.Dot(a, b) / math.Sqrt(mat.Dot(a, a)*mat.Dot(b, b))
}

// compare subtracts the values of b from those of a.
func compare(names []string, a, b shifts, level float64) []Comparison {
	return mark(names, level, func(i int) (stat.Interval, float64) { return difference(a, b, i, level) })
}

// mark marks the differences that are significant for all pieces together. The function returns the
// difference of a piece, and the probability of one at least as large by chance.
func mark(names []string, level float64, of func(i int) (stat.Interval, float64)) []Comparison {
	out, chances := make([]Comparison, len(names)), make([]float64, len(names))
	for i, name := range names {
		out[i].Piece = name
		out[i].Worth, chances[i] = of(i)
	}
	for i, p := range rating.Holm(chances) {
		out[i].Disagree = p <= 1-level
	}
	return out
}

// Compare subtracts the values of b from the values of a, two estimates of the same pieces
// from different games, and marks the differences that are significant for all pieces
// together (Holm).
func Compare(a, b *Estimate, level float64) []Comparison {
	var names []string
	for _, v := range a.Values {
		names = append(names, v.Piece)
	}
	return mark(names, level, func(i int) (stat.Interval, float64) {
		v, w := a.Values[i].Worth, b.Values[i].Worth
		return subtract(v, w, 0), Chance(v, w)
	})
}

// difference returns an interval for the difference of two values of piece i, and the
// probability of one at least as large by chance: one minus the highest level at which the
// interval excludes 0. It is NaN if a value has no shifts.
func difference(a, b shifts, i int, level float64) (stat.Interval, float64) {
	r := correlation(a.by[i], b.by[i])
	if math.IsNaN(r) {
		return stat.Unknown(), math.NaN()
	}
	highest, _ := stat.Bisect(0, 1, 40, func(level float64) bool { return !a.less(b, i, level, r).Excludes(0) })
	return a.less(b, i, level, r), 1 - highest
}

// less returns the difference of two values of piece i whose shifts have the correlation r.
func (s shifts) less(b shifts, i int, level, r float64) stat.Interval {
	own := s.worth(i, level)
	return subtract(own, b.worth(i, level), r).WidenedBy(s.unit.value(s.all, logit.Column(i), level), own)
}

// subtract returns an interval for a−b from intervals that need not be symmetric, whose
// estimates have the correlation r. Each limit combines the two arms on its side (Zou and
// Donner, Statistics in Medicine 27, 2008).
func subtract(a, b stat.Interval, r float64) stat.Interval {
	x := a.Estimate - b.Estimate
	if !a.Bounded() || !b.Bounded() {
		return stat.Unbounded(x, a.Level)
	}
	arm := func(p, q float64) float64 { return math.Sqrt(max(0, p*p+q*q-2*r*p*q)) }
	return stat.Interval{
		Estimate: x,
		Lo:       x - arm(a.Estimate-a.Lo, b.Hi-b.Estimate),
		Hi:       x + arm(a.Hi-a.Estimate, b.Estimate-b.Lo),
		Level:    a.Level,
	}
}

// Chance returns the approximate probability that two independent estimates differ by at least
// as much by chance. Their intervals have the same level and need not be symmetric; the second
// may be exact. Chance is NaN if one of them is not bounded.
func Chance(a, b stat.Interval) float64 {
	v := subtract(a, b, 0)
	arm := v.Hi - v.Estimate
	if v.Estimate > 0 {
		arm = v.Estimate - v.Lo
	}
	if !v.Bounded() || !(arm > 0) {
		return math.NaN()
	}
	return math.Erfc(math.Erfinv(a.Level) * math.Abs(v.Estimate) / arm)
}

// bending fits the design model with one more column, which is free.
func (s *Sample) bending(f *armyFit) (stat.Interval, error) {
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
func (s *Sample) chooseRidge(prior []float64, scale float64) (Ridge, error) {
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
