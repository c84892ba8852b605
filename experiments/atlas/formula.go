package atlas

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"bestiary/internal/stat"
	"bestiary/tuning"
)

// level is the confidence level of all intervals.
const level = 0.95

// What the formula is made of.
const (
	// ridge is the precision of the prior of a coefficient, in kinds of pieces.
	ridge = 0.3
	// usualSpeed is the speed at which the formula is the mobility prior times a constant.
	usualSpeed = 2.2
	// leastSpread is the least standard deviation of a logarithm that is believed.
	leastSpread = 0.03
	// doubtFactor widens the interval of a piece unlike those that were measured. It is an
	// assumption.
	doubtFactor = 2
	// evenShare is how far shares may be from a half, and hops how much mobility may grow on a full
	// board, for a piece like those that were measured.
	evenShare, hops = 0.05, 0.95
	// maxBeyond is how far the logarithm of a value may be beyond all that were measured.
	maxBeyond = 1
)

// Formula foretells the value of a piece from its moves alone:
//
//	value = prior · exp(a + b·(speed - 2.2))
//
// It is fitted to measured values, in which each kind of piece counts once.
type Formula struct {
	// Constant and Slope are a and b; 0 if the mobility prior foretells better, or as well.
	Constant, Slope float64
	// Kinds and Values are the numbers of kinds of pieces and of values that it rests on.
	Kinds, Values int
	// Error is the root mean square of the errors of logarithms when the kind is left out of the
	// fit, and PriorError that of the mobility prior.
	Error, PriorError float64
	// UsesPrior reports whether the mobility prior was no worse, and takes its place.
	UsesPrior bool

	spread        float64 // of what is left
	df            float64
	inverse       *mat.SymDense
	least, most   float64 // speeds
	smallest      float64 // priors
	largest       float64
	leave, priors map[string]float64 // mean squares of the errors, by kind
}

// fitted is a value in the form in which the formula is fitted.
type fitted struct {
	kind                string
	value, prior, speed float64 // logarithms but for the speed
}

// Published returns the formula that is fitted to the measured values that come with the program.
var Published = sync.OnceValues(func() (*Formula, error) {
	measured, err := MeasuredValues()
	if err != nil {
		return nil, err
	}
	return Fit(measured), nil
})

// Fit fits the formula. Pieces that no prior can judge (Features.Unchecked) are left out.
func Fit(measured []Measured) *Formula {
	var rows []fitted
	for _, m := range measured {
		if m.Unchecked == "" && m.Prior > 0 && m.Value.Estimate > 0 {
			rows = append(rows, fitted{m.Betza, math.Log(m.Value.Estimate), math.Log(m.Prior), m.Speed})
		}
	}
	return fit(rows)
}

func fit(rows []fitted) *Formula {
	f := &Formula{Values: len(rows), least: math.Inf(1), smallest: math.Inf(1), largest: math.Inf(-1), leave: map[string]float64{}, priors: map[string]float64{}}
	var kinds []string
	for _, r := range rows {
		if !slices.Contains(kinds, r.kind) {
			kinds = append(kinds, r.kind)
		}
		f.least, f.most = min(f.least, r.speed), max(f.most, r.speed)
		f.smallest, f.largest = min(f.smallest, r.prior), max(f.largest, r.prior)
	}
	f.Kinds = len(kinds)
	for _, kind := range kinds {
		one := func(r fitted) bool { return r.kind == kind }
		c, _ := solve(slices.DeleteFunc(slices.Clone(rows), one))
		own := slices.DeleteFunc(slices.Clone(rows), func(r fitted) bool { return !one(r) })
		f.leave[kind], f.priors[kind] = meanSquare(own, c), meanSquare(own, [2]float64{})
		f.Error += f.leave[kind] / float64(f.Kinds)
		f.PriorError += f.priors[kind] / float64(f.Kinds)
	}
	f.Error, f.PriorError = math.Sqrt(f.Error), math.Sqrt(f.PriorError)
	c, inverse := solve(rows)
	f.Constant, f.Slope, f.inverse, f.df = c[0], c[1], inverse, float64(f.Kinds-len(c))
	if f.UsesPrior = !(f.Error < f.PriorError); f.UsesPrior {
		f.Constant, f.Slope, f.inverse, f.df, f.spread = 0, 0, mat.NewSymDense(2, nil), float64(f.Kinds), f.PriorError
	} else {
		rest := 0.0
		for _, kind := range kinds {
			rest += meanSquare(slices.DeleteFunc(slices.Clone(rows), func(r fitted) bool { return r.kind != kind }), c)
		}
		f.spread = math.Sqrt(rest / f.df)
	}
	f.spread = max(f.spread, leastSpread)
	return f
}

// terms returns the terms of the formula at a speed.
func terms(speed float64) [2]float64 { return [2]float64{1, speed - usualSpeed} }

