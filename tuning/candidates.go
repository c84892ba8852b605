package tuning

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"bestiary/internal/stat/logit"
	"bestiary/selfplay/opening"
)

// candidate is an exchange with the rows of some of its games.
type candidate struct {
	opening.Share
	rows   []sparseRow // without duplicates
	weight []float64   // information of each row, over the draws
	score  float64
	common sparseRow // the sum of the rows by their weight, and of the weights
	total  float64
	least  float64 // share of the pairs
	most   float64
	// decided reports whether one of its games is almost decided.
	decided bool
}

// add adds a row, or its information if an equal row exists.
func (c *candidate) add(row sparseRow, weight float64) {
	k := slices.IndexFunc(c.rows, func(r sparseRow) bool { return slices.Equal(r.at, row.at) && slices.Equal(r.x, row.x) })
	if k < 0 {
		c.rows, c.weight = append(c.rows, row), append(c.weight, weight)
		return
	}
	c.weight[k] += weight
}

// sum sets the sums of the rows and of the weights.
func (c *candidate) sum(columns int) {
	sum := make([]float64, columns)
	for k, row := range c.rows {
		c.total += c.weight[k]
		for i, j := range row.at {
			sum[j] += c.weight[k] * row.x[i]
		}
	}
	c.common = sparse(sum)
}

// sparseRow is a row of the model without its many zeros.
type sparseRow struct {
	at []int // ascending
	x  []float64
}

func sparse(row []float64) sparseRow {
	var out sparseRow
	for j, x := range row {
		if x != 0 {
			out.at, out.x = append(out.at, j), append(out.x, x)
		}
	}
	return out
}

func (r *sparseRow) dot(v []float64) float64 {
	sum := 0.0
	for k, j := range r.at {
		sum += r.x[k] * v[j]
	}
	return sum
}

// addTo adds weight·r·rᵀ to m, in the upper triangle that a SymDense stores.
func (r *sparseRow) addTo(m blas64.Symmetric, weight float64) {
	for a, i := range r.at {
		line, x := m.Data[i*m.Stride:], weight*r.x[a]
		for b := a; b < len(r.at); b++ {
			line[r.at[b]] += x * r.x[b]
		}
	}
}

// addCandidates adds the exchanges whose expected score is within the limits, with rows of
// some of their positions. Where the armies differ, White's advantage can decide a game
// however even the mean of a pair is.
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
		for draw := range drawsPerExchange {
			games, err := source.Draw(i, draw)
			if err != nil {
				break // some placements are impossible
			}
			left, row := m.at[share.Left[0]], make([]float64, m.count)
			if m.row(games[0], row); row[left] < 0 {
				games[0], games[1] = games[1], games[0]
			}
			for _, p := range games { // as seen by the side with the left
				if m.row(p, row); row[left] < 0 {
					floats.Scale(-1, row)
				}
				mu := logit.Sigmoid(floats.Dot(row, ch.coef))
				c.add(sparse(row), mu*(1-mu)/drawsPerExchange)
				c.score += mu / (2 * drawsPerExchange)
				c.decided = c.decided || max(mu, 1-mu) > maxDecided
			}
			draws++
		}
		if draws == drawsPerExchange && c.score >= 1-maxOneSided && c.score <= maxOneSided && !(c.decided && unequal) {
			c.sum(m.count)
			ch.list = append(ch.list, c)
		}
	}
	if len(ch.list) == 0 && unequal {
		return OneSided(m.g, x.White)
	}
	return nil
}
