package playing

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/optimize"

	"bestiary/engine/eval"
)

// Losses are mean losses per position in nats.
type Losses struct {
	Train   float64 `json:"train"`
	HeldOut float64 `json:"held-out"` // 0 without held-out pairs
}

// Result is a fit.
type Result struct {
	Weights *eval.Weights
	// K is centipawns per logit.
	K float64
	// Positions and Games are those of the data; HeldOut of the positions were
	// not fitted.
	Positions, Games, HeldOut int
	// Before and After are the losses of the starting weights and of the result.
	Before, After Losses
	// Steps is how many steps were made, Best which one gave the result; 0 is the
	// start.
	Steps, Best int
}

// ErrNoPositions means that there is nothing to fit to.
var ErrNoPositions = errors.New("no quiet positions to fit weights to")

// Limits of material, as multiples of the start: search and self-play count on
// a piece being worth something.
const lowestFactor, highestFactor = 0.2, 5

// Fit fits all weights to the data, starting from and drawn towards start. The
// result is the same for any number of workers; fewer than one means one for
// each processor.
func Fit(start *eval.Weights, d *Data, set Settings, workers int) (*Result, error) {
	if err := set.Validate(); err != nil {
		return nil, err
	}
	if !d.fits(start) {
		return nil, fmt.Errorf("the weights are not for %s", d.Game.Variant.Name)
	}
	set = set.Resolved()
	train, held := split(d, set.HoldOut)
	if len(train) == 0 {
		return nil, ErrNoPositions
	}
	r := &Result{Positions: d.Rows(), Games: d.Games, HeldOut: len(held)}
	r.K = scale(newLoss(newTable(d, train, d.Result), workers), start)
	target := targets(d, set.Blend, r.K)
	f := &fit{
		start: start, k: r.K, set: set,
		train: newLoss(newTable(d, train, target), workers), held: newLoss(newTable(d, held, target), workers),
	}
	f.ridge = set.Ridge / float64(gamesIn(d, train))
	f.spreadMG, f.spreadEG = spreads(start, d, train, set)
	if err := f.minimise(r); err != nil {
		return nil, err
	}
	limitMaterial(r.Weights, start, d)
	return r, nil
}

// split divides the rows by pair of games: every n-th pair is held out.
func split(d *Data, n int) (train, held []int) {
	for r, pair := range d.Pair {
		if n > 0 && int(pair)%n == n-1 {
			held = append(held, r)
		} else {
			train = append(train, r)
		}
	}
	return train, held
}

// gamesIn counts the games that have any of the rows, which are in order.
func gamesIn(d *Data, rows []int) int {
	n := 0
	for i, r := range rows {
		if i == 0 || d.Record[r] != d.Record[rows[i-1]] {
			n++
		}
	}
	return n
}

// targets blends results and what the search expected.
func targets(d *Data, blend, k float64) []float32 {
	out := make([]float32, d.Rows())
	for r, y := range d.Result {
		expected := 1 / (1 + math.Exp(-float64(d.Score[r])/k))
		out[r] = float32((1-blend)*float64(y) + blend*expected)
	}
	return out
}

// spreads are the standard deviations of the prior of each weight.
func spreads(w *eval.Weights, d *Data, rows []int, set Settings) (mg, eg []float64) {
	size := typicalCounts(d, rows)
	mg, eg = make([]float64, len(size)), make([]float64, len(size))
	for t, n := range size {
		mg[t] = set.SpreadShare*math.Abs(w.MG[t]) + set.SpreadScore/n
		eg[t] = set.SpreadShare*math.Abs(w.EG[t]) + set.SpreadScore/n
	}
	return mg, eg
}

// typicalCounts is the root mean square of each term's counts where it has any;
// 1 for terms that never have.
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

// Limits of K in centipawns. Results that do not depend on the score at all
// would make it infinite.
const lowestScale, highestScale = 40, 4000

// scale is the K with the lowest loss. The loss is convex in 1/K, so the sign of
// its derivative tells the side.
func scale(l *loss, w *eval.Weights) float64 {
	dmg, deg := make([]float64, l.terms), make([]float64, l.terms)
	lo, hi := math.Log(lowestScale), math.Log(highestScale)
	for range 40 {
		k := math.Exp((lo + hi) / 2)
		l.mean(w.MG, w.EG, k, dmg, deg)
		slope := 0.0
		for t := range dmg {
			slope += dmg[t]*w.MG[t] + deg[t]*w.EG[t]
		}
		if slope > 0 { // a smaller 1/K would be better
			lo = math.Log(k)
		} else {
			hi = math.Log(k)
		}
	}
	return math.Exp((lo + hi) / 2)
}

