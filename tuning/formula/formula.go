package formula

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/tuning"
)

// Level is the confidence level of all intervals.
const Level = 0.95

// The parts of the formula.
const (
	// ridge is the precision of the prior of a coefficient, in kinds of pieces.
	ridge = 0.3
	// leastSpread is the least standard deviation of a logarithm that is believed.
	leastSpread = 0.03
	// doubtFactor widens the interval of a piece in doubt. It is an assumption.
	doubtFactor = 2
	// leastInside is the least share of the values that judged the formula that lies within its
	// limits, of pieces that differ from most in the same way, without a doubt.
	leastInside = 0.9
	// EvenShare is the largest difference from a half of the share of a piece's moves that go
	// forward, or that are captures, and hops the least share of its mobility on a full board that
	// it has on an empty one, if it does not differ from most.
	EvenShare, hops = 0.05, 0.95
	// edge is how far logarithms of priors may be beyond those that were measured without a doubt.
	edge = 0.1
	// maxBeyond is how far the logarithm of a value may be beyond all that were measured.
	maxBeyond = 1
)

// Formula predicts the value of a piece in points from its moves alone:
//
//	value = exp(Constant) · ((far + Near·adjacent) / unit)^Power
//
// where far and adjacent are the numbers of squares that it reaches on boards that are filled to a
// third, two squares away or further and next to it, and unit is the number of squares that the pieces
// of the unit reach. It is fitted to measured values, in which each kind of piece counts once.
type Formula struct {
	Constant, Near, Power float64
	// Kinds and Values are the numbers of kinds of pieces and of values that it rests on.
	Kinds, Values int
	// Error is the root mean square of the errors of logarithms: for the Judged values of other
	// kinds or, if there are none, for kinds that are left out of the fit in turn. PriorError is
	// the error of the mobility prior.
	Error, PriorError float64
	Judged            int

	spread            float64 // of what is left
	df                float64
	inverse           *mat.SymDense
	smallest, largest float64            // priors
	leave             map[string]float64 // mean squared error of each kind when it is left out
	failed            map[string]string  // doubts about what oddity returns
}

// Published returns the formula that comes with the program. Its errors and doubts come from the
// values that judged it.
var Published = sync.OnceValues(func() (*Formula, error) {
	measured, err := MeasuredValues()
	if err != nil {
		return nil, err
	}
	with := func(role Role) []Measured {
		return slices.DeleteFunc(slices.Clone(measured), func(m Measured) bool { return m.Role != role })
	}
	f, others := Fit(with(Fitted)), with(Judged)
	f.Judged = len(others)
	f.Error, f.PriorError = f.errors(others)
	f.failed = f.failures(others)
	return f, nil
})

// errors returns the root mean squares of the errors of logarithms, of the formula and of the
// mobility prior.
func (f *Formula) errors(list []Measured) (off, prior float64) {
	n := math.Sqrt(float64(len(list)))
	for _, m := range list {
		off = math.Hypot(off, math.Log(m.Value.Estimate/f.Value(m.Features).Estimate)/n)
		prior = math.Hypot(prior, math.Log(m.Value.Estimate/m.Prior)/n)
	}
	return off, prior
}

// failures returns the doubts about pieces that differ from most, by values that judge the formula.
func (f *Formula) failures(list []Measured) map[string]string {
	inside, all, out := map[string]int{}, map[string]int{}, map[string]string{}
	for _, m := range list {
		odd := oddity(&m.Features)
		all[odd]++
		if !f.Value(m.Features).Excludes(m.Value.Estimate) {
			inside[odd]++
		}
	}
	for odd, n := range all {
		if odd != "" && float64(inside[odd]) < leastInside*float64(n) {
			out[odd] = fmt.Sprintf("%s, and only %d of %d values of such pieces lay within the limits of the formula when it was judged",
				odd, inside[odd], n)
		}
	}
	return out
}

// parameters is the number of parameters.
const parameters = 3

// x returns the slopes of the logarithm of a value in the constant, the power and the weight of
// adjacent squares.
func (f *Formula) x(k *Features) []float64 {
	reach := k.Mobility[1] - (1-f.Near)*k.Adjacent
	return []float64{1, math.Log(reach / k.UnitMobility), f.Power * k.Adjacent / reach}
}

// Value predicts the value of a piece in points. The interval is predictive: it is for what long
// runs of games would give.
func (f *Formula) Value(k Features) stat.Interval {
	if !(k.Mobility[1] > 0) {
		return stat.Exact(0)
	}
	x := f.x(&k)
	v := mat.NewVecDense(len(x), x)
	sd := f.spread * math.Sqrt(1+mat.Inner(v, f.inverse, v))
	switch {
	case k.Unchecked != "":
		sd = max(sd, math.Log1p(tuning.UncheckedSpread))
	case f.Doubt(k) != "":
		sd *= doubtFactor
	}
	half := stat.StudentQuantile(Level, f.df) * sd
	log := f.Constant + f.Power*x[1]
	return stat.Interval{Estimate: math.Exp(log), Lo: math.Exp(log - half), Hi: math.Exp(log + half), Level: Level}
}

// LeftOut returns the root mean square of the errors for a kind when it is omitted from the fit.
func (f *Formula) LeftOut(kind string) float64 {
	return math.Sqrt(f.leave[kind])
}

// FarBeyond reports whether a piece is so much stronger than all to which the formula was fitted
// that the formula does not apply.
func (f *Formula) FarBeyond(k Features) bool { return math.Log(k.Prior) > f.largest+maxBeyond }