// meanSquare returns the mean square of what coefficients leave of some values.
func meanSquare(rows []fitted, c [2]float64) (sum float64) {
	for _, r := range rows {
		x := terms(r.speed)
		e := r.value - r.prior - c[0]*x[0] - c[1]*x[1]
		sum += e * e / float64(len(rows))
	}
	return sum
}

// solve returns the ridge estimate of the coefficients and the inverse of its matrix. The values
// of a kind have the weight of one together, and the constant is not drawn to 0.
func solve(rows []fitted) (c [2]float64, inverse *mat.SymDense) {
	count := map[string]float64{}
	for _, r := range rows {
		count[r.kind]++
	}
	a, b := mat.NewSymDense(2, []float64{1e-6, 0, 0, ridge}), mat.NewVecDense(2, nil)
	for _, r := range rows {
		x := terms(r.speed)
		a.SymRankOne(a, 1/count[r.kind], mat.NewVecDense(2, x[:]))
		b.AddScaledVec(b, (r.value-r.prior)/count[r.kind], mat.NewVecDense(2, x[:]))
	}
	var chol mat.Cholesky
	var v mat.VecDense
	inverse = mat.NewSymDense(2, nil)
	if chol.Factorize(a) && chol.SolveVecTo(&v, b) == nil && chol.InverseTo(inverse) == nil {
		c = [2]float64{v.AtVec(0), v.AtVec(1)}
	}
	return c, inverse
}

// Value foretells the value of a piece in points. The interval is predictive: it is for what long
// runs of games would give.
func (f *Formula) Value(k Features) stat.Interval {
	if !(k.Prior > 0) {
		return stat.Exact(0)
	}
	x := terms(min(max(k.Speed, f.least), f.most)) // it is not believed beyond what was measured
	e := f.Constant*x[0] + f.Slope*x[1]
	v := mat.NewVecDense(2, x[:])
	sd := f.spread * math.Sqrt(1+mat.Inner(v, f.inverse, v))
	switch {
	case k.Unchecked != "":
		sd = max(sd, math.Log1p(tuning.UncheckedSpread))
	case f.Doubt(k) != "":
		sd *= doubtFactor
	}
	half := stat.StudentQuantile(level, f.df) * sd
	log := math.Log(k.Prior) + e
	return stat.Interval{Estimate: math.Exp(log), Lo: math.Exp(log - half), Hi: math.Exp(log + half), Level: level}
}

// FarBeyond reports whether a piece is so much stronger than all to which the formula was fitted that
// it says nothing.
func (f *Formula) FarBeyond(k Features) bool { return math.Log(k.Prior) > f.largest+maxBeyond }

// Doubt says what sets a piece apart from all to which the formula was fitted, to complete a
// sentence such as "the piece is weaker than all of them"; "" if nothing does.
func (f *Formula) Doubt(k Features) string {
	p := math.Log(k.Prior)
	switch {
	case k.Mobility[0] < hops*k.Mobility[2]:
		return "goes further on a full board than on an empty one, as none of them does"
	case math.Abs(k.Forward-0.5) > evenShare:
		return "goes forward otherwise than backward, as none of them does"
	case k.Capture > 0.5+evenShare || k.Capture < 0.5-evenShare && k.Jumps < 0.9: // cannons were measured
		return "captures otherwise than it moves, as none of them does"
	case p < f.smallest:
		return "is weaker than all of them"
	case p > f.largest:
		return "is stronger than all of them"
	case k.Speed < f.least:
		return "is quicker than all of them"
	case k.Speed > f.most:
		return "is slower than all of them"
	}
	return ""
}

// Comparison has the errors of three ways to foretell short leapers, root mean squares of
// logarithms over the kinds. The formula and the factor of the law are fitted to other kinds.
type Comparison struct {
	Kinds               int
	Law, Formula, Prior float64
}

// Compare compares the formula and the mobility prior with Muller's law where it applies, to short
// leapers.
func Compare(measured []Measured) (out Comparison) {
	f := Fit(measured)
	var rows []fitted
	for _, m := range measured {
		if m.Leaper > 0 && m.Unchecked == "" {
			rows = append(rows, fitted{m.Betza, math.Log(m.Value.Estimate), math.Log(m.Leaper), usualSpeed})
		}
	}
	seen := map[string]bool{}
	for _, r := range rows {
		if seen[r.kind] {
			continue
		}
		seen[r.kind] = true
		own := slices.DeleteFunc(slices.Clone(rows), func(x fitted) bool { return x.kind != r.kind })
		c, _ := solve(slices.DeleteFunc(slices.Clone(rows), func(x fitted) bool { return x.kind == r.kind }))
		out.Kinds++
		out.Law += meanSquare(own, c)
		out.Formula += f.leave[r.kind]
		out.Prior += f.priors[r.kind]
	}
	for _, x := range []*float64{&out.Law, &out.Formula, &out.Prior} {
		*x = math.Sqrt(*x / float64(out.Kinds))
	}
	return out
}
