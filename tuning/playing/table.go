package playing

import (
	"math"
	"runtime"
	"sort"
	"sync"
	"sync/atomic"

	"bestiary/engine/eval"
)

// table is the part of the data over which a loss is computed, sorted by phase.
type table struct {
	terms  int
	off    []uint32 // one more element than rows
	blocks []block
	target []float32 // expected result of White
	chunks []chunk
}

// block holds a few terms of a row with their counts. The last block of a row is padded
// with counts of 0.
type block struct {
	n0, n1, n2, n3 float32
	t0, t1, t2, t3 uint16
}

const blockTerms = 4

// chunk is a range of rows of one phase.
type chunk struct {
	from, to int
	phase    float64
}

// blend returns the logits per centipawn of mg and of eg.
func (c chunk) blend(k Scale) (early, late float64) {
	x := k.perCentipawn(c.phase)
	return c.phase * x, (1 - c.phase) * x
}

// chunkRows limits the size of a chunk, so that there is work for all processors and sums
// in single precision stay short.
const chunkRows = 4096

// newTable selects the given rows of the data; target is indexed by row of the data.
func newTable(d *Data, rows []int, target []float32) *table {
	rows = append([]int(nil), rows...)
	sort.SliceStable(rows, func(i, j int) bool { return d.Phase[rows[i]] < d.Phase[rows[j]] })
	blocks := 0
	for _, r := range rows {
		blocks += (int(d.Off[r+1]-d.Off[r]) + blockTerms - 1) / blockTerms
	}
	t := &table{
		terms: len(d.Terms), off: make([]uint32, 1, len(rows)+1), target: make([]float32, 0, len(rows)),
		blocks: make([]block, 0, blocks),
	}
	for i, r := range rows {
		phase := float64(d.Phase[r])
		if k := len(t.chunks) - 1; k >= 0 && t.chunks[k].phase == phase && i-t.chunks[k].from < chunkRows {
			t.chunks[k].to++
		} else {
			t.chunks = append(t.chunks, chunk{i, i + 1, phase})
		}
		for a, end := d.Off[r], d.Off[r+1]; a < end; a += blockTerms {
			var n [blockTerms]float32
			var term [blockTerms]uint16
			copy(n[:], d.N[a:end])
			copy(term[:], d.Term[a:end])
			t.blocks = append(t.blocks, block{n[0], n[1], n[2], n[3], term[0], term[1], term[2], term[3]})
		}
		t.off = append(t.off, uint32(len(t.blocks)))
		t.target = append(t.target, target[r])
	}
	return t
}

// vector holds a number for each term. Its size makes every term a valid index; elements
// beyond the terms are never touched.
type vector [maxTerms]float32

// loss computes the mean loss over a table and its gradient. Only newLoss allocates
// memory.
type loss struct {
	*table
	workers []worker
	sums    []float64 // by chunk: sum of the losses
	grads   []float32 // by chunk and term: sum of the derivatives by the blended weight
}

// worker holds the memory that one goroutine writes to.
type worker struct{ weights, grad *vector }

// newLoss prepares a loss for a number of workers; if it is less than 1, there is one for
// each processor.
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

// mean returns the mean cross-entropy in nats, where White's expected result has the logit
// score/K. It stores the derivatives with respect to the weights in dmg and deg, unless
// they are nil.
func (l *loss) mean(mg, eg []float64, k Scale, dmg, deg []float64) float64 {
	var next atomic.Int64
	work := func(w worker) {
		for i := int(next.Add(1)) - 1; i < len(l.chunks); i = int(next.Add(1)) - 1 {
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

// of returns the mean loss of weights.
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
	rows := math.Max(float64(len(l.target)), 1)
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

// batch is the number of rows computed together, so that the processor has independent
// work while it waits for a row's exponential.
const batch = 16

// run is the hot loop: it returns the sum of the losses of the rows of a chunk and
// adds their derivatives to grad.
func (l *loss) run(c chunk, weights, grad *vector) float64 {
	var x [batch]float32
	sum, product := 0.0, 1.0
	for from := c.from; from < c.to; from += batch {
		to := min(from+batch, c.to)
		rows := x[:to-from]
		l.logits(from, rows, weights)
		sum, product = slopes(rows, l.target[from:to], sum, product)
		l.scatter(from, rows, grad)
	}
	return sum + math.Log(product)
}

// logits computes the logits of the rows beginning with row from.
func (t *table) logits(from int, x []float32, weights *vector) {
	offsets := t.off[from:][:len(x)+1]
	for i := range x {
		var x0, x1, x2, x3 float32
		for row := t.blocks[offsets[i]:offsets[i+1]]; len(row) > 0; row = row[1:] {
			b := &row[0]
			x0 += weights[b.t0] * b.n0
			x1 += weights[b.t1] * b.n1
			x2 += weights[b.t2] * b.n2
			x3 += weights[b.t3] * b.n3
		}
		x[i] = (x0 + x1) + (x2 + x3)
	}
}

// slopes replaces the logits with the derivatives of the losses and adds the losses to sum
// + log(product).
//
// With x the logit of a row and y its target, the loss is max(x,0) − x·y + log(1+e^-|x|).
// Logarithms are taken of products of many rows, each factor being between 1 and 2. The sign of x
// is practically random, so the code does not branch on it.
func slopes(x, target []float32, sum, product float64) (float64, float64) {
	const enough = 1e200
	for i, y := range target[:len(x)] {
		x64 := float64(x[i])
		size := math.Abs(x64)
		e := expOfMinus(size)
		product *= 1 + e
		sum += (x64+size)/2 - x64*float64(y)
		p := 0.5 + math.Copysign(1/(1+e)-0.5, x64) // 1/(1+e^-x) without a branch
		x[i] = float32(p) - y
	}
	if product > enough {
		return sum + math.Log(product), 1
	}
	return sum, product
}

// scatter adds the derivatives of the rows beginning with row from, given their slopes.
func (t *table) scatter(from int, slope []float32, grad *vector) {
	offsets := t.off[from:][:len(slope)+1]
	for i, s := range slope {
		for row := t.blocks[offsets[i]:offsets[i+1]]; len(row) > 0; row = row[1:] {
			b := &row[0]
			grad[b.t0] += s * b.n0
			grad[b.t1] += s * b.n1
			grad[b.t2] += s * b.n2
			grad[b.t3] += s * b.n3
		}
	}
}

// expOfMinus returns e^-a for a ≥ 0 with a relative error below 1e-8, faster than
// math.Exp: 2 to an integer power times the series of e^z for |z| ≤ ln(2)/2.
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
