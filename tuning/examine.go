package tuning

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/selfplay/store"
	"bestiary/tuning/logit"
)

// Examination is what a sceptical reader asks about a Measurement of the same games.
// Lists by piece are in the order of its values.
type Examination struct {
	// Comparisons are of the design estimate with the Texel estimate.
	Comparisons []Comparison
	// Resampled checks the closed-form errors of the design estimate by a bootstrap.
	Resampled Resampled
	// Correlations are those of the values in pawns by the design estimate, NaN where
	// the games do not bound one of the two, and in the row and column of the unit.
	Correlations [][]float64
	// Sensitivity is how the values depend on choices of the fit.
	Sensitivity []Variation
	Additivity  Additivity
}

// Comparison is of two estimates of one piece from the same games. Its error takes
// account of what the two have in common.
type Comparison struct {
	Piece string
	// Pawns is the design value less the Texel value in pawns; Basket the same where
	// knight and bishop are BasketValue, zero when the game lacks one of them.
	Pawns, Basket logit.Interval
	// Disagree is set when the difference in pawns is beyond chance, at the level of
	// the intervals for all pieces together (Holm); BasketDisagree the same there.
	Disagree, BasketDisagree bool
}

// Resampled is a bootstrap over the pairs of games.
type Resampled struct {
	Resamples int
	// Pawns are percentile intervals.
	Pawns []logit.Interval
	// Ratios are standard errors in logits by the bootstrap over those by the closed
	// form, NaN where the games do not bound a value or no resample changes it.
	Ratios []float64
}

const (
	// leastExamined is the number of pairs below which errors are not known well
	// enough to be examined.
	leastExamined = 100
	// resamples have a standard error of 3.5 % for a standard error.
	resamples     = 400
	resamplesSeed = 1
)

// Examine makes an examination of the games that Measure measures. It is nil, without an
// error, when they are too few.
func Examine(g *rules.Game, records iter.Seq2[store.Record, error], set Settings) (*Examination, error) {
	if err := set.Validate(); err != nil {
		return nil, err
	}
	set = set.Resolved()
	s := newSamples(g, set, variedViews(g)...)
	if err := s.collect(records); err != nil || s.pairs < leastExamined {
		return nil, err
	}
	f, err := logit.Fit(s.start, logit.Prior{}, logit.Settings{})
	if err != nil {
		return nil, err
	}
	prior := eval.PriorValues(g)
	unit := s.unit(prior)
	x := &Examination{}
	design, err := s.influences(f, s.start, unit)
	if err != nil {
		return nil, err
	}
	x.Correlations = design.correlations()
	if x.Resampled, err = s.resampled(f, unit); err != nil {
		return nil, err
	}
	if x.Additivity, err = s.additivity(unit, f.Coef); err != nil {
		return nil, err
	}
	if s.quiet.Rows() > 0 {
		err = s.examineTexel(x, f, design, prior, unit)
	}
	return x, err
}

// examineTexel adds what needs quiet positions.
func (s *samples) examineTexel(x *Examination, start *logit.Result, design shifts, prior []float64, unit int) error {
	scale, err := s.logitsPerPawn(prior)
	if err != nil {
		return err
	}
	ridge, err := s.chooseRidge(prior, scale)
	if err != nil {
		return err
	}
	held := s.ridge(prior, scale, 1, 2).Scaled(ridge.Factor)
	f, err := logit.Fit(s.quiet, held, texelSettings)
	if err != nil {
		return err
	}
	texel, err := s.influences(f, s.quiet, unit)
	if err != nil {
		return err
	}
	x.Comparisons = compare(s.names(), design, texel, unit, s.settings.Level)
	x.Sensitivity, err = s.sensitivity(start, f, held, unit)
	return err
}

// resampled draws pairs with replacement.
func (s *samples) resampled(f *logit.Result, unit int) (Resampled, error) {
	r, err := logit.Bootstrap(s.start, logit.Prior{}, logit.Settings{}, resamples, resamplesSeed)
	if err != nil {
		return Resampled{}, err
	}
	out := Resampled{Resamples: resamples}
	cov, inf := r.Cov(), f.Sampling()
	for i := range s.types {
		ratio := math.Sqrt(cov.At(i, i) / f.Cov.At(i, i))
		if ratio == 0 || inf.Coefficient(i, s.settings.Level).Unbounded {
			ratio = math.NaN()
		}
		out.Pawns = append(out.Pawns, r.Interval(func(coef []float64) float64 { return coef[i] / coef[unit] }, s.settings.Level))
		out.Ratios = append(out.Ratios, ratio)
	}
	return out, nil
}

