package tuning

import (
	"errors"
	"iter"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"bestiary/engine/rules"
	"bestiary/internal/check"
	"bestiary/internal/stat/logit"
)

// Expectations holds assumptions about games yet to be played.
type Expectations struct {
	// Values holds the values of the pieces in logits, by type; pieces in hand have the
	// mark opening.InHand.
	Values []float64
	// White is the value of the first move in logits, including White's army if the armies of the
	// game differ.
	White float64
	// Effect is the ratio of the variance of the estimates to their variance with
	// independent games and no draws; see Estimate.DesignEffect.
	Effect float64
}

// Plan predicts the precision of the design estimate.
//
// With features x of the games of a pair and expected scores μ, one pair has the
// expected information I = E[Σ μ(1-μ) x xᵀ], the mean over openings, with a column for each
// exchange. With the precision Λ
// of the prior, A = nI + Λ, the estimates from n pairs have the covariance
// A⁻¹(Effect·nI + Λ)A⁻¹, and the intervals are those that Fieller's formula then gives.
type Plan struct {
	// Scale is the unit of the values.
	Scale  Scale
	Pieces []string // in the order of the game

	coef        []float64
	information *mat.SymDense // of a pair
	held        []float64     // precisions of the prior
	effect      float64
	level       float64
}

// NewPlan makes a plan from the first positions of games, two for each pair.
func NewPlan(g *rules.Game, starts iter.Seq2[*rules.Position, error], x Expectations, set Settings) (*Plan, error) {
	c := newColumns(g)
	m := newArmyModel(g, c)
	coef := m.expected(x)
	d, err := m.designOf(starts)
	if err != nil {
		return nil, err
	}
	information, games := mat.NewSymDense(d.Columns, nil), float64(d.Rows())
	for i := range d.Rows() {
		idx, val, eta := d.Idx[d.Off[i]:d.Off[i+1]], d.Val[d.Off[i]:d.Off[i+1]], 0.0
		for j, x := range entries(d, i) {
			if j < m.count {
				eta += x * coef[j]
			}
		}
		mu := logit.Sigmoid(eta)
		for a, j := range idx {
			for b := a; b < len(idx); b++ {
				k := int(idx[b])
				information.SetSym(int(j), k, information.At(int(j), k)+2/games*mu*(1-mu)*val[a]*val[b])
			}
		}
	}
	held := m.prior(m.scaleOf(coef)).Precision
	for range d.Columns - m.count {
		held = append(held, 1/(ExchangeGuess*ExchangeGuess))
	}
	out := &Plan{
		Scale: c.scaleOrPoints(set.Unit), Pieces: c.names(), level: set.Level,
		coef: coef, information: information, held: held, effect: x.Effect,
	}
	if _, _, ok := out.covariance(1, false); !ok {
		return nil, errors.New("plan: the openings do not determine the values of all pieces")
	}
	return out, nil
}

// designOf returns the rows of games that start from these positions, without results.
func (m *armyModel) designOf(starts iter.Seq2[*rules.Position, error]) (*logit.Design, error) {
	d, row, columns := &logit.Design{Columns: m.count}, make([]float64, m.count), make([]uint16, m.count)
	for j := range columns {
		columns[j] = uint16(j)
	}
	for p, err := range starts {
		if err != nil {
			return nil, err
		}
		m.row(p, row)
		d.Add(columns, row, 0, 1, 0)
	}
	return m.withExchanges(d, 1), nil
}

// expected returns the coefficients for values that, but for seconds, do not depend on other
// pieces or squares.
func (m *armyModel) expected(x Expectations) []float64 {
	coef := make([]float64, m.count)
	for i, t := range m.types {
		coef[i] = x.Values[t]
	}
	coef[len(m.types)] = x.White
	for j, t := range m.terms[:m.seconds] {
		coef[m.column(j)] = t.mean * coef[t.kind]
	}
	return coef
}

// scaleOf returns the logits that a pawn of the prior is worth by these coefficients.
func (m *armyModel) scaleOf(coef []float64) float64 {
	above, below := 0.0, 0.0
	for i, worth := range m.worth {
		above, below = above+worth*coef[i], below+worth*worth
	}
	return max(above/below, minScale)
}