// oddity describes how a piece differs from most, "" if it does not.
func oddity(k *Features) string {
	switch {
	case k.Mobility[0] < hops*k.Mobility[2]:
		return "goes further on a full board than on an empty one"
	case math.Abs(k.Forward-0.5) > EvenShare:
		return "goes forward otherwise than backward"
	case k.Capture > 0.5+EvenShare || k.Capture < 0.5-EvenShare && k.Jumps < 0.9: // a cannon is no oddity
		return "captures otherwise than it moves"
	}
	return ""
}

// Doubt returns why the formula may fail for a piece, to complete a sentence such as "the piece is
// weaker than all of them", those to which it was fitted; "" if nothing speaks for it.
func (f *Formula) Doubt(k Features) string {
	p, failed := math.Log(k.Prior), f.failed[oddity(&k)]
	switch {
	case failed != "":
		return failed
	case p < f.smallest-edge:
		return "is weaker than all of them"
	case p > f.largest+edge:
		return "is stronger than all of them"
	}
	return ""
}

// String writes the formula.
func (f *Formula) String() string {
	return fmt.Sprintf("value = %s·((far + %s·adjacent) / unit)^%s", format.Significant(math.Exp(f.Constant), 3),
		format.Fixed(f.Near, 2), format.Fixed(f.Power, 2))
}

// fitted is a value in the form in which a formula is fitted.
type fitted struct {
	kind         string
	value, prior float64 // logarithms
	of           *Features
	x            []float64 // Formula.x
	count        float64   // of the values of the kind, which counts once
}

// The weights of adjacent squares that are tried.
const (
	leastWeight = 0.2
	mostWeight  = 1.2
	weightStep  = 0.05
)

// Fit fits the formula. Pieces that no prior can judge (Features.Unchecked) are omitted.
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
		rows = append(rows, fitted{kind: m.Betza, value: math.Log(m.Value.Estimate), prior: prior, of: &m.Features})
	}
	f.fit(rows)
	return f
}

// fit estimates the parameters and the errors.
func (f *Formula) fit(rows []fitted) {
	f.Values, f.leave = len(rows), map[string]float64{}
	var kinds []string
	count := map[string]float64{}
	for _, r := range rows {
		if count[r.kind]++; count[r.kind] == 1 {
			kinds = append(kinds, r.kind)
		}
	}
	for i := range rows {
		rows[i].count = count[rows[i].kind]
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
	for _, r := range rows {
		sum += r.residual(c) * r.residual(c) / r.count
	}
	return sum
}

// solve returns the ridge estimate of the first n coefficients and the inverse of its matrix. The
// power is drawn towards 1 and the weight towards the formula's; the constant is free.
func solve(rows []fitted, n int) (c []float64, inverse *mat.SymDense) {
	a, b := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	a.SetSym(0, 0, 1e-6)
	for i := 1; i < n; i++ {
		a.SetSym(i, i, ridge)
	}
	for _, r := range rows {
		x := mat.NewVecDense(n, r.x[:n])
		a.SymRankOne(a, 1/r.count, x)
		b.AddScaledVec(b, (r.value-r.x[1])/r.count, x)
	}
	var chol mat.Cholesky
	v := mat.NewVecDense(n, nil)
	inverse = mat.NewSymDense(n, nil)
	if chol.Factorize(a) && chol.SolveVecTo(v, b) == nil && chol.InverseTo(inverse) == nil {
		return v.RawVector().Data, inverse
	}
	return make([]float64, n), inverse
}

// Priors returns the formula's values for the kinds of a game before any games. It omits pawns,
// royal pieces and those that promote or explode; pieces that are in doubt or that no prior was
// checked on; and all kinds of a game with drops or joined edges, or that anything but mate
// decides. The pieces of the unit keep their mean, which the unit defines.
func (f *Formula) Priors(g *rules.Game) map[rules.Type]tuning.Prior {
	out := map[rules.Type]tuning.Prior{}
	if wraps := g.Variant.Rules.Wraps; g.Drops() || wraps != "" && wraps != variant.NoWrap || !g.Variant.OnlyMates() {
		return out
	}
	l, err := newLooker(g)
	if err != nil {
		return out
	}
	for _, t := range g.Types() {
		explodes := slices.ContainsFunc(g.Variant.Pieces, func(p variant.Piece) bool { return p.Name == g.TypeName(t) && p.Explodes })
		if g.IsPawn(t) || g.IsRoyal(t) || g.Promotes(t) || explodes || eval.Unchecked(g, t) != "" {
			continue
		}
		k := l.features(t)
		if v := f.Value(k); k.Prior > 0 && f.Doubt(k) == "" {
			out[t] = tuning.Prior{Factor: v.Estimate / k.Prior, Spread: math.Log(v.Hi/v.Estimate) / stat.StudentQuantile(Level, f.df)}
		}
	}
	keepUnit(g, out)
	return out
}

// keepUnit divides the factors of the pieces of the unit by their geometric mean.
func keepUnit(g *rules.Game, priors map[rules.Type]tuning.Prior) {
	sum, n := 0.0, 0.0
	var unit []rules.Type
	for _, piece := range tuning.NewScale(g, tuning.Points).Reference {
		if p, ok := priors[g.TypeNamed(piece)]; ok {
			unit = append(unit, g.TypeNamed(piece))
			sum, n = sum+math.Log(p.Factor), n+1
		}
	}
	for _, t := range unit {
		p := priors[t]
		p.Factor *= math.Exp(-sum / n)
		priors[t] = p
	}
}
