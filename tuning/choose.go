package tuning

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"bestiary/engine/rules"
	"bestiary/selfplay/opening"
)

// Limits of the choice of exchanges.
const (
	// maxOneSided is the largest expected score of an exchange: almost decided games carry
	// little information, and the log-odds of large differences need not add up.
	maxOneSided = 0.8
	// maxDecided is the same for a single game of armies that differ.
	maxDecided = 0.9
	// drawsPerExchange is the number of placements drawn for each exchange.
	drawsPerExchange = 4
	// choiceSteps bounds the steps of the optimisation.
	choiceSteps = 1000
	// choiceGain ends it: no exchange would lower the mean variance by more than this share.
	choiceGain = 0.002
	// scaleWeight is the weight of the variance of the logarithm of the unit, relative to
	// one value. Even exchanges determine ratios of values but not their scale, and the
	// interval of a ratio is unbounded if the scale may be zero.
	scaleWeight = 0.25
	// besides is the weight of the mean variance of all values in a run about specific
	// exchanges.
	besides = 0.05
	// maxCondition is the largest condition number at which an information matrix counts
	// as determining all values; rounding gives a singular matrix about 1e16.
	maxCondition = 1e12
	// minShare is the smallest share of the pairs that an exchange may have, in thousandths.
	minShare = 5
	// maxShare is the largest: more games do not reduce the variation between exchanges.
	maxShare = 0.08
	// Neighbours in the order of values, which reports compare, are exchanged directly in at
	// least directShare of the pairs, if they can be; exchanges that the run is about in at least
	// aboutShare and at most maxAboutShare.
	directShare   = 0.03
	aboutShare    = 0.1
	maxAboutShare = 0.25
	// tradedShare is the largest share of all traded exchanges together: a value is the worth of a
	// piece on its squares together with the pieces of the array.
	tradedShare = 0.25
	// guestFloor times the mean worth of the guests is the worth below which the absolute precision
	// of a guest counts, and not the relative one.
	guestFloor = 0.8
	// twiceShare is the largest share of the pairs with a guest in which there are two of it: its
	// value is the value of one.
	twiceShare = 1.0 / 3
	// secondWeight is the weight of the variance of seconds, and of pairs of guests, relative to one
	// value.
	secondWeight = 0.1
)

// Chosen holds the exchanges of a design.
type Chosen struct {
	Mix opening.Mix
	// Scores holds the expected scores of the left side, over both colours.
	Scores []float64
	// Text is Mix in the form read by opening.ParseMix.
	Text string
}

// ErrNoExchanges means that exchanges between arrays do not determine all values.
var ErrNoExchanges = errors.New("choosing exchanges: no exchanges between arrays determine all values")

// Choose finds the exchanges whose games determine the values best, and the share of the
// pairs of a run that each should have.
//
// With I_i the expected information of a pair with exchange i, n pairs of which i has the share
// w_i, and the precision Λ of the priors of the model, the estimates have the covariance Σ = (n·Σ_i
// w_i·M_i)⁻¹, M_i = I_i + Λ/n. Here I_i allows for the exchange's own deviation, a random number
// that all its games share: with b_i the sum and s_i the weight of its rows in a pair, J_i -
// w_i·b_ib_iᵀ/(w_i·s_i + φ/(n·ω²)), so that different exchanges tell more than many games of few.
// The shares minimise Σ_k g_kᵀΣg_k, the sum of the variances of some quantities with gradients g_k:
// the logarithms of the values in points (A-optimality) or, if the run is about some exchanges,
// those of the worth of one side over that of the other and, with little weight, the values; and in
// any case the logarithm of what a point is worth in logits. The multiplicative algorithm
//
//	w_i ∝ w_i·√(Σ_k g_kᵀΣ·M_i·Σg_k)
//
// lowers the sum (Silvey, Titterington and Torsney, Communications in Statistics A 7, 1978; Yu,
// Annals of Statistics 38, 2010); in place of M_i it takes the derivative of w_i·M_i. Shares are
// kept within limits: see maxShare and directShare.
func Choose(g *rules.Game, about []opening.Exchange, x Expectations, play opening.Config, pairs int) (*Chosen, error) {
	c := newColumns(g)
	m := newArmyModel(g, c)
	coef := m.expected(x)
	ch := &choice{model: m, coef: coef, pairs: float64(pairs), effect: x.Effect, held: m.prior(m.scaleOf(coef)).Precision}
	if err := ch.findGoals(about, c.scaleOrPoints(Points)); err != nil {
		return nil, err
	}
	if err := ch.addCandidates(x, play); err != nil {
		return nil, err
	}
	ch.limit(about, x.Values)
	if err := ch.optimise(); err != nil {
		return nil, err
	}
	return ch.rounded()
}

// choice is the state of the optimisation.
type choice struct {
	model *armyModel
	coef  []float64
	held  []float64
	pairs float64
	// effect is the ratio of the variance of games to the variance of independent games without draws.
	effect float64
	goals  [][]float64

	list   []candidate
	shares []float64
}

