package formula

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/tuning"
)

// Level is the confidence level of all intervals.
const Level = 0.95

// What the formula is made of.
const (
	// ridge is the precision of the prior of a coefficient, in kinds of pieces.
	ridge = 0.3
	// leastSpread is the least standard deviation of a logarithm that is believed.
	leastSpread = 0.03
	// doubtFactor widens the interval of a piece unlike those that were measured. It is an
	// assumption.
	doubtFactor = 2
	// EvenShare is how far shares may be from a half, and hops how much mobility may grow on a full
	// board, for a piece like those that were measured.
	EvenShare, hops = 0.05, 0.95
	// edge is how far logarithms of priors, and numbers of moves, may be beyond those that were
	// measured without a doubt.
	edge = 0.1
	// maxBeyond is how far the logarithm of a value may be beyond all that were measured.
	maxBeyond = 1
)

// Formula predicts the value of a piece from its moves alone:
//
//	value = prior · exp(a + Σ b·(x - usual))
//
// with a few features x of the piece. It is fitted to measured values, in which each kind of piece
// counts once.
type Formula struct {
	// Constant is a. It is 0 if the mobility prior predicts better, or as well.
	Constant float64
	// Terms are the features, none if the prior takes the place of the formula.
	Terms []Term
	// Kinds and Values are the numbers of kinds of pieces and of values that it rests on.
	Kinds, Values int
	// Error is the root mean square of the errors of logarithms when the kind is left out of the
	// fit, and PriorError that of the mobility prior.
	Error, PriorError float64
	// UsesPrior reports whether the mobility prior was no worse, and takes its place.
	UsesPrior bool

	spread            float64 // of what is left
	df                float64
	inverse           *mat.SymDense
	smallest, largest float64            // priors
	least, most       float64            // numbers of moves
	odd               map[string]bool    // what oddity returns for the pieces
	leave, priors     map[string]float64 // mean squares of the errors, by kind
}

// Term is a feature of the formula with its coefficient.
type Term struct {
	feature
	Slope       float64
	least, most float64 // of what was measured
}

// Published returns the formula that is fitted to the measured values that come with the program.
var Published = sync.OnceValues(func() (*Formula, error) {
	measured, err := MeasuredValues()
	if err != nil {
		return nil, err
	}
	return Fit(slices.DeleteFunc(slices.Clone(measured), func(m Measured) bool { return !m.Fitted }), published), nil
})

// x returns 1 and the features of a piece, each less its usual value. Features beyond those that were
// measured count as the nearest that was.
func (f *Formula) x(k *Features) []float64 {
	out := []float64{1}
	for _, t := range f.Terms {
		out = append(out, min(max(t.of(k), t.least), t.most)-t.Usual)
	}
	return out
}

// Value predicts the value of a piece in points. The interval is predictive: it is for what long
// runs of games would give.
func (f *Formula) Value(k Features) stat.Interval {
	if !(k.Prior > 0) {
		return stat.Exact(0)
	}
	x := f.x(&k)
	e := f.Constant
	for i, t := range f.Terms {
		e += t.Slope * x[1+i]
	}
	v := mat.NewVecDense(len(x), x)
	sd := f.spread * math.Sqrt(1+mat.Inner(v, f.inverse, v))
	switch {
	case k.Unchecked != "":
		sd = max(sd, math.Log1p(tuning.UncheckedSpread))
	case f.Doubt(k) != "":
		sd *= doubtFactor
	}
	half := stat.StudentQuantile(Level, f.df) * sd
	log := math.Log(k.Prior) + e
	return stat.Interval{Estimate: math.Exp(log), Lo: math.Exp(log - half), Hi: math.Exp(log + half), Level: Level}
}

// LeftOut returns the root mean square of the errors for a kind when it is left out of the fit.
func (f *Formula) LeftOut(kind string) float64 {
	if f.UsesPrior {
		return math.Sqrt(f.priors[kind])
	}
	return math.Sqrt(f.leave[kind])
}

// FarBeyond reports whether a piece is so much stronger than all to which the formula was fitted that
// it says nothing.
func (f *Formula) FarBeyond(k Features) bool { return math.Log(k.Prior) > f.largest+maxBeyond }

// oddity says how a piece differs from most, "" if it does not.
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

// Doubt says what sets a piece apart from all to which the formula was fitted, to complete a
// sentence such as "the piece is weaker than all of them"; "" if nothing does.
func (f *Formula) Doubt(k Features) string {
	p := math.Log(k.Prior)
	switch odd := oddity(&k); {
	case odd != "" && !f.odd[odd]:
		return odd + ", as none of them does"
	case p < f.smallest-edge:
		return "is weaker than all of them"
	case p > f.largest+edge:
		return "is stronger than all of them"
	case k.Moves < f.least-edge:
		return "is quicker than all of them"
	case k.Moves > f.most+edge:
		return "is slower than all of them"
	}
	return ""
}

// String writes the formula.
func (f *Formula) String() string {
	if f.UsesPrior {
		return "value = prior"
	}
	out := "value = prior · exp(" + format.Fixed(f.Constant, 3)
	for _, t := range f.Terms {
		sign := " + "
		if t.Slope < 0 {
			sign = " − "
		}
		out += sign + format.Fixed(math.Abs(t.Slope), 3) + "·" + t.Name
		if t.Usual != 0 {
			out = out[:len(out)-len(t.Name)] + "(" + t.Name + " − " + format.Significant(t.Usual, 3) + ")"
		}
	}
	return out + ")"
}
