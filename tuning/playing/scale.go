package playing

import (
	"bestiary/engine/eval"
	"bestiary/tuning/logit"
)

// Scale says how much a score tells about the result: centipawns per logit of
// White's expected result, with the board full (Early) and empty (Late).
type Scale struct{ Early, Late float64 }

// Limits of a scale in centipawns. Results that do not depend on the score at
// all would make it infinite.
const lowestScale, highestScale = 40, 4000

// perCentipawn is logits per centipawn at a phase, 1/K.
func (k Scale) perCentipawn(phase float64) float64 { return phase/k.Early + (1-phase)/k.Late }

// fitScale finds the scale with the lowest cross-entropy of the results for the
// scores of the weights. It is a logistic regression on φ·s and (1−φ)·s.
func fitScale(d *Data, w *eval.Weights, workers int) (Scale, error) {
	model := &logit.Design{Columns: 2, Names: []string{"early", "late"}}
	for r := range d.Rows() {
		phase, score := float64(d.Phase[r]), 0.0
		for i := d.Off[r]; i < d.Off[r+1]; i++ {
			t := d.Term[i]
			score += float64(d.N[i]) * (phase*w.MG[t] + (1-phase)*w.EG[t])
		}
		// In hundreds of centipawns, for numbers near 1.
		model.Add([]uint16{0, 1}, []float64{phase * score / 100, (1 - phase) * score / 100}, float64(d.Result[r]), 1, d.Record[r])
	}
	f, err := logit.Fit(model, logit.Prior{}, logit.Settings{Workers: max(workers, 0)})
	if err != nil {
		return Scale{}, err
	}
	centipawns := func(perHundred float64) float64 {
		return 100 / min(max(perHundred, 100.0/highestScale), 100.0/lowestScale)
	}
	return Scale{centipawns(f.Coef[0]), centipawns(f.Coef[1])}, nil
}