// limitMaterial keeps the values of pieces within their limits.
func limitMaterial(w, start *eval.Weights, d *Data) {
	for _, t := range d.Game.Types() {
		mg, eg := w.Material(t)
		mg0, eg0 := start.Material(t)
		w.SetMaterial(t, limited(mg, mg0), limited(eg, eg0))
	}
}

func limited(x, start float64) float64 {
	return min(max(x, lowestFactor*start), highestFactor*start)
}

// fit is a minimisation under way. Its variables are the changes of the weights
// in units of their spreads, all mg before all eg.
type fit struct {
	start              *eval.Weights
	set                Settings
	k, ridge           float64
	spreadMG, spreadEG []float64
	train, held        *loss

	mg, eg, dmg, deg []float64

	at    []float64 // where value and slope were computed last
	value float64
	slope []float64

	best      []float64
	bestLoss  float64
	bestSteps int
	steps     int
}

// minimise runs the optimiser and fills the result.
func (f *fit) minimise(r *Result) error {
	n := f.train.terms
	for _, list := range []*[]float64{&f.mg, &f.eg, &f.dmg, &f.deg} {
		*list = make([]float64, n)
	}
	for _, list := range []*[]float64{&f.at, &f.slope, &f.best} {
		*list = make([]float64, 2*n)
	}
	origin := make([]float64, 2*n)
	f.at[0] = math.NaN()
	r.Before = f.losses(origin)
	f.bestLoss = math.Inf(1)
	problem := optimize.Problem{
		Func: func(x []float64) float64 { f.compute(x); return f.value },
		Grad: func(out, x []float64) { f.compute(x); copy(out, f.slope) },
	}
	_, err := optimize.Minimize(problem, origin, &optimize.Settings{
		Converger: f, GradientThreshold: 1e-9, MajorIterations: f.set.Iterations,
	}, &optimize.LBFGS{})
	// A line search that finds nothing lower has reached the precision of the loss.
	if err != nil && math.IsInf(f.bestLoss, 1) {
		return fmt.Errorf("fit: %w", err)
	}
	r.After, r.Steps, r.Best = f.losses(f.best), f.steps, f.bestSteps
	r.Weights = f.weights(f.best)
	return nil
}

// unpack turns variables into weights.
func (f *fit) unpack(x []float64) {
	n := len(f.mg)
	for t := range n {
		f.mg[t] = f.start.MG[t] + x[t]*f.spreadMG[t]
		f.eg[t] = f.start.EG[t] + x[n+t]*f.spreadEG[t]
	}
}

func (f *fit) weights(x []float64) *eval.Weights {
	f.unpack(x)
	w := f.start.Clone()
	copy(w.MG, f.mg)
	copy(w.EG, f.eg)
	return w
}

// compute finds the objective and its gradient, once for each x.
func (f *fit) compute(x []float64) {
	same := true
	for i := range x {
		same = same && x[i] == f.at[i]
	}
	if same {
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

func (f *fit) losses(x []float64) Losses {
	f.unpack(x)
	return Losses{f.train.mean(f.mg, f.eg, f.k, nil, nil), f.held.mean(f.mg, f.eg, f.k, nil, nil)}
}

// Init is part of optimize.Converger.
func (f *fit) Init(int) { f.steps = -1 }

// Converged is part of optimize.Converger: called after each step, and before
// the first.
func (f *fit) Converged(at *optimize.Location) optimize.Status {
	f.steps++
	now := at.F
	if f.held.rows() > 0 {
		f.unpack(at.X)
		now = f.held.mean(f.mg, f.eg, f.k, nil, nil)
	}
	if now < f.bestLoss {
		f.bestLoss, f.bestSteps = now, f.steps
		copy(f.best, at.X)
	}
	if f.held.rows() > 0 && f.steps-f.bestSteps >= f.set.Patience {
		return optimize.FunctionConvergence
	}
	return optimize.NotTerminated
}