// shifts are values of pieces on two scales and how each pair of games moves them, to
// first order. A value that the games do not bound has no shifts.
type shifts struct {
	pawns, basket     []float64
	byPawns, byBasket []*mat.VecDense
}

// influences are the shifts of a fit to the rows of a design.
func (s *samples) influences(f *logit.Result, d *logit.Design, unit int) (shifts, error) {
	in, err := f.Influence(d, s.pairs)
	if err != nil {
		return shifts{}, err
	}
	n := len(s.types)
	var out shifts
	inf := f.Sampling()
	one := make([]float64, n)
	one[unit] = 1
	basket := s.basket()
	for i := range n {
		v, by := ratioShift(f, inf, in, i, one, s.settings.Level)
		out.pawns, out.byPawns = append(out.pawns, v), append(out.byPawns, by)
		if basket == nil {
			v, by = 0, nil
		} else {
			v, by = ratioShift(f, inf, in, i, basket, s.settings.Level)
		}
		out.basket, out.byBasket = append(out.basket, v), append(out.byBasket, by)
	}
	return out, nil
}

// ratioShift is coefficient i over a combination of coefficients, and its shifts.
func ratioShift(f *logit.Result, inf logit.Inference, in *mat.Dense, i int, over []float64, level float64) (float64, *mat.VecDense) {
	one := make([]float64, i+1)
	one[i] = 1
	ratio := inf.Fieller(one, over, level)
	if ratio.Unbounded {
		return ratio.Estimate, nil
	}
	below := 0.0
	pairs, columns := in.Dims()
	weights := make([]float64, columns)
	weights[i] = 1
	for j, x := range over {
		below += x * f.Coef[j]
		weights[j] -= ratio.Estimate * x
	}
	out := mat.NewVecDense(pairs, nil)
	out.MulVec(in, mat.NewVecDense(columns, weights))
	out.ScaleVec(1/below, out)
	return ratio.Estimate, out
}

// correlations are those of the values in pawns.
func (s shifts) correlations() [][]float64 {
	out := make([][]float64, len(s.byPawns))
	for i, a := range s.byPawns {
		for _, b := range s.byPawns {
			r := math.NaN()
			if a != nil && b != nil {
				r = mat.Dot(a, b) / math.Sqrt(mat.Dot(a, a)*mat.Dot(b, b))
			}
			out[i] = append(out[i], r)
		}
	}
	return out
}

// compare subtracts the values of b from those of a.
func compare(names []string, a, b shifts, unit int, level float64) []Comparison {
	z := distuv.UnitNormal.Quantile((1 + level) / 2)
	var out []Comparison
	pawns, basket := make([]float64, len(names)), make([]float64, len(names))
	for i, name := range names {
		c := Comparison{Piece: name}
		pawns[i], basket[i] = math.NaN(), math.NaN()
		if i != unit {
			c.Pawns, pawns[i] = difference(a.pawns[i]-b.pawns[i], a.byPawns[i], b.byPawns[i], z)
		}
		c.Basket, basket[i] = difference(a.basket[i]-b.basket[i], a.byBasket[i], b.byBasket[i], z)
		out = append(out, c)
	}
	for i, beyond := range Holm(pawns, 1-level) {
		out[i].Disagree = beyond
	}
	for i, beyond := range Holm(basket, 1-level) {
		out[i].BasketDisagree = beyond
	}
	return out
}

// difference is an interval for a difference, and the probability of one at least as
// large by chance; without shifts there is neither.
func difference(x float64, a, b *mat.VecDense, z float64) (logit.Interval, float64) {
	if a == nil || b == nil {
		return logit.Interval{}, math.NaN()
	}
	var d mat.VecDense
	d.SubVec(a, b)
	se := mat.Norm(&d, 2)
	return logit.Interval{Estimate: x, Lo: x - z*se, Hi: x + z*se}, math.Erfc(math.Abs(x) / se / math.Sqrt2)
}

// Holm reports which probabilities are significant when all are looked at together
// (Holm, Scandinavian Journal of Statistics 6, 1979). NaN stands for none.
func Holm(p []float64, level float64) []bool {
	order := make([]int, 0, len(p))
	for i, x := range p {
		if !math.IsNaN(x) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	out := make([]bool, len(p))
	for k, i := range order {
		if p[i] > level/float64(len(order)-k) {
			break
		}
		out[i] = true
	}
	return out
}
