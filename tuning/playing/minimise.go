package playing

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"

	"bestiary/engine/eval"
	"bestiary/internal/stat/logit"
)

// fit is a minimisation. Its variables are the changes of the weights in units of their
// spreads, all mg before all eg.
type fit struct {
	*problem
	train, held *loss // held is nil when nothing is held out
	ridge       float64
	maxSteps    int

	mg, eg, dmg, deg []float64

	at    []float64 // where value and slope were last computed
	value float64
	slope []float64

	steps int
	last  []float64 // variables after these steps
	curve []float64 // loss of the held-out rows after each step, starting with step 0
	best  int       // step with the lowest loss
	// limitedCurve is the same with material kept within its limits.
	limitedCurve []float64
}

// fit prepares a fit to some rows of the data that makes at most maxSteps steps.
func (p *problem) fit(train, held []int, maxSteps int) *fit {
	n, games := len(p.data.Terms), 0
	for i, r := range train { // in order
		if i == 0 || p.data.Record[r] != p.data.Record[train[i-1]] {
			games++
		}
	}
	f := &fit{
		problem: p, maxSteps: maxSteps, train: newLoss(newTable(p.data, train, p.target), p.workers),
		ridge: p.set.Ridge / float64(games),
		mg:    make([]float64, n), eg: make([]float64, n), dmg: make([]float64, n), deg: make([]float64, n),
		at: make([]float64, 2*n), slope: make([]float64, 2*n), last: make([]float64, 2*n),
	}
	if held != nil {
		f.held = newLoss(newTable(p.data, held, p.target), p.workers)
	}
	return f
}

// minimise runs the optimiser from the starting weights.
func (f *fit) minimise() error {
	f.at[0] = math.NaN() // nothing is computed yet
	task := optimize.Problem{
		Func: func(x []float64) float64 { f.compute(x); return f.value },
		Grad: func(out, x []float64) { f.compute(x); copy(out, f.slope) },
	}
	result, err := optimize.Minimize(task, make([]float64, len(f.at)), &optimize.Settings{
		Converger: f, GradientThreshold: 1e-9,
	}, &optimize.LBFGS{})
	// A line search that finds nothing lower has reached the precision of the loss.
	if result == nil || math.IsNaN(result.F) {
		return fmt.Errorf("fit: %w", err)
	}
	return nil
}

// Init implements optimize.Converger.
func (f *fit) Init(int) { f.steps = -1 }

// Converged implements optimize.Converger. It is called at the start and after each step.
func (f *fit) Converged(at *optimize.Location) optimize.Status {
	f.steps++
	copy(f.last, at.X)
	if f.held != nil {
		f.unpack(at.X)
		f.curve = append(f.curve, f.held.mean(f.mg, f.eg, f.k, nil, nil))
		f.limitedCurve = append(f.limitedCurve, f.curve[f.steps])
		if w := f.limited(at.X); !slices.Equal(w.MG, f.mg) || !slices.Equal(w.EG, f.eg) {
			f.limitedCurve[f.steps] = f.held.of(w, f.k)
		}
		if f.curve[f.steps] < f.curve[f.best] {
			f.best = f.steps
		}
		if f.steps-f.best >= f.set.Patience {
			return optimize.FunctionConvergence
		}
	}
	if f.steps >= f.maxSteps {
		return optimize.IterationLimit
	}
	return optimize.NotTerminated
}

// compute computes the objective and its gradient, once for each x.
func (f *fit) compute(x []float64) {
	if slices.Equal(x, f.at) {
		return
	}
	copy(f.at, x)
	f.unpack(x)
	f.value = f.train.mean(f.mg, f.eg, f.k, f.dmg, f.deg)
	n := len(f.mg)
	for t := range n {
		f.slope[t] = f.dmg[t]*f.spreadMG[t] + f.ridge*x[t]
		f.slope[n+t] = f.deg[t]*f.spreadEG[t] + f.ridge*x[n+t]
	}
	for _, u := range x {
		f.value += f.ridge * u * u / 2
	}
}

// unpack converts variables to weights.
func (f *fit) unpack(x []float64) {
	n := len(f.mg)
	for t := range n {
		f.mg[t] = f.start.MG[t] + x[t]*f.spreadMG[t]
		f.eg[t] = f.start.EG[t] + x[n+t]*f.spreadEG[t]
	}
}

// limited converts variables to weights, with material kept within its limits.
func (f *fit) limited(x []float64) *eval.Weights {
	f.unpack(x)
	w := f.start.Clone()
	copy(w.MG, f.mg)
	copy(w.EG, f.eg)
	for _, t := range f.data.Game.Types() {
		mg, eg := w.Material(t)
		mg0, eg0 := f.start.Material(t)
		w.SetMaterial(t, limited(mg, mg0), limited(eg, eg0))
	}
	return w
}

// Scale relates scores to results: centipawns per logit of
// White's expected result, with the board full (Early) and empty (Late).
type Scale struct {
	Early float64 `json:"early"`
	Late  float64 `json:"late"`
}

// Limits of a scale in centipawns. If results do not depend on the score at all, it would
// be infinite.
const minScale, maxScale = 40, 4000

// perCentipawn returns the logits per centipawn at a phase, 1/K.
func (k Scale) perCentipawn(phase float64) float64 { return phase/k.Early + (1-phase)/k.Late }

// fitScale finds the scale at which the scores of the weights predict the results with the
// lowest cross-entropy, by a logistic regression on φ·s and (1−φ)·s.
func fitScale(d *Data, w *eval.Weights, workers int) (Scale, error) {
	model := &logit.Design{Columns: 2, Names: []string{"early", "late"}}
	for r := range d.Rows() {
		phase, score := float64(d.Phase[r]), 0.0
		for i := d.Off[r]; i < d.Off[r+1]; i++ {
			t := d.Term[i]
			score += float64(d.N[i]) * (phase*w.MG[t] + (1-phase)*w.EG[t])
		}
		// In hundreds of centipawns, so that the numbers are near 1.
		model.Add([]uint16{0, 1}, []float64{phase * score / 100, (1 - phase) * score / 100}, float64(d.Result[r]), 1, d.Record[r])
	}
	f, err := logit.Fit(model, logit.Prior{}, logit.Settings{Workers: max(workers, 0)})
	if err != nil {
		return Scale{}, err
	}
	centipawns := func(perHundred float64) float64 {
		return 100 / min(max(perHundred, 100.0/maxScale), 100.0/minScale)
	}
	return Scale{centipawns(f.Coef[0]), centipawns(f.Coef[1])}, nil
}
