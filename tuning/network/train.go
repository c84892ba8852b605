package network

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"

	engine "bestiary/engine/network"
	"bestiary/internal/stat/logit"
)

// Epoch is the progress of the training after an epoch.
type Epoch struct {
	Number int `json:"-"` // from 1
	// Train and HeldOut are mean losses in nats: Train over the training positions, each
	// before the step that used it; HeldOut over the held-out positions at the end of the
	// epoch, 0 if there are none.
	Train   float64 `json:"train"`
	HeldOut float64 `json:"held-out"`
}

// Result is a trained network.
type Result struct {
	Network *engine.Network `json:"-"`
	Scale   int             `json:"scale"` // centipawns per logit
	Epochs  []Epoch         `json:"epochs"`
	// HeldOut is the loss of the network as written, with integer weights.
	HeldOut float64 `json:"held-out"`
}

// ErrNoPositions reports that there is nothing to learn from.
var ErrNoPositions = errors.New("no quiet positions with scores to train on")

// shards is the number of parts of a batch.
const shards = 4

// training is a network being trained.
type training struct {
	d       *Data
	cfg     Config
	target  []float32
	model   *model
	shards  [shards]*model // gradients
	passes  [shards]pass
	losses  [shards]float64
	moments [2][]float32
	kinds   [3][]float32 // gradient and moments of the weights shared by all squares of a kind of piece
	steps   int          // done so far
	of      int
	workers int
}

// Train trains a network. The result is the same for any number of workers; if it is less
// than 1, there is one for each processor.
func Train(ctx context.Context, d *Data, cfg Config, workers int, epochEnds func(Epoch)) (*Result, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	train, held := d.split(cfg.HeldOut)
	if len(train) == 0 {
		return nil, ErrNoPositions
	}
	scale, err := fitScale(d)
	if err != nil {
		return nil, err
	}
	t := newTraining(d, cfg, scale, workers)
	t.of = cfg.Epochs * ((len(train) + cfg.Batch - 1) / cfg.Batch)
	r := &Result{Scale: scale}
	for number := 1; number <= cfg.Epochs; number++ {
		order := rand.New(rand.NewPCG(cfg.Seed, uint64(number)))
		order.Shuffle(len(train), func(i, j int) { train[i], train[j] = train[j], train[i] })
		sum := 0.0
		for at := 0; at < len(train); at += cfg.Batch {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			sum += t.step(train[at:min(at+cfg.Batch, len(train))])
		}
		e := Epoch{Number: number, Train: sum / float64(len(train)), HeldOut: t.mean(held)}
		r.Epochs = append(r.Epochs, e)
		if epochEnds != nil {
			epochEnds(e)
		}
	}
	return r, t.finish(r, held)
}

// finish converts the trained model to a network.
func (t *training) finish(r *Result, held []int32) (err error) {
	p := t.model.parameters()
	p.Scale = r.Scale
	p.Origin = engine.Origin{Seed: t.cfg.Seed, Games: t.d.Games, Positions: t.d.Positions(), Epochs: t.cfg.Epochs}
	if r.Network, err = engine.New(t.d.Game(), p); err != nil {
		return err
	}
	for i, w := range p.Weights { // measure the loss of the integers
		t.model.weights[i] = float32(w) / engine.InputUnit
	}
	for i := range p.Bias {
		t.model.bias[i] = float32(p.Bias[i]) / engine.InputUnit
	}
	for i := range p.Output {
		t.model.output[i] = float32(p.Output[i]) / engine.OutputUnit
	}
	r.HeldOut = t.mean(held)
	return nil
}

func newTraining(d *Data, cfg Config, scale, workers int) *training {
	t := &training{d: d, cfg: cfg, model: newModel(d.Rows()), target: make([]float32, d.Positions()), workers: workers}
	if workers < 1 {
		t.workers = runtime.GOMAXPROCS(0)
	}
	for i, y := range d.result {
		t.target[i] = float32((1-cfg.Blend)*float64(y) + cfg.Blend*sigmoid(float64(d.score[i])/float64(scale)))
	}
	t.model.scatter(rand.New(rand.NewPCG(cfg.Seed, 0)))
	t.model.cut(d.Inputs)
	for i := range t.shards {
		t.shards[i] = newModel(d.Rows())
	}
	for i := range t.moments {
		t.moments[i] = make([]float32, len(t.model.all))
	}
	for i := range t.kinds {
		t.kinds[i] = make([]float32, 2*len(d.Game().Types())*hidden)
	}
	return t
}

