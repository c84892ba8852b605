package tuning

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/opening"
)

// Value is the value of one kind of piece in one estimate.
type Value struct {
	Type  rules.Type `json:"-"`
	Piece string     `json:"piece"`
	// Logit is the value in log-odds, the scale of the model; Elo is the same in Elo.
	Logit stat.Interval `json:"logit"`
	Elo   stat.Interval `json:"elo"`
	// Worth is the value in the unit of the measurement; it is exact for the only
	// reference piece of a scale. Pawns is the value relative to the pawn or, in a game
	// without pawns, to the cheapest piece.
	Worth stat.Interval `json:"value"`
	Pawns stat.Interval `json:"pawns"`
	// Support is the number of pairs of games in which the sides differ in this piece.
	Support int `json:"support"`
	// WeightOfData is the share of the estimate that the data decided rather than the
	// prior, 0 to 1; 1 without a prior.
	WeightOfData float64 `json:"weight-of-data"`
}

// Estimate is a set of values obtained by one method, in the order of the game's pieces;
// the royal piece has no value.
type Estimate struct {
	// Method is "design", "texel", "posterior" or "prior".
	Method string
	Values []Value
	// White is the value of moving first, in logits; if the armies of the game differ, the value of
	// White's army and the first move.
	White stat.Interval
	// Rows and Pairs are the sample size.
	Rows, Pairs int
	// LogLoss is the mean loss of the fit per game, in nats.
	LogLoss float64
	// DesignEffect is the ratio of the variance to the variance that independent rows
	// would have.
	DesignEffect float64
	// Covariance is the covariance of the values in logits, in the order of Values; DF is
	// the degrees of freedom of their intervals. The prior has neither.
	Covariance [][]float64
	DF         float64
	Warnings   []string
	// Places holds what pieces are worth more or less by their place or another of their kind,
	// in the design estimate.
	Places []Place
	// Model is the whole model of the posterior; other estimates have none.
	Model Model
}

// Place is the extra worth, in the unit, that a piece has because of its square or of another of
// its kind.
type Place struct {
	Type  rules.Type
	Piece string
	Kind  PlaceKind
	Worth stat.Interval
	// All is the worth of such a piece: a pawn at the edge, a piece beyond those of the array,
	// or a single one without its pair.
	All stat.Interval
	// Support is the number of pairs of games in which the sides differ in this term, and
	// WeightOfData the share of its estimate that the data decided rather than its prior.
	Support      int
	WeightOfData float64
}

// PlaceKind is what makes a piece worth more or less.
type PlaceKind string

// The kinds of places.
const (
	Second PlaceKind = "second" // strong officers beyond the number in the array, each
	Pair   PlaceKind = "pair"   // two colour-bound pieces, one on each colour, beyond two single ones
	Edge   PlaceKind = "edge"   // a pawn at the edge, where the board has one, beyond another pawn
)

// Name returns the kind of piece followed by the kind of place.
func (p Place) Name() string { return p.Piece + " " + string(p.Kind) }

// Of returns the value of a type.
func (e *Estimate) Of(t rules.Type) (Value, bool) {
	for _, v := range e.Values {
		if v.Type == t {
			return v, true
		}
	}
	return Value{}, false
}

// values converts a fit to values.
func (c columns) values(f *logit.Result, inf logit.Inference, s Scale, level float64) []Value {
	pawn := c.unit()
	out := make([]Value, 0, len(c.types))
	for i, t := range c.types {
		v := Value{Type: t, Piece: opening.NameOf(c.g, t), Support: f.Support[i], WeightOfData: f.WeightOfData[i]}
		v.Logit = inf.Coefficient(i, level)
		v.Elo = v.Logit.Elo()
		v.Worth, v.Pawns = s.value(inf, logit.Column(i), level), inf.Ratio(i, pawn, level)
		if i == pawn {
			v.Pawns = stat.Exact(1)
		}
		if v.Piece == s.Piece {
			v.Worth = stat.Exact(s.worth)
		}
		out = append(out, v)
	}
	return out
}

// Inference returns the values in logits with their covariance, and false for an estimate
// without a covariance, such as the prior.
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

// Ratio returns the ratio of the values of two pieces, with Fieller's interval. It is
// unknown if the estimate lacks one of the pieces or their covariance, as the prior does,
// or if the games do not bound one of them.
func (e *Estimate) Ratio(a, b rules.Type, level float64) stat.Interval {
	return e.Sum([]rules.Type{a}, nil, b, level)
}

// Sum returns the worth of the pieces on the left minus the worth of the pieces on the
// right, relative to the value of a piece. It is unknown in the same cases as Ratio.
func (e *Estimate) Sum(left, right []rules.Type, unit rules.Type, level float64) stat.Interval {
	above, known := e.factors(left, right)
	below, unitKnown := e.factors([]rules.Type{unit}, nil)
	inf, ok := e.Inference()
	if !ok || !known || !unitKnown {
		return stat.Unknown()
	}
	return inf.Fieller(above, below, level)
}

// Difference returns the difference of the values of two pieces, in logits. It is unknown
// in the same cases as Ratio.
func (e *Estimate) Difference(a, b rules.Type, level float64) stat.Interval {
	factors, known := e.factors([]rules.Type{a}, []rules.Type{b})
	inf, ok := e.Inference()
	if !ok || !known {
		return stat.Unknown()
	}
	return inf.Linear(factors, level)
}

// factors counts the pieces of two sides in the order of Values. It returns false if the
// games do not bound the value of one of them.
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
