package playing

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"bestiary/engine/eval"
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
	p, err := newProblem(start, d, set, workers)
	if err != nil {
		return nil, err
	}
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

func newProblem(start *eval.Weights, d *Data, set Settings, workers int) (*problem, error) {
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
	return p, nil
}

// crossValidate finds how many steps to make: it fits without each fold in turn and takes
// the step with the lowest loss over all positions, each under the fit without its own
// fold. The choice ignores the limits of material, which the optimiser does not know.
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
