package playing

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"

	"bestiary/engine/eval"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/store"
)

// Losses holds the mean losses per position, in nats, of limited weights.
type Losses struct {
	Train float64 `json:"train"` // of the positions that were fitted
	// HeldOut is the mean loss with each position predicted by the fit without its fold; 0
	// without folds.
	HeldOut float64 `json:"held-out"`
}

// Result is a fit.
type Result struct {
	Weights *eval.Weights
	// K is the scale of the starting weights, which the new weights keep.
	K Scale
	// Positions and Games count the data.
	Positions, Games int
	// Before and After are the losses of the starting weights and of the result.
	Before, After Losses
	// Steps is the number of steps after which the fit stopped.
	Steps int
}

// ErrNoPositions reports that the games have no quiet position.
var ErrNoPositions = errors.New("no quiet positions to fit weights to")

// Limits of a piece's value as multiples of its starting value: search and self-play rely
// on pieces having a value.
const minFactor, maxFactor = 0.2, 5

// Fit fits all weights to the data, starting from start and drawn towards it. The result
// is the same for any number of workers; if it is less than 1, there is one for each
// processor.
func Fit(start *eval.Weights, d *Data, set Settings, workers int) (*Result, error) {
	if err := set.Validate(); err != nil {
		return nil, err
	}
	if !slices.Equal(d.Terms, start.Names()) {
		return nil, fmt.Errorf("the weights are not for %s", d.Game.Variant.Name)
	}
	if d.Rows() == 0 {
		return nil, ErrNoPositions
	}
	p := &problem{start: start, data: d, set: set, workers: workers, all: make([]int, d.Rows())}
	for i := range p.all {
		p.all[i] = i
	}
	var err error
	if p.k, err = fitScale(d, start, workers); err != nil {
		return nil, fmt.Errorf("scale: %w", err)
	}
	p.target = targets(d, set.Blend, p.k)
	p.spreadMG, p.spreadEG = spreads(start, d, p.all, set)
	r := &Result{K: p.k, Positions: d.Rows(), Games: d.Games, Steps: set.Iterations}
	if set.Folds > 0 {
		if err := p.crossValidate(r); err != nil {
			return nil, err
		}
	}
	f := p.fit(p.all, nil, r.Steps)
	if err := f.minimise(); err != nil {
		return nil, err
	}
	r.Steps = f.steps
	r.Weights = f.limited(f.last)
	r.Before.Train, r.After.Train = f.train.of(start, f.k), f.train.of(r.Weights, f.k)
	return r, nil
}

// problem holds what all fits to the data share.
type problem struct {
	start              *eval.Weights
	data               *Data
	set                Settings
	workers            int
	k                  Scale
	target             []float32
	spreadMG, spreadEG []float64
	all                []int // rows
}

// crossValidate finds the number of steps: it fits without each fold in turn and takes the step
// with the lowest loss over all positions, each under the fit without its own fold. The choice
// ignores the limits of material, which are unknown to the optimiser.
func (p *problem) crossValidate(r *Result) error {
	var curves, limited [][]float64
	var rows []float64
	for fold := range p.set.Folds {
		train, held := split(p.data, p.set.Folds, fold)
		if len(train) == 0 || len(held) == 0 {
			continue
		}
		f := p.fit(train, held, p.set.Iterations)
		if err := f.minimise(); err != nil {
			return err
		}
		curves, limited, rows = append(curves, f.curve), append(limited, f.limitedCurve), append(rows, float64(len(held)))
	}
	mean := meanCurve(curves, rows)
	if len(mean) == 0 { // a single pair
		return nil
	}
	r.Steps = 0
	for step, loss := range mean {
		if loss < mean[r.Steps] {
			r.Steps = step
		}
	}
	reported := meanCurve(limited, rows)
	r.Before.HeldOut, r.After.HeldOut = reported[0], reported[r.Steps]
	return nil
}

// meanCurve returns the weighted mean of curves. Shorter curves keep their last value.
func meanCurve(curves [][]float64, weight []float64) []float64 {
	longest, total := 0, 0.0
	for i, c := range curves {
		longest = max(longest, len(c))
		total += weight[i]
	}
	mean := make([]float64, longest)
	for i, c := range curves {
		for step := range mean {
			mean[step] += weight[i] / total * c[min(step, len(c)-1)]
		}
	}
	return mean
}

// split divides the rows by pair of games: it holds out every n-th pair, starting with
// number fold.
func split(d *Data, n, fold int) (train, held []int) {
	for r, pair := range d.Pair {
		if int(pair)%n == fold {
			held = append(held, r)
		} else {
			train = append(train, r)
		}
	}
	return train, held
}

// targets blends the results with the search's expectations where these are known.
func targets(d *Data, blend float64, k Scale) []float32 {
	out := make([]float32, d.Rows())
	for r, y := range d.Result {
		if d.Score[r] == store.Unknown {
			out[r] = y
			continue
		}
		expected := 1 / (1 + math.Exp(-float64(d.Score[r])*k.perCentipawn(float64(d.Phase[r]))))
		out[r] = float32((1-blend)*float64(y) + blend*expected)
	}
	return out
}

// spreads returns the standard deviation of each weight's prior.
func spreads(w *eval.Weights, d *Data, rows []int, set Settings) (mg, eg []float64) {
	size := typicalCounts(d, rows)
	mg, eg = make([]float64, len(size)), make([]float64, len(size))
	loose := w.Loose()
	for t, n := range size {
		mg[t] = set.SpreadShare*math.Abs(w.MG[t]) + loose[t]*set.SpreadScore/n
		eg[t] = set.SpreadShare*math.Abs(w.EG[t]) + loose[t]*set.SpreadScore/n
	}
	return mg, eg
}

// typicalCounts returns the root mean square of each term's nonzero counts, or 1 for a
// term that does not occur.
func typicalCounts(d *Data, rows []int) []float64 {
	sum, have := make([]float64, len(d.Terms)), make([]float64, len(d.Terms))
	for _, r := range rows {
		for i := d.Off[r]; i < d.Off[r+1]; i++ {
			n := float64(d.N[i])
			sum[d.Term[i]] += n * n
			have[d.Term[i]]++
		}
	}
	for t := range sum {
		if sum[t] > 0 {
			sum[t] = math.Sqrt(sum[t] / have[t])
		} else {
			sum[t] = 1
		}
	}
	return sum
}

// limited returns x moved within the limits. In a game won by losing all pieces, start is
// less than 0.
func limited(x, start float64) float64 {
	a, b := minFactor*start, maxFactor*start
	return min(max(x, min(a, b)), max(a, b))
}

// fit is a minimisation. Its variables are the changes of the weights in units of their
// spreads, all mg before all eg.
type fit struct {
	*problem
	train, held *loss // held is nil if no rows are held out
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
	f.at[0] = math.NaN() // none is computed yet
	task := optimize.Problem{
		Func: func(x []float64) float64 { f.compute(x); return f.value },
		Grad: func(out, x []float64) { f.compute(x); copy(out, f.slope) },
	}
	result, err := optimize.Minimize(task, make([]float64, len(f.at)), &optimize.Settings{
		Converger: f, GradientThreshold: 1e-9,
	}, &optimize.LBFGS{})
	// A line search that finds no lower loss has reached the precision of the loss.
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
