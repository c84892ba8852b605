package tuning

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"bestiary/engine/rules"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/opening"
)

// candidate is an exchange with the information in some of its games.
type candidate struct {
	opening.Share
	score       float64
	information sparseMatrix // of a pair
	common      sparseMatrix // bbᵀ with the sum b of the rows of a pair by their weight
	total       float64      // the sum of the weights
	least       float64      // share of the pairs
	most        float64
	guest       rules.Type // NoType without one
	twice       bool       // there are two of it
	// decided reports whether one of its games is almost decided.
	decided bool
}

// sum adds up rows of the model with their weights.
func (c *candidate) sum(rows [][]float64, weights []float64) {
	n := len(rows[0])
	information, common, b := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for k, row := range rows {
		r := mat.NewVecDense(n, row)
		information.SymRankOne(information, weights[k], r)
		b.AddScaledVec(b, weights[k], r)
	}
	common.SymRankOne(common, 1, b)
	c.information, c.common, c.total = sparse(information), sparse(common), floats.Sum(weights)
}

// sparseMatrix is a symmetric matrix without its many zeros.
type sparseMatrix struct {
	at []int // in the upper triangle, as a SymDense of this size stores it
	x  []float64
}

func sparse(m *mat.SymDense) sparseMatrix {
	var out sparseMatrix
	raw := m.RawSymmetric()
	for j := range raw.N {
		for k := j; k < raw.N; k++ {
			if at := j*raw.Stride + k; raw.Data[at] != 0 {
				out.at, out.x = append(out.at, at), append(out.x, raw.Data[at])
			}
		}
	}
	return out
}

// addTo adds w times the matrix to the data of another.
func (m *sparseMatrix) addTo(data []float64, w float64) {
	for k, at := range m.at {
		data[at] += w * m.x[k]
	}
}

// dot returns the sum of the products of the elements with another matrix's, given by its data with
// the elements off the diagonal doubled.
func (m *sparseMatrix) dot(data []float64) float64 {
	sum := 0.0
	for k, at := range m.at {
		sum += m.x[k] * data[at]
	}
	return sum
}

// addCandidates adds the exchanges whose expected score is within the limits, with rows of some of
// their positions. If the armies differ, White's advantage can decide a game even if the mean of a
// pair is even.
func (ch *choice) addCandidates(x Expectations, play opening.Config) error {
	m, unequal := ch.model, ch.model.g.ArmiesDiffer()
	mix := opening.Candidates(m.g, x.Values, math.Log(maxOneSided/(1-maxOneSided)))
	if len(mix) == 0 {
		return fmt.Errorf("%w: none has an expected score from 20 to 80 %%", ErrNoExchanges)
	}
	play.Kind, play.Exchanges = opening.Exchanges, mix.Text(m.g)
	source, err := opening.New(m.g, play, 0)
	if err != nil {
		return err
	}
	for i, share := range mix {
		c, draws := candidate{Share: share}, 0
		for _, t := range slices.Concat(c.Left, c.Right) {
			if m.guest(m.at[t]) {
				c.guest, c.twice = t, c.guest == t
			}
		}
		var rows [][]float64
		var weights []float64
		for draw := range drawsPerExchange {
			games, err := source.Draw(i, draw)
			if err != nil {
				break // some placements are impossible
			}
			left := m.at[share.Left[0]]
			for _, p := range games { // as seen by the side with the left
				row := make([]float64, m.count)
				if m.row(p, row); row[left] < 0 {
					floats.Scale(-1, row)
				}
				mu := logit.Sigmoid(floats.Dot(row, ch.coef))
				rows, weights = append(rows, row), append(weights, mu*(1-mu)/drawsPerExchange)
				c.score += mu / (2 * drawsPerExchange)
				c.decided = c.decided || max(mu, 1-mu) > maxDecided
			}
			draws++
		}
		if draws == drawsPerExchange && c.score >= 1-maxOneSided && c.score <= maxOneSided && !(c.decided && unequal) {
			c.sum(rows, weights)
			ch.list = append(ch.list, c)
		}
	}
	if len(ch.list) == 0 && unequal {
		return OneSided(m.g, x.White)
	}
	return nil
}
