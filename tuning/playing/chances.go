package playing

import (
	"math"

	"bestiary/engine/eval"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/store"
)

// FitChances fits chances to the scores and results of the games from one on. A position has two outcomes,
// a win or not and a loss or not, each with a logistic regression on the score and the share of draws, with
// the same coefficients. The outcomes of a game depend on each other, so not the positions but the games
// are weighed against the usual chances, which decide where games have no such positions.
func (d *Data) FitChances(from, workers int) (*eval.Chances, error) {
	model := &logit.Design{Columns: 4, Names: []string{"early", "late", "early draws", "late draws"}}
	for r, score := range d.Score {
		if int(d.Record[r]) < from || score == store.Unknown {
			continue
		}
		early, late, y := float64(d.Phase[r]), 1-float64(d.Phase[r]), float64(d.Result[r])
		for sign := -1.0; sign <= 1; sign += 2 { // a win, then no loss: the result plus a half, rounded down
			row := []float64{early * float64(score) / 100, late * float64(score) / 100, sign * early, sign * late}
			model.Add([]uint16{0, 1, 2, 3}, row, math.Floor(y+(1+sign)/4), 1, d.Record[r])
		}
	}
	if model.Rows() == 0 {
		return nil, ErrNoPositions
	}
	u := eval.UsualChances
	const scale, draw = 1 / (0.15 * 0.15), 1 / (0.5 * 0.5) // games differ by about 0.15 logits a pawn, and by a half
	usual := logit.Prior{
		Mean:      []float64{100 / u.Scale[0], 100 / u.Scale[1], 2 * math.Atanh(u.Draw[0]), 2 * math.Atanh(u.Draw[1])},
		Precision: []float64{scale, scale, draw, draw},
	}
	f, err := logit.Fit(model, usual, logit.Settings{EstimateDispersion: true, Workers: max(workers, 0)})
	if err != nil {
		return nil, err
	}
	c := &eval.Chances{}
	for i := range c.Scale {
		c.Scale[i] = math.Round(100 / min(max(f.Coef[i], 100.0/maxScale), 100.0/minScale))
		c.Draw[i] = math.Round(1000*min(max(math.Tanh(f.Coef[2+i]/2), 0), 0.98)) / 1000
	}
	return c, nil
}
