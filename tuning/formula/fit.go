package formula

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// feature is a number that a formula may use.
type feature struct {
	Name  string
	Usual float64 // where it does not matter
	of    func(k *Features) float64
}

// The features from which Choose chooses.
var features = []feature{
	{"moves", 2.2, func(k *Features) float64 { return k.Moves }},
	{"forward", 0.5, func(k *Features) float64 { return k.Forward }},
	{"capture", 0.5, func(k *Features) float64 { return k.Capture }},
	{"jumps", 0.5, func(k *Features) float64 { return k.Jumps }},
	{"reach", 1, func(k *Features) float64 { return k.Reach }},
	{"log mobility", 2, func(k *Features) float64 { return math.Log(k.Mobility[1]) }},
	{"log crowding", 0, func(k *Features) float64 { return math.Log(k.Mobility[2] / k.Mobility[0]) }},
	{"adjacent squares", 4, func(k *Features) float64 { return float64(k.Squares[0]) }},
	{"colour-bound", 0, func(k *Features) float64 {
		if k.ColourBound {
			return 1
		}
		return 0
	}},
}

// published are the features of the formula that comes with the program.
var published = features[:1]

// fitted is a value in the form in which a formula is fitted. Value and prior are logarithms.
type fitted struct {
	kind         string
	value, prior float64
	x            []float64 // 1 and the features less what is usual
}

// Choose fits the formula with the features that predict best: one after the other, that with
// which the error of kinds left out is smallest, as long as it falls by a twentieth.
func Choose(measured []Measured) *Formula {
	const most, gain = 3, 0.95
	best := Fit(measured, nil)
	var chosen []feature
	for len(chosen) < most {
		var next *Formula
		var with []feature
		for _, x := range features {
			if slices.ContainsFunc(chosen, func(c feature) bool { return c.Name == x.Name }) {
				continue
			}
			list := append(slices.Clone(chosen), x)
			if f := Fit(measured, list); next == nil || f.Error < next.Error {
				next, with = f, list
			}
		}
		if !(next.Error < gain*best.Error) {
			break
		}
		best, chosen = next, with
	}
	return best
}

// Fit fits the formula with some features. Pieces that no prior can judge (Features.Unchecked) are
// left out.
func Fit(measured []Measured, list []feature) *Formula {
	f := &Formula{least: math.Inf(1), most: math.Inf(-1), smallest: math.Inf(1), largest: math.Inf(-1), odd: map[string]bool{}}
	for _, x := range list {
		f.Terms = append(f.Terms, Term{feature: x, least: math.Inf(1), most: math.Inf(-1)})
	}
	var rows []fitted
	for i := range measured {
		m := &measured[i]
		if m.Unchecked != "" || !(m.Prior > 0) || !(m.Value.Estimate > 0) {
			continue
		}
		prior := math.Log(m.Prior)
		f.least, f.most = min(f.least, m.Moves), max(f.most, m.Moves)
		f.smallest, f.largest = min(f.smallest, prior), max(f.largest, prior)
		f.odd[oddity(&m.Features)] = true
		for k := range f.Terms {
			t := &f.Terms[k]
			t.least, t.most = min(t.least, t.of(&m.Features)), max(t.most, t.of(&m.Features))
		}
		rows = append(rows, fitted{m.Betza, math.Log(m.Value.Estimate), prior, f.x(&m.Features)})
	}
	f.fit(rows)
	return f
}

// fit estimates the coefficients and the errors.
func (f *Formula) fit(rows []fitted) {
	f.Values, f.leave, f.priors = len(rows), map[string]float64{}, map[string]float64{}
	var kinds []string
	for _, r := range rows {
		if !slices.Contains(kinds, r.kind) {
			kinds = append(kinds, r.kind)
		}
	}
	f.Kinds = len(kinds)
	none := make([]float64, 1+len(f.Terms))
	for _, kind := range kinds {
		own, others := split(rows, kind)
		c, _ := solve(others)
		f.leave[kind], f.priors[kind] = meanSquare(own, c), meanSquare(own, none)
		f.Error += f.leave[kind] / float64(f.Kinds)
		f.PriorError += f.priors[kind] / float64(f.Kinds)
	}
	f.Error, f.PriorError = math.Sqrt(f.Error), math.Sqrt(f.PriorError)
	c, inverse := solve(rows)
	if f.UsesPrior = !(f.Error < f.PriorError); f.UsesPrior {
		f.Terms, f.inverse, f.df, f.spread = nil, mat.NewSymDense(1, nil), float64(f.Kinds), f.PriorError
	} else {
		f.Constant, f.inverse, f.df = c[0], inverse, float64(f.Kinds-len(c))
		for i := range f.Terms {
			f.Terms[i].Slope = c[1+i]
		}
		rest := 0.0
		for _, kind := range kinds {
			own, _ := split(rows, kind)
			rest += meanSquare(own, c)
		}
		f.spread = math.Sqrt(rest / f.df)
	}
	f.spread = max(f.spread, leastSpread)
}

// split divides values into those of a kind and the others.
func split(rows []fitted, kind string) (own, others []fitted) {
	for _, r := range rows {
		if r.kind == kind {
			own = append(own, r)
		} else {
			others = append(others, r)
		}
	}
	return own, others
}

// meanSquare returns the mean square of what coefficients leave of some values.
func meanSquare(rows []fitted, c []float64) (sum float64) {
	for _, r := range rows {
		e := r.value - r.prior - floats.Dot(c, r.x)
		sum += e * e / float64(len(rows))
	}
	return sum
}

// solve returns the ridge estimate of the coefficients and the inverse of its matrix. The values
// of a kind have the weight of one together, and the constant is not drawn to 0.
func solve(rows []fitted) (c []float64, inverse *mat.SymDense) {
	count := map[string]float64{}
	for _, r := range rows {
		count[r.kind]++
	}
	n := 1
	if len(rows) > 0 {
		n = len(rows[0].x)
	}
	a, b := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	a.SetSym(0, 0, 1e-6)
	for i := 1; i < n; i++ {
		a.SetSym(i, i, ridge)
	}
	for _, r := range rows {
		x := mat.NewVecDense(n, r.x)
		a.SymRankOne(a, 1/count[r.kind], x)
		b.AddScaledVec(b, (r.value-r.prior)/count[r.kind], x)
	}
	var chol mat.Cholesky
	v := mat.NewVecDense(n, nil)
	inverse = mat.NewSymDense(n, nil)
	if chol.Factorize(a) && chol.SolveVecTo(v, b) == nil && chol.InverseTo(inverse) == nil {
		return v.RawVector().Data, inverse
	}
	return make([]float64, n), inverse
}
