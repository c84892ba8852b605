package logit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/floats"
)

// Rows are summed in blocks whose bounds depend only on the number of rows, and blocks are
// added in order, so that the sums are the same for any number of workers.
const (
	minBlockRows = 4096
	maxBlocks    = 64
)

// sums holds the loss of some rows and its derivatives with respect to the coefficients.
// second is the upper triangle of a columns × columns matrix, row by row.
type sums struct {
	value  float64
	slope  []float64
	second []float64
}

// evaluator computes the weighted loss of a design at given coefficients. It is
// not safe for concurrent use.
type evaluator struct {
	d       *Design
	weight  []float64 // of rows
	workers int
	size    int // rows of a block
	blocks  []sums
	total   sums
}

func newEvaluator(d *Design, workers int) *evaluator {
	size := max(minBlockRows, (d.Rows()+maxBlocks-1)/maxBlocks)
	e := &evaluator{d: d, weight: d.Weight, size: size, total: newSums(d.Columns)}
	e.blocks = make([]sums, (d.Rows()+size-1)/size)
	for b := range e.blocks {
		e.blocks[b] = newSums(d.Columns)
	}
	e.workers = min(workers, len(e.blocks))
	return e
}

func newSums(columns int) sums {
	return sums{slope: make([]float64, columns), second: make([]float64, columns*columns)}
}

func (s *sums) reset() {
	s.value = 0
	clear(s.slope)
	clear(s.second)
}

// at fills e.total with the sums over all rows at coef.
func (e *evaluator) at(coef []float64) {
	if e.workers > 1 {
		parallel(e.workers, len(e.blocks), func() func(int) { return func(b int) { e.sumBlock(b, coef) } })
	} else { // avoids an allocation
		for b := range e.blocks {
			e.sumBlock(b, coef)
		}
	}
	e.total.reset()
	for b := range e.blocks {
		part := &e.blocks[b]
		e.total.value += part.value
		for j, v := range part.slope {
			e.total.slope[j] += v
		}
		for j, v := range part.second {
			e.total.second[j] += v
		}
	}
}

// parallel runs n jobs, numbered from 0, on a number of workers. Each worker gets its own
// job function, which may hold scratch memory.
func parallel(workers, n int, worker func() func(job int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(workers, n) {
		group.Go(func() {
			do := worker()
			for job := int(next.Add(1)) - 1; job < n; job = int(next.Add(1)) - 1 {
				do(job)
			}
		})
	}
	group.Wait()
}

// sumBlock fills block b. It is the inner loop of every fit: one pass over the
// rows, no allocation.
func (e *evaluator) sumBlock(b int, coef []float64) {
	out := &e.blocks[b]
	out.reset()
	d, columns := e.d, e.d.Columns
	value, slopes, second := 0.0, out.slope, out.second
	for i := b * e.size; i < min((b+1)*e.size, len(d.Y)); i++ {
		w := e.weight[i]
		if w == 0 {
			continue
		}
		lo, hi := d.Off[i], d.Off[i+1]
		idx := d.Idx[lo:hi]
		val := d.Val[lo:hi][:len(idx)]
		eta := 0.0
		for k, j := range idx {
			eta += val[k] * coef[j]
		}
		loss, slope, curve := terms(d.Y[i], eta)
		value += w * loss
		slope *= w
		curve *= w
		for k, j := range idx {
			slopes[j] += slope * val[k]
			scaled := curve * val[k]
			row := second[int(j)*columns : (int(j)+1)*columns]
			rest := val[k:]
			for n, m := range idx[k:] {
				row[m] += scaled * rest[n]
			}
		}
	}
	out.value = value
}

// CrossValidate compares the prior with its precisions multiplied by each of the factors:
// it returns the mean held-out cross-entropy per unit of weight, in nats. The clusters are
// dealt to the folds at random; each fold is predicted by a fit to the others. Results are
// the same for any number of workers. The dispersion is taken from the fit to all the
// data.
func CrossValidate(d *Design, p Prior, s Settings, factors []float64, folds int, seed uint64) ([]float64, error) {
	t, err := newTask(d, p, s)
	if err != nil {
		return nil, err
	}
	if g := t.groups.count(); folds < 2 || folds > g {
		return nil, fmt.Errorf("logit: %d folds for %d clusters, want 2 to %d", folds, g, g)
	}
	tasks, losses := make([]*task, len(factors)), make([][]float64, len(factors))
	for k, factor := range factors {
		if !(factor >= 0) || math.IsInf(factor, 0) {
			return nil, fmt.Errorf("logit: cross-validation with the factor %v, want a finite number of at least 0", factor)
		}
		if tasks[k], err = t.withPrior(t.prior.Scaled(factor)); err != nil {
			return nil, err
		}
		losses[k] = make([]float64, t.groups.count())
	}
	t.holdOut(tasks, t.dealFolds(folds, seed), folds, t.fit().Dispersion, losses)
	out, total := make([]float64, len(factors)), floats.Sum(d.Weight)
	for k, list := range losses {
		out[k] = floats.Sum(list) / total
	}
	return out, nil
}

// dealFolds returns the fold of each cluster; sizes differ by at most one.
func (t *task) dealFolds(folds int, seed uint64) []int {
	fold := make([]int, t.groups.count())
	for place, c := range stream(seed, 0).Perm(len(fold)) {
		fold[c] = place % folds
	}
	return fold
}

// holdOut fills losses[k][c], the weighted loss of cluster c under tasks[k] fitted without
// c's fold. A worker takes one fold at a time.
func (t *task) holdOut(tasks []*task, fold []int, folds int, dispersion float64, losses [][]float64) {
	parallel(t.settings.Workers, folds, func() func(int) {
		weight := make([]float64, t.d.Rows())
		return func(out int) {
			for i, c := range t.groups.of {
				weight[i] = 0
				if c >= 0 && fold[c] != out {
					weight[i] = t.d.Weight[i]
				}
			}
			for k, each := range tasks {
				s := each.newSolver(dispersion, 1)
				s.min.data.weight = weight
				coef := s.solve(nil).coef
				for c, f := range fold {
					if f != out {
						continue
					}
					for _, i := range t.groups.rows(c) {
						loss, _, _ := terms(t.d.Y[i], t.d.logit(int(i), coef))
						losses[k][c] += t.d.Weight[i] * loss
					}
				}
			}
		}
	})
}

// stream returns the generator numbered index of a seed. The index is spread by
// SplitMix64 so that neighbouring generators start far apart.
func stream(seed, index uint64) *rand.Rand {
	z := (index + 1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return rand.New(rand.NewPCG(seed, z^z>>31))
}
