package logit

import (
	"sync"
	"sync/atomic"
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
