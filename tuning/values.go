package tuning

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/tuning/logit"
)

// Value is the value of one kind of piece by one estimate.
type Value struct {
	Type  rules.Type
	Piece string
	// Logit is the value in log-odds, the scale of the model; Elo is the same in Elo.
	Logit, Elo stat.Interval
	// Pawns is the value over the value of the unit, usually the pawn. The unit itself is
	// exactly 1.
	Pawns stat.Interval
	// Basket is the value on the scale where a knight and a bishop together
	// are worth BasketValue; unknown when the game lacks one of them.
	Basket stat.Interval
	// Support is the number of pairs of games in which the sides differ in this piece.
	Support int
	// WeightOfData is the share of the estimate that the data decided, 0 to 1;
	// the prior decided the rest. 1 without a prior.
	WeightOfData float64
}

// BasketValue is the value of a knight and a bishop together on the basket scale, in
// pawns of the usual kind.
const BasketValue = 6.25

// Estimate is a set of values by one method, in the order of the game's pieces;
// the royal piece has no value.
type Estimate struct {
	// Method is "design", "texel" or "prior".
	Method string
	Values []Value
	// White is the value of moving first, in logits.
	White stat.Interval
	// Rows and Pairs are the sample size.
	Rows, Pairs int
	// LogLoss is the mean loss of the fit per game, in nats.
	LogLoss float64
	// DesignEffect is the variance over the variance that independent rows would have.
	DesignEffect float64
	// Covariance is the covariance of the values in logits, in the order of Values, and
	// DF has the degrees of freedom of their intervals; the prior has neither.
	Covariance [][]float64
	DF         float64
	Warnings   []string
}

// Of is the value of a type.
func (e *Estimate) Of(t rules.Type) (Value, bool) {
	for _, v := range e.Values {
		if v.Type == t {
			return v, true
		}
	}
	return Value{}, false
}

// basket is the combination of a knight and a bishop, or nil.
func (c columns) basket() []float64 {
	out := make([]float64, len(c.types))
	found := 0
	for i, name := range c.names() {
		if name == "knight" || name == "bishop" {
			out[i] = 1 / BasketValue
			found++
		}
	}
	if found < 2 {
		return nil
	}
	return out
}

// values turns a fit into values.
func (c columns) values(f *logit.Result, inf logit.Inference, unit int, level float64) []Value {
	basket := c.basket()
	out := make([]Value, 0, len(c.types))
	for i, t := range c.types {
		v := Value{Type: t, Piece: c.g.TypeName(t), Basket: stat.Unknown(), Support: f.Support[i], WeightOfData: f.WeightOfData[i]}
		v.Logit = inf.Coefficient(i, level)
		v.Elo = v.Logit.Elo()
		v.Pawns = inf.Ratio(i, unit, level)
		if i == unit {
			v.Pawns = stat.Exact(1)
		}
		if basket != nil {
			v.Basket = inf.Fieller(logit.Column(i), basket, level)
		}
		out = append(out, v)
	}
	return out
}

// covarianceOf is the covariance of the first n coefficients of a fit.
func covarianceOf(inf logit.Inference, n int) [][]float64 {
	out := make([][]float64, n)
	for i := range out {
		for j := range n {
			out[i] = append(out[i], inf.Cov.At(i, j))
		}
	}
	return out
}

// Inference has the values in logits and their covariance. It reports false for an
// estimate without a covariance, such as the prior.
func (e *Estimate) Inference() (logit.Inference, bool) {
	inf := logit.Inference{DF: e.DF}
	for _, v := range e.Values {
		inf.Coef = append(inf.Coef, v.Logit.Estimate)
	}
	n := len(e.Values)
	if n == 0 || len(e.Covariance) != n {
		return inf, false
	}
	inf.Cov = mat.NewSymDense(n, slices.Concat(e.Covariance...))
	return inf, true
}

// Ratio is the value of one piece over the value of another, with Fieller's interval.
// It is unknown if the estimate lacks one of the pieces or their covariance, as the prior
// does, or if the games do not bound one of them.
func (e *Estimate) Ratio(a, b rules.Type, level float64) stat.Interval {
	return e.Sum([]rules.Type{a}, nil, b, level)
}

// Sum is the worth of the pieces on the left less the worth of those on the right, over
// the value of a unit. It is unknown in the same cases as Ratio.
func (e *Estimate) Sum(left, right []rules.Type, unit rules.Type, level float64) stat.Interval {
	above, known := e.factors(left, right)
	below, unitKnown := e.factors([]rules.Type{unit}, nil)
	inf, ok := e.Inference()
	if !ok || !known || !unitKnown {
		return stat.Unknown()
	}
	return inf.Fieller(above, below, level)
}

// Difference is the value of one piece less the value of another, in logits. It is
// unknown in the same cases as Ratio.
func (e *Estimate) Difference(a, b rules.Type, level float64) stat.Interval {
	factors, known := e.factors([]rules.Type{a}, []rules.Type{b})
	inf, ok := e.Inference()
	if !ok || !known {
		return stat.Unknown()
	}
	return inf.Linear(factors, level)
}

// factors counts the pieces of two sides by the order of Values. It reports false if
// the games do not bound the value of one of them.
func (e *Estimate) factors(left, right []rules.Type) ([]float64, bool) {
	out := make([]float64, len(e.Values))
	for k, t := range slices.Concat(left, right) {
		i := slices.IndexFunc(e.Values, func(v Value) bool { return v.Type == t })
		if i < 0 || !e.Values[i].Logit.Bounded() {
			return nil, false
		}
		if k < len(left) {
			out[i]++
		} else {
			out[i]--
		}
	}
	return out, true
}
