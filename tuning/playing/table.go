package playing

import (
	"math"
	"runtime"
	"sort"
	"sync"
	"sync/atomic"

	"bestiary/engine/eval"
)

// table is the part of the data that a loss is computed over, sorted by phase.
type table struct {
	terms  int
	off    []uint32 // one more than rows
	term   []uint16
	n      []float32
	target []float32 // expected result of White
	chunks []chunk
}

// chunk is a stretch of rows of one phase.
type chunk struct {
	from, to int
	phase    float64
}

// blend is logits per centipawn of mg and of eg.
func (c chunk) blend(k Scale) (early, late float64) {
	x := k.perCentipawn(c.phase)
	return c.phase * x, (1 - c.phase) * x
}

// chunkRows bounds a chunk, so that there is work for all processors and sums
// in single precision stay short.
const chunkRows = 4096

// newTable takes the given rows of the data; target is by row of the data.
func newTable(d *Data, rows []int, target []float32) *table {
	rows = append([]int(nil), rows...)
	sort.SliceStable(rows, func(i, j int) bool { return d.Phase[rows[i]] < d.Phase[rows[j]] })
	nonZero := 0
	for _, r := range rows {
		nonZero += int(d.Off[r+1] - d.Off[r])
	}
	t := &table{
		terms: len(d.Terms), off: make([]uint32, 1, len(rows)+1), target: make([]float32, 0, len(rows)),
		term: make([]uint16, 0, nonZero), n: make([]float32, 0, nonZero),
	}
	for i, r := range rows {
		phase := float64(d.Phase[r])
		if k := len(t.chunks) - 1; k >= 0 && t.chunks[k].phase == phase && i-t.chunks[k].from < chunkRows {
			t.chunks[k].to++
		} else {
			t.chunks = append(t.chunks, chunk{i, i + 1, phase})
		}
		a, b := d.Off[r], d.Off[r+1]
		t.term, t.n = append(t.term, d.Term[a:b]...), append(t.n, d.N[a:b]...)
		t.off = append(t.off, uint32(len(t.term)))
		t.target = append(t.target, target[r])
	}
	return t
}

func (t *table) rows() int { return len(t.target) }

// vector is a number for each term. Its size makes every index of a term valid;
// what terms do not use is never touched.
type vector [maxTerms]float32

// loss computes the mean loss over a table and its gradient. It allocates only
// when it is made.
type loss struct {
	*table
	workers []worker
	sums    []float64 // by chunk: sum of the losses
	grads   []float32 // by chunk and term: sum of the derivatives by the blended weight
}

// worker has what one goroutine writes to.
type worker struct{ weights, grad *vector }

// newLoss prepares for a number of workers; fewer than one means one for each
// processor.
func newLoss(t *table, workers int) *loss {
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	l := &loss{
		table: t, workers: make([]worker, max(min(workers, len(t.chunks)), 1)),
		sums: make([]float64, len(t.chunks)), grads: make([]float32, len(t.chunks)*t.terms),
	}
	for i := range l.workers {
		l.workers[i] = worker{new(vector), new(vector)}
	}
	return l
}

// mean is the mean cross-entropy in nats, with logits of White's expected
// result that are scores over K. The derivatives by the weights, mg and eg,
// go to dmg and deg, unless these are nil.
func (l *loss) mean(mg, eg []float64, k Scale, dmg, deg []float64) float64 {
	var next atomic.Int64
	work := func(w worker) {
		for {
			i := int(next.Add(1)) - 1
			if i >= len(l.chunks) {
				return
			}
			l.chunk(i, mg, eg, k, w)
		}
	}
	var others sync.WaitGroup
	for _, w := range l.workers[1:] {
		others.Go(func() { work(w) })
	}
	work(l.workers[0])
	others.Wait()
	return l.collect(k, dmg, deg)
}

// of is the mean loss of weights.
func (l *loss) of(w *eval.Weights, k Scale) float64 { return l.mean(w.MG, w.EG, k, nil, nil) }

// chunk computes the sums of a chunk.
func (l *loss) chunk(i int, mg, eg []float64, k Scale, w worker) {
	c := l.chunks[i]
	early, late := c.blend(k)
	for t := range l.terms {
		w.weights[t] = float32(early*mg[t] + late*eg[t])
		w.grad[t] = 0
	}
	l.sums[i] = l.run(c, w.weights, w.grad)
	copy(l.grads[i*l.terms:], w.grad[:l.terms])
}

// collect adds up the chunks in their order.
func (l *loss) collect(k Scale, dmg, deg []float64) float64 {
	rows := math.Max(float64(l.rows()), 1)
	sum := 0.0
	for _, s := range l.sums {
		sum += s
	}
	if dmg != nil {
		clear(dmg)
		clear(deg)
		for i, c := range l.chunks {
			early, late := c.blend(k)
			for t, g := range l.grads[i*l.terms : (i+1)*l.terms] {
				dmg[t] += early / rows * float64(g)
				deg[t] += late / rows * float64(g)
			}
		}
	}
	return sum / rows
}

// run is the hot loop: it returns the sum of the losses of the rows of a chunk
// and adds their derivatives to grad.
//
// With x the logit of a row and y its target, the loss is
// max(x,0) − x·y + log(1+e^-|x|). Logarithms are taken of products of many rows,
// each factor being between 1 and 2. The sign of x is as good as random, so
// nothing branches on it.
func (l *loss) run(c chunk, weights, grad *vector) float64 {
	const enough = 1e200
	sum, product := 0.0, 1.0
	targets := l.target[c.from:c.to]
	offsets := l.off[c.from : c.to+1][:len(targets)+1]
	start := offsets[0]
	for i, y := range targets {
		end := offsets[i+1]
		term := l.term[start:end]
		n := l.n[start:end][:len(term)]
		start = end
		var even, odd float32
		j := 0
		for ; j+1 < len(term) && j+1 < len(n); j += 2 {
			even += weights[term[j]] * n[j]
			odd += weights[term[j+1]] * n[j+1]
		}
		if j < len(term) {
			even += weights[term[j]] * n[j]
		}
		x := float64(even + odd)
		size := math.Abs(x)
		e := expOfMinus(size)
		product *= 1 + e
		sum += (x+size)/2 - x*float64(y)
		if product > enough {
			sum += math.Log(product)
			product = 1
		}
		p := 0.5 + math.Copysign(1/(1+e)-0.5, x) // 1/(1+e^-x) without a branch
		slope := float32(p) - y
		for j, t := range term {
			grad[t] += slope * n[j]
		}
	}
	return sum + math.Log(product)
}

// expOfMinus is e^-a for a ≥ 0 with a relative error below 1e-8, faster than
// math.Exp: 2 to a whole power times the series of e^z for |z| ≤ ln(2)/2.
func expOfMinus(a float64) float64 {
	const most = 700 // beyond, the result has no normal representation
	a = min(a, most)
	power := int64(a*math.Log2E + 0.5)
	z := float64(power)*math.Ln2 - a
	z2 := z * z
	low := 1 + z + z2*(1.0/2+z*(1.0/6))
	high := 1.0/24 + z*(1.0/120) + z2*(1.0/720+z*(1.0/5040))
	return (low + z2*z2*high) * math.Float64frombits(uint64(1023-power)<<52)
}
