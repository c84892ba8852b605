package formula

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// fitted is a value in the form in which a formula is fitted.
type fitted struct {
	kind         string
	value, prior float64 // logarithms
	of           *Features
	x            []float64 // Formula.x
}

// The weights of adjacent squares that are tried.
const (
	leastWeight = 0.2
	mostWeight  = 1.2
	weightStep  = 0.05
)

// Fit fits the formula. Pieces that no prior can judge (Features.Unchecked) are left out.
func Fit(measured []Measured) *Formula {
	f := &Formula{smallest: math.Inf(1), largest: math.Inf(-1)}
	var rows []fitted
	for i := range measured {
		m := &measured[i]
		if m.Unchecked != "" || !(m.Prior > 0) || !(m.Mobility[1] > 0) || !(m.Value.Estimate > 0) {
			continue
		}
		prior := math.Log(m.Prior)
		f.smallest, f.largest = min(f.smallest, prior), max(f.largest, prior)
		rows = append(rows, fitted{m.Betza, math.Log(m.Value.Estimate), prior, &m.Features, nil})
	}
	f.fit(rows)
	return f
}

// fit estimates the parameters and the errors.
func (f *Formula) fit(rows []fitted) {
	f.Values, f.leave = len(rows), map[string]float64{}
	var kinds []string
	for _, r := range rows {
		if !slices.Contains(kinds, r.kind) {
			kinds = append(kinds, r.kind)
		}
	}
	f.Kinds = len(kinds)
	best := math.Inf(1)
	for w := leastWeight; w < mostWeight+weightStep/2; w += weightStep {
		try := Formula{Near: w}
		try.weigh(rows)
		c, _ := solve(rows, 2)
		if rest := squares(rows, c); rest < best {
			best, f.Near, f.Constant, f.Power = rest, w, c[0], 1+c[1]
		}
	}
	f.weigh(rows)
	for _, kind := range kinds {
		own, others := split(rows, kind)
		c, _ := solve(others, parameters)
		f.leave[kind] = squares(own, c)
		f.Error += f.leave[kind] / float64(f.Kinds)
		for _, r := range own {
			f.PriorError += (r.value - r.prior) * (r.value - r.prior) / float64(len(own)*f.Kinds)
		}
	}
	f.Error, f.PriorError = math.Sqrt(f.Error), math.Sqrt(f.PriorError)
	_, f.inverse = solve(rows, parameters)
	f.df = max(1, float64(f.Kinds-parameters))
	f.spread = max(math.Sqrt(squares(rows, []float64{f.Constant, f.Power - 1})/f.df), leastSpread)
}

// weigh sets the columns of the fit for the weight and the power of the formula.
func (f *Formula) weigh(rows []fitted) {
	for i := range rows {
		rows[i].x = f.x(rows[i].of)
	}
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

// residual returns the residual of a logarithm. The second coefficient is the power less 1.
func (r *fitted) residual(c []float64) float64 {
	return r.value - r.x[1] - floats.Dot(c, r.x[:len(c)])
}

// squares returns the mean squared residuals, added up over the kinds.
func squares(rows []fitted, c []float64) (sum float64) {
	count := counts(rows)
	for _, r := range rows {
		sum += r.residual(c) * r.residual(c) / count[r.kind]
	}
	return sum
}

// counts counts the values of each kind.
func counts(rows []fitted) map[string]float64 {
	out := map[string]float64{}
	for _, r := range rows {
		out[r.kind]++
	}
	return out
}

// solve returns the ridge estimate of the first n coefficients and the inverse of its matrix. Each kind
// counts once, however many values it has. The power is drawn towards 1 and the weight towards that of
// the formula; the constant is free.
func solve(rows []fitted, n int) (c []float64, inverse *mat.SymDense) {
	count := counts(rows)
	a, b := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	a.SetSym(0, 0, 1e-6)
	for i := 1; i < n; i++ {
		a.SetSym(i, i, ridge)
	}
	for _, r := range rows {
		x := mat.NewVecDense(n, r.x[:n])
		a.SymRankOne(a, 1/count[r.kind], x)
		b.AddScaledVec(b, (r.value-r.x[1])/count[r.kind], x)
	}
	var chol mat.Cholesky
	v := mat.NewVecDense(n, nil)
	inverse = mat.NewSymDense(n, nil)
	if chol.Factorize(a) && chol.SolveVecTo(v, b) == nil && chol.InverseTo(inverse) == nil {
		return v.RawVector().Data, inverse
	}
	return make([]float64, n), inverse
}