// step trains on a batch and returns the sum of its losses before the step.
func (t *training) step(batch []int32) (sum float64) {
	t.parallel(len(batch), func(shard, from, to int) {
		g, s := t.shards[shard], &t.passes[shard]
		clear(g.all)
		t.losses[shard] = 0
		for _, i := range batch[from:to] {
			us, them := t.d.seen(int(i))
			seen := [2][]uint16{us, them}
			out := s.forward(t.model, seen)
			t.losses[shard] += loss(float64(out), float64(t.target[i]))
			s.backward(t.model, g, seen, (float32(sigmoid(float64(out)))-t.target[i])/float32(len(batch)))
		}
	})
	t.steps++
	t.adam()
	t.model.cut(t.d.Inputs)
	for _, l := range t.losses {
		sum += l
	}
	return sum
}

// parallel splits n items among the shards.
func (t *training) parallel(n int, do func(shard, from, to int)) {
	var wg sync.WaitGroup
	limit := make(chan struct{}, t.workers)
	for shard := range shards {
		limit <- struct{}{}
		wg.Go(func() {
			do(shard, shard*n/shards, (shard+1)*n/shards)
			<-limit
		})
	}
	wg.Wait()
}

// Constants of Adam.
const beta1, beta2, tiny = 0.9, 0.999, 1e-8

// adam makes a step of Adam with the shards' gradients.
func (t *training) adam() {
	n := float64(t.steps)
	rate := t.cfg.Rate * (1 + math.Cos(math.Pi*n/float64(t.of))) / 2
	step := float32(rate * math.Sqrt(1-math.Pow(beta2, n)) / (1 - math.Pow(beta1, n)))
	a, b, c, d := t.shards[0].all, t.shards[1].all, t.shards[2].all, t.shards[3].all
	t.parallel(len(a), func(_, from, to int) {
		for i := from; i < to; i++ {
			a[i] += b[i] + c[i] + d[i]
			t.model.all[i] -= step * direction(a[i], &t.moments[0][i], &t.moments[1][i])
		}
	})
	t.shared(step)
}

// direction updates the moments of a gradient and returns Adam's direction.
func direction(g float32, first, second *float32) float32 {
	*first += (1 - beta1) * (g - *first)
	*second += (1 - beta2) * (g*g - *second)
	return *first / (float32(math.Sqrt(float64(*second))) + tiny)
}

// shared updates the part of the weights that a kind of piece has in common on all
// squares, so that squares where it is rare learn from the others.
func (t *training) shared(step float32) {
	squares := t.d.Game().Squares()
	g := t.kinds[0]
	clear(g)
	t.parallel(len(g)/hidden, func(_, from, to int) {
		for kind := from; kind < to; kind++ {
			sum := g[kind*hidden : (kind+1)*hidden]
			for row := kind * squares; row < (kind+1)*squares; row++ {
				add(sum, t.shards[0].weights[row*hidden:])
			}
			for i := range sum {
				at := kind*hidden + i
				sum[i] = -step * direction(sum[i], &t.kinds[1][at], &t.kinds[2][at])
			}
			for row := kind * squares; row < (kind+1)*squares; row++ {
				add(t.model.weights[row*hidden:], sum)
			}
		}
	})
}

// mean returns the mean loss of positions.
func (t *training) mean(rows []int32) (mean float64) {
	t.parallel(len(rows), func(shard, from, to int) {
		t.losses[shard] = 0
		for _, i := range rows[from:to] {
			us, them := t.d.seen(int(i))
			t.losses[shard] += loss(float64(t.passes[shard].forward(t.model, [2][]uint16{us, them})), float64(t.target[i]))
		}
	})
	for _, l := range t.losses {
		mean += l / float64(max(len(rows), 1))
	}
	return mean
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// loss returns the cross-entropy of a target with the logit x, minus the entropy of the
// target: the Kullback-Leibler divergence.
func loss(x, target float64) float64 {
	l := max(x, 0) - x*target + math.Log1p(math.Exp(-math.Abs(x)))
	for _, p := range [2]float64{target, 1 - target} {
		if p > 0 {
			l += p * math.Log(p)
		}
	}
	return l
}

// Limits of the scale in centipawns, as in tuning/playing.
const minScale, maxScale = 40, 4000

// fitScale returns the centipawns per logit at which the scores best predict the results.
func fitScale(d *Data) (int, error) {
	design := &logit.Design{Columns: 1, Names: []string{"score"}}
	for i, y := range d.result {
		design.Add([]uint16{0}, []float64{float64(d.score[i]) / 100}, float64(y), 1, d.pair[i]) // in hundreds
	}
	f, err := logit.Fit(design, logit.Prior{}, logit.Settings{Workers: 1})
	if err != nil {
		return 0, err
	}
	return int(math.Round(100 / min(max(f.Coef[0], 100.0/maxScale), 100.0/minScale))), nil
}
