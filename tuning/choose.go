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
	minShare = 10
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
// With I_i the expected information of a pair with exchange i, n pairs of which i
// has the share w_i, and the precision Λ of the priors of the model, the estimates have the
// covariance Σ = (n·Σ_i w_i·M_i)⁻¹, M_i = I_i + Λ/n. The shares minimise Σ_k g_kᵀΣg_k, the
// sum of the variances of some quantities with gradients g_k: the logarithms of the values
// in points (A-optimality) or, if the run is about some exchanges, those of the worth of
// one side over that of the other and, with little weight, the values; and in any case the
// logarithm of what a point is worth in logits. The multiplicative algorithm
//
//	w_i ∝ w_i·√(Σ_k g_kᵀΣ·M_i·Σg_k)
//
// lowers the sum in each step (Silvey, Titterington and Torsney, Communications in
// Statistics A 7, 1978; Yu, Annals of Statistics 38, 2010).
func Choose(g *rules.Game, about []opening.Exchange, x Expectations, play opening.Config, pairs int) (*Chosen, error) {
	c := newColumns(g)
	m := newArmyModel(g, c)
	coef := m.expected(x)
	ch := &choice{model: m, coef: coef, pairs: float64(pairs), held: m.prior(m.scaleOf(coef)).Precision}
	if err := ch.findGoals(about, c.scaleOrPoints(Points)); err != nil {
		return nil, err
	}
	if err := ch.addCandidates(x, play); err != nil {
		return nil, err
	}
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
	goals []*mat.VecDense

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
	for i := range n {
		ch.addGoal(map[int]float64{i: 1 / ch.coef[i]}, basket)
	}
	scale := mat.NewVecDense(ch.model.count, nil)
	for i, w := range basket {
		scale.SetVec(i, math.Sqrt(scaleWeight)*w)
	}
	ch.goals = append(ch.goals, scale)
	if len(about) > 0 { // the values count little, but must be determined
		for _, goal := range ch.goals[:n] {
			goal.ScaleVec(math.Sqrt(besides/float64(n)), goal)
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
	goal := mat.NewVecDense(ch.model.count, nil)
	for i, w := range above {
		goal.SetVec(i, w)
	}
	for i, w := range below {
		goal.SetVec(i, goal.AtVec(i)-w)
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
		if slices.Max(gains) <= (1+choiceGain)*mean {
			return nil
		}
		for i, gain := range gains {
			ch.shares[i] *= math.Sqrt(gain / mean)
		}
		floats.Scale(1/floats.Sum(ch.shares), ch.shares)
		if step%20 == 19 {
			ch.drop(1e-3 / float64(len(ch.list)))
		}
	}
	return nil
}

// gains returns the terms of the algorithm and their mean weighted by the shares, which is
// the sum to be minimised.
func (ch *choice) gains() (gains []float64, mean float64, err error) {
	information := mat.NewSymDense(ch.model.count, nil)
	for i, c := range ch.list {
		for k, row := range c.rows {
			row.addTo(information, ch.shares[i]*c.weight[k])
		}
	}
	for j, p := range ch.held {
		information.SetSym(j, j, information.At(j, j)+p/ch.pairs)
	}
	var chol mat.Cholesky
	if !chol.Factorize(information) || chol.Cond() > maxCondition {
		return nil, 0, ErrNoExchanges
	}
	gains = make([]float64, len(ch.list))
	for _, goal := range ch.goals {
		var solved mat.VecDense
		if err := chol.SolveVecTo(&solved, goal); err != nil {
			return nil, 0, fmt.Errorf("choosing exchanges: %w", err)
		}
		known := 0.0 // from the prior
		for j, p := range ch.held {
			known += p / ch.pairs * solved.AtVec(j) * solved.AtVec(j)
		}
		for i, c := range ch.list {
			gains[i] += known
			for k, row := range c.rows {
				x := row.dot(&solved)
				gains[i] += c.weight[k] * x * x
			}
		}
	}
	return gains, floats.Dot(gains, ch.shares), nil
}

// drop removes the exchanges whose share is below a limit.
func (ch *choice) drop(minimum float64) {
	var list []candidate
	var shares []float64
	for i, share := range ch.shares {
		if share >= minimum {
			list, shares = append(list, ch.list[i]), append(shares, share)
		}
	}
	floats.Scale(1/floats.Sum(shares), shares)
	ch.list, ch.shares = list, shares
}

// rounded returns the shares in thousandths, largest first. It drops the exchanges with
// the smallest shares, one by one, as long as the rest determine all values.
func (ch *choice) rounded() (*Chosen, error) {
	for {
		i := floats.MinIdx(ch.shares)
		least := ch.shares[i]
		if least*1000 >= minShare {
			break
		}
		list, shares := ch.list, slices.Clone(ch.shares)
		ch.drop(math.Nextafter(least, 1))
		if _, _, err := ch.gains(); err != nil {
			ch.list, ch.shares = list, shares
			break
		}
	}
	order := make([]int, len(ch.list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(1e9*ch.shares[b]) - int(1e9*ch.shares[a]) })
	out := &Chosen{}
	for _, i := range order {
		weight := max(math.Round(1000*ch.shares[i]), 1)
		out.Mix = append(out.Mix, opening.Share{Exchange: ch.list[i].Exchange, Weight: weight})
		out.Scores = append(out.Scores, ch.list[i].score)
	}
	out.Text = out.Mix.Text(ch.model.g)
	return out, nil
}
