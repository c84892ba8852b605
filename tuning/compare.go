package tuning

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"bestiary/internal/stat"
	"bestiary/selfplay/rating"
	"bestiary/tuning/logit"
)

// shifts are the values of pieces on two scales, and the first-order effect of each pair
// of games on them. A value that the games do not bound has no shifts.
type shifts struct {
	pawns, basket scaled
}

// scaled are the values over one combination of coefficients.
type scaled struct {
	inf  logit.Inference
	over []float64       // nil if the game lacks its pieces
	by   []*mat.VecDense // by piece
}

// ratio is the value of piece i with Fieller's interval.
func (s scaled) ratio(i int, level float64) stat.Interval {
	return s.inf.Fieller(logit.Column(i), s.over, level)
}

// influences are the shifts of a fit to the rows of a design.
func (s *samples) influences(f *logit.Result, d *logit.Design, unit int) (shifts, error) {
	in, err := f.Influence(d, s.pairs)
	if err != nil {
		return shifts{}, err
	}
	scale := func(over []float64) scaled {
		out := scaled{inf: f.Sampling(), over: over, by: make([]*mat.VecDense, len(s.types))}
		for i := range out.by {
			if over != nil {
				out.by[i] = ratioShift(in, out.inf.Coef, i, out.ratio(i, s.settings.Level), over)
			}
		}
		return out
	}
	return shifts{pawns: scale(logit.Column(unit)), basket: scale(s.basket())}, nil
}

// ratioShift is the effect of each pair on the ratio of coefficient i to a combination of
// coefficients.
func ratioShift(in *mat.Dense, coef []float64, i int, ratio stat.Interval, over []float64) *mat.VecDense {
	if !ratio.Bounded() {
		return nil
	}
	below := 0.0
	pairs, columns := in.Dims()
	weights := make([]float64, columns)
	weights[i] = 1
	for j, x := range over {
		below += x * coef[j]
		weights[j] -= ratio.Estimate * x
	}
	out := mat.NewVecDense(pairs, nil)
	out.MulVec(in, mat.NewVecDense(columns, weights))
	out.ScaleVec(1/below, out)
	return out
}

// correlation returns the correlation of two shifts, NaN if one does not exist or is zero.
func correlation(a, b *mat.VecDense) float64 {
	if a == nil || b == nil {
		return math.NaN()
	}
	return mat.Dot(a, b) / math.Sqrt(mat.Dot(a, a)*mat.Dot(b, b))
}

// correlations returns the correlations of the values in pawns.
func (s shifts) correlations() [][]float64 {
	out := make([][]float64, len(s.pawns.by))
	for i, a := range s.pawns.by {
		for _, b := range s.pawns.by {
			out[i] = append(out[i], correlation(a, b))
		}
	}
	return out
}

// compare subtracts the values of b from those of a.
func compare(names []string, a, b shifts, unit int, level float64) []Comparison {
	out := make([]Comparison, len(names))
	pawns, basket := make([]float64, len(names)), make([]float64, len(names))
	for i, name := range names {
		out[i].Piece, out[i].Pawns, pawns[i] = name, stat.Exact(0), math.NaN()
		if i != unit {
			out[i].Pawns, pawns[i] = difference(a.pawns, b.pawns, i, level)
		}
		out[i].Basket, basket[i] = difference(a.basket, b.basket, i, level)
	}
	for i, p := range rating.Holm(pawns) {
		out[i].Disagree = p <= 1-level
	}
	for i, p := range rating.Holm(basket) {
		out[i].BasketDisagree = p <= 1-level
	}
	return out
}

// difference is an interval for the difference of two values of piece i, and the
// probability of one at least as large by chance: one minus the highest level at which
// the interval excludes 0. It is NaN if a value has no shifts.
func difference(a, b scaled, i int, level float64) (stat.Interval, float64) {
	r := correlation(a.by[i], b.by[i])
	if math.IsNaN(r) {
		return stat.Unknown(), math.NaN()
	}
	lo, hi := 0.0, 1.0
	for range 40 {
		mid := (lo + hi) / 2
		if v := subtract(a.ratio(i, mid), b.ratio(i, mid), r); v.Excludes(0) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return subtract(a.ratio(i, level), b.ratio(i, level), r), 1 - lo
}

// subtract is an interval for a−b from intervals that need not be symmetric, whose
// estimates have the correlation r. Each limit combines the two arms on its side
// (Zou and Donner, Statistics in Medicine 27, 2008).
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

// Chance is about the probability that two independent estimates, with intervals of the
// same level that need not be symmetric, differ at least as much by chance. The second may
// be exact. Chance is NaN where one is not bounded.
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
