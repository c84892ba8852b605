package tuning

import (
	"errors"
	"fmt"
	"iter"
	"math"

	"gonum.org/v1/gonum/mat"

	"bestiary/engine/rules"
	"bestiary/internal/check"
	"bestiary/tuning/logit"
)

// Expectations are assumptions about games that have not been played.
type Expectations struct {
	// Values are the values of the pieces in logits, by type.
	Values []float64
	// White is the value of the first move in logits.
	White float64
	// Effect is the variance of estimates over their variance with independent games
	// without draws; see Estimate.DesignEffect.
	Effect float64
}

// Plan predicts the precision of the design estimate.
//
// With features x of the games of a pair and expected scores μ, one pair has the
// expected information A = E[Σ μ(1-μ) x xᵀ], the mean over openings. From n pairs
// the estimates have the covariance Effect·A⁻¹/n, and the intervals are those
// that Fieller's formula then gives.
type Plan struct {
	// Scale is the unit of the values.
	Scale  Scale
	Pieces []string // in the order of the game
	inf    logit.Inference
	level  float64
}

// NewPlan makes a plan from the first positions of games, two for each pair.
func NewPlan(g *rules.Game, starts iter.Seq2[*rules.Position, error], x Expectations, set Settings) (*Plan, error) {
	c := newColumns(g)
	n := len(c.types)
	coef := make([]float64, n+1)
	for i, t := range c.types {
		coef[i] = x.Values[t]
	}
	coef[n] = x.White
	information, games := mat.NewSymDense(n+1, nil), 0.0
	row := make([]float64, n+1)
	for p, err := range starts {
		if err != nil {
			return nil, err
		}
		c.counts(p, row[:n])
		row[n] = 1
		eta := 0.0
		for i, d := range row {
			eta += d * coef[i]
		}
		mu := logit.Sigmoid(eta)
		information.SymRankOne(information, mu*(1-mu), mat.NewVecDense(n+1, row))
		games++
	}
	var chol mat.Cholesky
	if games == 0 || !chol.Factorize(information) {
		return nil, errors.New("plan: the openings do not tell the values of all pieces apart")
	}
	var cov mat.SymDense
	if err := chol.InverseTo(&cov); err != nil {
		return nil, fmt.Errorf("plan: the openings hardly tell the values of all pieces apart: %w", err)
	}
	cov.ScaleSym(x.Effect*games/2, &cov)
	return &Plan{
		Scale: c.scaleOrPoints(set.Unit), Pieces: c.names(), level: set.Level,
		inf: logit.Inference{Coef: coef, Cov: &cov, DF: math.Inf(1)},
	}, nil
}

// HalfWidths are the expected half-widths of the intervals after the given number of
// pairs, in the order of Pieces: 0 for the only reference piece of a unit, +Inf for
// values that so few games do not bound.
func (p *Plan) HalfWidths(pairs int) []float64 {
	var cov mat.SymDense
	cov.ScaleSym(1/float64(pairs), p.inf.Cov)
	inf := logit.Inference{Coef: p.inf.Coef, Cov: &cov, DF: p.inf.DF}
	out := make([]float64, len(p.Pieces))
	for i := range out {
		if p.Pieces[i] != p.Scale.Piece {
			out[i] = p.Scale.value(inf, logit.Column(i), p.level).HalfWidth()
		}
	}
	return out
}

// Widest is the largest of HalfWidths.
func (p *Plan) Widest(pairs int) float64 {
	widest := 0.0
	for _, x := range p.HalfWidths(pairs) {
		widest = max(widest, x)
	}
	return widest
}

// mostPlanned is the largest number of pairs that a plan asks for.
const mostPlanned = 1 << 40

// Pairs is the smallest number of pairs after which all half-widths are expected to
// be at most precision.
func (p *Plan) Pairs(precision float64) int {
	lo, hi := 0, 1 // lo is too few
	for p.Widest(hi) > precision && hi < mostPlanned {
		lo, hi = hi, 2*hi
	}
	for hi-lo > 1 {
		if mid := lo + (hi-lo)/2; p.Widest(mid) > precision {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// Settings chooses the samples and the intervals. Use Default to make them.
type Settings struct {
	// PositionsPerGame is how many quiet positions of a game are sampled; 1 to 100.
	PositionsPerGame int `json:"positions-per-game"`
	// PawnShare is the share of the initial pawns that a sampled position must
	// still have; at most 1. Bare endings, which are often drawn whatever the
	// material says, would distort the values.
	PawnShare float64 `json:"pawn-share"`
	// PriorSpread is the standard deviation of the prior of the Texel fit as a
	// share of each value; 0.01 to 10. With enough games cross-validation chooses
	// among it, its half and quarter, and two and four times of it.
	PriorSpread float64 `json:"prior-spread"`
	// Level is the confidence level of all intervals; 0.5 to 0.999.
	Level float64 `json:"level"`
	// Unit of the values; one of Units. A game that lacks its pieces has points.
	Unit Unit `json:"unit"`
}

// Default is 5 positions a game with at least 6 of 16 pawns, a prior with a spread of
// 0.3, a confidence level of 0.95, and values in points.
func Default() Settings {
	return Settings{PositionsPerGame: 5, PawnShare: 0.375, PriorSpread: 0.3, Level: 0.95, Unit: Points}
}

// Validate reports the first field outside its range.
func (s Settings) Validate() error {
	return check.First(
		check.Range("positions per game", s.PositionsPerGame, 1, 100),
		check.Range("share of pawns", s.PawnShare, -1, 1),
		check.Range("spread of the prior", s.PriorSpread, 0.01, 10),
		check.Range("confidence level", s.Level, 0.5, 0.999),
		check.OneOf("unit", s.Unit, Units()...))
}