// findGoals sets the gradients of the quantities to be measured.
func (ch *choice) findGoals(about []opening.Exchange, unit Scale) error {
	n := len(ch.model.types)
	for i := range n {
		if !(ch.coef[i] > 0) {
			return fmt.Errorf("choosing exchanges: the %s is worth %.3f logits, expected more than 0", ch.model.names()[i], ch.coef[i])
		}
	}
	basket := make([]float64, n) // gradient of the logarithm of the unit
	if over := unit.over(ch.coef); over != nil {
		copy(basket, over)
		floats.Scale(1/floats.Dot(over, ch.coef[:n]), basket)
	}
	least := ch.leastGuest()
	for i := range n {
		own := ch.coef[i]
		if ch.model.guest(i) {
			own = max(own, least)
		}
		goal := slices.Clone(basket)
		floats.Scale(ch.coef[i]/own, goal)
		ch.addGoal(map[int]float64{i: 1 / own}, goal)
	}
	scale := make([]float64, ch.model.count)
	floats.ScaleTo(scale[:n], math.Sqrt(scaleWeight), basket)
	ch.goals = append(ch.goals, scale)
	for j, t := range ch.model.terms {
		if ch.model.guest(t.kind) != (t.PlaceKind == Pair) || t.PlaceKind == Edge {
			continue // the seconds of the array's kinds, and the pairs of guests
		}
		ch.addGoal(map[int]float64{ch.model.column(j): math.Sqrt(secondWeight) / ch.coef[t.kind]}, nil)
	}
	if len(about) > 0 { // the values count little, but must be determined
		for _, goal := range ch.goals[:n] {
			floats.Scale(math.Sqrt(besides/float64(n)), goal)
		}
	}
	for _, x := range about {
		above, below := ch.side(x.Left), ch.side(x.Right)
		switch {
		case len(above) == 0 && len(below) == 0:
			return errors.New("choosing exchanges: the run is about an exchange of nothing for nothing")
		case len(above) == 0:
			ch.addGoal(below, basket)
		case len(below) == 0:
			ch.addGoal(above, basket)
		default:
			for i, w := range below {
				above[i] -= w
			}
			ch.addGoal(above, nil)
		}
	}
	return nil
}

// leastGuest returns the worth below which the precision of a guest is absolute. Otherwise the
// weakest would take most of the games: the gain of a pair grows with one over the value squared.
func (ch *choice) leastGuest() float64 {
	sum, n := 0.0, 0.0
	for i := range ch.model.types {
		if ch.model.guest(i) {
			sum, n = sum+ch.coef[i], n+1
		}
	}
	return guestFloor * sum / max(n, 1)
}

// side returns the gradient of the logarithm of the worth of some pieces.
func (ch *choice) side(list []rules.Type) map[int]float64 {
	sum := 0.0
	for _, t := range list {
		sum += ch.coef[ch.model.at[t]]
	}
	out := map[int]float64{}
	for _, t := range list {
		out[ch.model.at[t]] += 1 / sum
	}
	return out
}

func (ch *choice) addGoal(above map[int]float64, below []float64) {
	goal := make([]float64, ch.model.count)
	for i, w := range above {
		goal[i] = w
	}
	for i, w := range below {
		goal[i] -= w
	}
	ch.goals = append(ch.goals, goal)
}

// optimise finds the shares and drops exchanges with a share of zero.
func (ch *choice) optimise() error {
	ch.shares = make([]float64, len(ch.list))
	for i := range ch.shares {
		ch.shares[i] = 1 / float64(len(ch.list))
	}
	for step := range choiceSteps {
		gains, mean, err := ch.gains()
		if err != nil {
			return err
		}
		if most, usual := ch.free(gains); most <= (1+choiceGain)*usual {
			return nil
		}
		for i, gain := range gains {
			ch.shares[i] *= math.Sqrt(gain / mean)
		}
		ch.confine()
		if step%20 == 19 {
			ch.drop(1e-3 / float64(len(ch.list)))
		}
	}
	return nil
}

// information returns the Cholesky factors of the expected information of a pair, the share of the
// prior included.
func (ch *choice) information() (*mat.Cholesky, error) {
	sum := mat.NewSymDense(ch.model.count, nil)
	data := sum.RawSymmetric().Data
	for i := range ch.list {
		c, w := &ch.list[i], ch.shares[i]
		c.information.addTo(data, w)
		c.common.addTo(data, -w*w/(w*c.total+ch.own()))
	}
	for j, p := range ch.held {
		sum.SetSym(j, j, sum.At(j, j)+p/ch.pairs)
	}
	var chol mat.Cholesky
	if !chol.Factorize(sum) || chol.Cond() > maxCondition {
		return nil, ErrNoExchanges
	}
	return &chol, nil
}

// gains returns the terms of the algorithm and their mean weighted by the shares, which is
// the sum to be minimised.
func (ch *choice) gains() ([]float64, float64, error) {
	chol, err := ch.information()
	if err != nil {
		return nil, 0, err
	}
	all := mat.NewDense(ch.model.count, len(ch.goals), nil)
	for k, goal := range ch.goals {
		all.SetCol(k, goal)
	}
	if err := chol.SolveTo(all, all); err != nil {
		return nil, 0, fmt.Errorf("choosing exchanges: %w", err)
	}
	// Of a row r, Σ_k (rᵀΣg_k)² = rᵀSr with the sum S of the products of the solutions.
	var products mat.SymDense
	products.SymOuterK(1, all)
	known := 0.0 // from the prior
	for j, p := range ch.held {
		known += p / ch.pairs * products.At(j, j)
	}
	data := products.RawSymmetric().Data
	for k := range data {
		if k%ch.model.count > k/ch.model.count {
			data[k] *= 2
		}
	}
	gains := make([]float64, len(ch.list))
	for i := range ch.list {
		c, w := &ch.list[i], ch.shares[i]
		d := w*c.total + ch.own()
		gains[i] = known + c.information.dot(data) - c.common.dot(data)*w*(w*c.total+2*ch.own())/(d*d)
	}
	return gains, floats.Dot(gains, ch.shares), nil
}