// covariance returns the expected covariance after a number of pairs and the share of each
// coefficient that the games decide, of all errors or of sampling error alone. It returns
// false if the openings do not determine all values. With A = nI + Λ the covariance
// A⁻¹(φnI + Λ)A⁻¹ is φA⁻¹ + (1-φ)A⁻¹ΛA⁻¹, and its part A⁻¹(φnI)A⁻¹ by luck is φA⁻¹ - φA⁻¹ΛA⁻¹.
func (p *Plan) covariance(pairs int, luck bool) (cov *mat.SymDense, shares []float64, ok bool) {
	n := p.information.SymmetricDim()
	a := mat.NewSymDense(n, nil)
	a.ScaleSym(float64(pairs), p.information)
	for j, x := range p.held {
		a.SetSym(j, j, a.At(j, j)+x)
	}
	var chol mat.Cholesky
	var inverse mat.SymDense
	if !chol.Factorize(a) || chol.InverseTo(&inverse) != nil {
		return nil, nil, false
	}
	held := mat.NewDense(n, n, nil) // A⁻¹Λ^½
	shares = make([]float64, n)
	for j, x := range p.held {
		shares[j] = 1 - inverse.At(j, j)*x
		for i := range n {
			held.Set(i, j, inverse.At(i, j)*math.Sqrt(x))
		}
	}
	part := 1 - p.effect
	if luck {
		part = -p.effect
	}
	cov = mat.NewSymDense(n, nil)
	cov.SymOuterK(part, held)
	inverse.ScaleSym(p.effect, &inverse)
	cov.AddSym(cov, &inverse)
	return cov, shares, true
}

// HalfWidths returns the expected half-widths of the intervals after a number of pairs, in
// the order of Pieces: 0 for the only reference piece of a unit, +Inf for values that so
// few games do not bound. They include the choice of players and exchanges; a nil Panel leaves it out.
func (p *Plan) HalfWidths(pairs int, panel *Panel) []float64 {
	return p.halfWidths(pairs, panel, false)
}

// Values returns the expected values, in the order of Pieces.
func (p *Plan) Values() []float64 {
	out := slices.Clone(p.coef[:len(p.Pieces)])
	if over := p.Scale.over(p.coef); over != nil {
		unit := floats.Dot(over, p.coef[:len(over)])
		for i := range out {
			out[i] /= unit
		}
	}
	return out
}

// Luck returns the parts of HalfWidths that more games of the same exchanges reduce.
func (p *Plan) Luck(pairs int) []float64 { return p.halfWidths(pairs, nil, true) }

func (p *Plan) halfWidths(pairs int, panel *Panel, luck bool) []float64 {
	cov, shares, ok := p.covariance(pairs, luck)
	inf := logit.Inference{Coef: p.coef, Cov: cov, DF: math.Inf(1)}
	out := make([]float64, len(p.Pieces))
	for i := range out {
		switch {
		case p.Pieces[i] == p.Scale.Piece:
		case !ok:
			out[i] = math.Inf(1)
		default:
			v := Value{Worth: p.Scale.value(inf, logit.Column(i), p.level), WeightOfData: shares[i]}
			out[i] = panel.Posterior(v, i, p.Scale).HalfWidth()
		}
	}
	return out
}

// Widest returns the largest of Luck.
func (p *Plan) Widest(pairs int) float64 { return slices.Max(p.Luck(pairs)) }

// maxPlanned is the largest number of pairs of a plan.
const maxPlanned = 1 << 40

// Pairs returns the smallest number of pairs after which all half-widths are expected to
// be at most precision.
func (p *Plan) Pairs(precision float64) int {
	lo, hi := 0, 1 // lo pairs are too few
	for p.Widest(hi) > precision && hi < maxPlanned {
		lo, hi = hi, 2*hi
	}
	return lo + 1 + sort.Search(hi-lo-1, func(k int) bool { return !(p.Widest(lo+1+k) > precision) })
}

// Settings chooses the samples and the intervals. Use Default to make them.
type Settings struct {
	// PositionsPerGame is the number of quiet positions sampled from a game; 1 to 100.
	PositionsPerGame int `json:"positions-per-game"`
	// PawnShare is the share of the initial pawns that a sampled position must still have;
	// at most 1. Bare endings, often drawn regardless of material, would distort the
	// values.
	PawnShare float64 `json:"pawn-share"`
	// PriorSpread is the standard deviation of the Texel fit's prior, as a share of each
	// value; 0.01 to 10. With enough games, cross-validation chooses between a quarter, a
	// half, one, two and four times this spread.
	PriorSpread float64 `json:"prior-spread"`
	// Priors holds what the posterior assumes to be known about some kinds of pieces before the
	// games; the others have the mobility prior. Default none.
	Priors map[rules.Type]Prior `json:"-"`
	// Level is the confidence level of all intervals; 0.5 to 0.999.
	Level float64 `json:"level"`
	// Unit of the values; one of Units. If a game lacks the pieces of the unit, its values
	// are in points.
	Unit Unit `json:"unit"`
}

// Default returns 5 positions a game with at least 6 of 16 pawns, a prior with a spread of
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
