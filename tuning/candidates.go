package tuning

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"bestiary/internal/stat/logit"
	"bestiary/selfplay/opening"
)

// candidate is an exchange with the rows of some of its games.
type candidate struct {
	opening.Exchange
	rows   []sparseRow // without duplicates
	weight []float64   // information of each row, over the draws
	score  float64
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

func (r sparseRow) dot(v *mat.VecDense) float64 {
	sum := 0.0
	for k, j := range r.at {
		sum += r.x[k] * v.AtVec(j)
	}
	return sum
}

// addTo adds weight·r·rᵀ to m.
func (r sparseRow) addTo(m *mat.SymDense, weight float64) {
	for a, i := range r.at {
		for b := a; b < len(r.at); b++ {
			m.SetSym(i, r.at[b], m.At(i, r.at[b])+weight*r.x[a]*r.x[b])
		}
	}
}

// addCandidates adds the exchanges whose expected score is within the limits, with rows of
// some of their positions.
func (ch *choice) addCandidates(x Expectations, play opening.Config) error {
	m, n := ch.model, len(ch.model.types)
	var mix opening.Mix
	for _, e := range opening.Candidates(m.g, x.Values, math.Log(maxOneSided/(1-maxOneSided))) {
		mix = append(mix, opening.Share{Exchange: e, Weight: 1})
	}
	if len(mix) == 0 {
		return fmt.Errorf("%w: none has an expected score from 20 to 80 %%", ErrNoExchanges)
	}
	play.Kind, play.Exchanges = opening.Exchanges, mix.Text(m.g)
	source, err := opening.New(m.g, play, 0)
	if err != nil {
		return err
	}
	for i, share := range mix {
		c, draws := candidate{Exchange: share.Exchange}, 0
		for draw := range drawsPerExchange {
			games, err := source.Draw(i, draw)
			if err != nil {
				break // some placements are impossible
			}
			row := make([]float64, m.count)
			m.row(games[0], row)
			if left := share.Left[0]; row[m.at[left]] < 0 {
				floats.Scale(-1, row)
			}
			for _, white := range []float64{1, -1} { // the second game swaps the colours
				row[n] = white
				mu := logit.Sigmoid(floats.Dot(row, ch.coef))
				c.add(sparse(row), mu*(1-mu)/drawsPerExchange)
				c.score += mu / (2 * drawsPerExchange)
			}
			draws++
		}
		if draws == drawsPerExchange && c.score >= 1-maxOneSided && c.score <= maxOneSided {
			ch.list = append(ch.list, c)
		}
	}
	return nil
}
