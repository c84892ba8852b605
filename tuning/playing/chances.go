package playing

import (
	"iter"
	"math"

	"bestiary/engine/eval"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/store"
)

// Scored is a position of a game with its score and the result, both for the same side.
type Scored struct {
	Score, Phase, Result float64
	Game                 int32
}

// FitChances fits chances to positions. A position gives two outcomes, a win or not and a loss or not,
// each a logistic regression on the score and the share of draws with the same coefficients. The
// outcomes of a game depend on each other, so the games and not the positions are weighed against the
// usual chances, which decide where a game has no such positions.
func FitChances(positions iter.Seq[Scored], workers int) (*eval.Chances, error) {
	usual := eval.UsualChances
	d := &logit.Design{Columns: 4, Names: []string{"early", "late", "early draws", "late draws"}}
	columns := []uint16{0, 1, 2, 3}
	for p := range positions {
		early, late := p.Phase, 1-p.Phase
		row := func(sign, y float64) {
			d.Add(columns, []float64{early * p.Score / 100, late * p.Score / 100, sign * early, sign * late}, y, 1, p.Game)
		}
		row(-1, math.Floor(p.Result))
		row(1, math.Ceil(p.Result))
	}
	if d.Rows() == 0 {
		return nil, ErrNoPositions
	}
	const scale, draws = 1 / (0.15 * 0.15), 1 / (0.5 * 0.5) // games differ by about so much
	f, err := logit.Fit(d, logit.Prior{
		Mean:      []float64{100 / usual.Scale[0], 100 / usual.Scale[1], 2 * math.Atanh(usual.Draw[0]), 2 * math.Atanh(usual.Draw[1])},
		Precision: []float64{scale, scale, draws, draws},
	}, logit.Settings{EstimateDispersion: true, Workers: max(workers, 0)})
	if err != nil {
		return nil, err
	}
	c := &eval.Chances{}
	for i := range c.Scale {
		c.Scale[i] = math.Round(100 / min(max(f.Coef[i], 100.0/maxScale), 100.0/minScale))
		c.Draw[i] = math.Round(1000*min(max(math.Tanh(f.Coef[2+i]/2), 0), maxDraw)) / 1000
	}
	return c, nil
}

// maxDraw is the largest share of draws.
const maxDraw = 0.98

// FitChances fits chances to the positions that have a score, from a game on.
func (d *Data) FitChances(from, workers int) (*eval.Chances, error) {
	return FitChances(func(yield func(Scored) bool) {
		for r, score := range d.Score {
			if int(d.Record[r]) < from || score == store.Unknown {
				continue
			}
			if !yield(Scored{float64(score), float64(d.Phase[r]), float64(d.Result[r]), d.Record[r]}) {
				return
			}
		}
	}, workers)
}
