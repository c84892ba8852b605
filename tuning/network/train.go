package network

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"

	"bestiary/engine/eval"
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
	// Others is the loss of a network for all games in the games that were left out.
	Others float64 `json:"others,omitempty"`
}

// Result is a trained network.
type Result struct {
	Network *engine.Network `json:"-"`
	Scale   int             `json:"scale"` // centipawns per logit
	Epochs  []Epoch         `json:"epochs"`
	// HeldOut is the loss of the network as written, with integer weights.
	HeldOut float64 `json:"held-out"`
	// Terms is the loss of the terms of the evaluation alone.
	Terms float64 `json:"terms"`
}

// shards is the number of parts of a batch.
const shards = 4

// training is a network being trained.
type training struct {
	d       *Data
	cfg     Config
	scale   float64
	model   *model
	sizes   []float32      // of steps, by row: the rate is divided by them; nil for 1
	shards  [shards]*model // gradients
	passes  [shards]pass
	losses  [shards]float64
	moments [2][]float32
	steps   int // done so far
	of      int
	workers int
}

// Train trains a network. The result is the same for any number of workers; if it is less
// than 1, there is one for each processor. An error is a *FewError if there are too few
// positions.
func Train(ctx context.Context, d *Data, cfg Config, workers int, epochEnds func(Epoch)) (*Result, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	train, held := d.split(cfg.HeldOut)
	if weights := d.Weights(); len(train) == 0 || d.Positions < weights {
		return nil, &FewError{d.Games, d.Positions, weights}
	}
	scale, err := fitScale(d)
	if err != nil {
		return nil, err
	}
	t := newTraining(d, cfg, scale, workers)
	t.of = cfg.Epochs * ((len(train) + cfg.Batch - 1) / cfg.Batch)
	r := &Result{Scale: scale}
	for _, i := range held {
		part, n := d.at(i)
		target, _, _ := t.aim(i)
		r.Terms += loss(float64(part.positions[n].base)/t.scale, target) / float64(len(held))
	}
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
	p := t.model.parameters()
	p.Scale, p.Attacks = scale, true
	if cfg.Adds {
		p.Terms = d.terms
	}
	p.Origin = engine.Origin{Seed: cfg.Seed, Games: d.Games, Positions: d.Positions, Epochs: cfg.Epochs}
	if r.Network, err = engine.New(d.Game(), p); err != nil {
		return nil, err
	}
	t.model.rounded()
	r.HeldOut = t.mean(held)
	return r, nil
}

func newTraining(d *Data, cfg Config, scale, workers int) *training {
	t := &training{d: d, cfg: cfg, scale: float64(scale), model: newModel(d.Rows(), engine.Hidden), workers: workers}
	if workers < 1 {
		t.workers = runtime.GOMAXPROCS(0)
	}
	output := 1.0
	if cfg.Adds {
		output = 0.1
	}
	t.model.scatter(rand.New(rand.NewPCG(cfg.Seed, 0)), d.Places(), output)
	t.model.cut()
	for i := range t.shards {
		t.shards[i] = newModel(d.Rows(), engine.Hidden)
		t.passes[i] = newPass(engine.Hidden)
	}
	for i := range t.moments {
		t.moments[i] = make([]float32, len(t.model.all))
	}
	return t
}

// aim returns the target of a position, the contribution of the terms to the output, and the share
// of the network that is added to it.
func (t *training) aim(i id) (target, base, share float64) {
	part, n := t.d.at(i)
	p := &part.positions[n]
	target = (1-t.cfg.Blend)*float64(p.result)/2 + t.cfg.Blend*sigmoid(float64(p.score)/t.scale)
	if !t.cfg.Adds {
		return target, 0, 1
	}
	return target, float64(p.base) / t.scale, float64(eval.NetworkShare(int(p.base))) / eval.NetworkWhole
}

// forward returns the output for a position, its derivative with respect to the network's output,
// and the target.
func (t *training) forward(s *pass, m *model, i id) (out, share, target float64) {
	s.seen[0], s.seen[1] = t.d.seen(i, s.seen[0][:0], s.seen[1][:0])
	target, base, share := t.aim(i)
	return base + share*float64(s.forward(m)), share, target
}

// step trains on a batch and returns the sum of its losses before the step.
func (t *training) step(batch []id) (sum float64) {
	t.parallel(len(batch), func(shard, from, to int) {
		g := t.shards[shard]
		clear(g.all)
		t.losses[shard] = 0
		for _, i := range batch[from:to] {
			out, share, target := t.forward(&t.passes[shard], t.model, i)
			t.losses[shard] += loss(out, target)
			t.passes[shard].backward(t.model, g, float32(share*(sigmoid(out)-target)/float64(len(batch))))
		}
	})
	t.steps++
	t.adam()
	t.model.cut()
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
			x := step * direction(a[i], &t.moments[0][i], &t.moments[1][i])
			if i < len(t.sizes)*t.model.width {
				x /= t.sizes[i/t.model.width]
			}
			t.model.all[i] -= x
		}
	})
}

// direction updates the moments of a gradient and returns Adam's direction.
func direction(g float32, first, second *float32) float32 {
	*first += (1 - beta1) * (g - *first)
	*second += (1 - beta2) * (g*g - *second)
	return *first / (float32(math.Sqrt(float64(*second))) + tiny)
}

// mean returns the mean loss of positions.
func (t *training) mean(rows []id) (mean float64) {
	t.parallel(len(rows), func(shard, from, to int) {
		t.losses[shard] = 0
		for _, i := range rows[from:to] {
			out, _, target := t.forward(&t.passes[shard], t.model, i)
			t.losses[shard] += loss(out, target)
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

// scaleSample is about the number of positions to which the scale is fitted.
const scaleSample = 100_000

// fitScale returns the centipawns per logit at which the scores best predict the results.
func fitScale(d *Data) (int, error) {
	design := &logit.Design{Columns: 1, Names: []string{"score"}}
	every, n := max(d.Positions/scaleSample, 1), 0
	for i := range d.parts {
		for _, p := range d.parts[i].positions {
			if n++; n%every == 0 {
				design.Add([]uint16{0}, []float64{float64(p.score) / 100}, float64(p.result)/2, 1, int32(i<<16)|int32(p.game/2)) // in hundreds
			}
		}
	}
	f, err := logit.Fit(design, logit.Prior{}, logit.Settings{Workers: 1})
	if err != nil {
		return 0, err
	}
	return int(math.Round(100 / min(max(f.Coef[0], 100.0/maxScale), 100.0/minScale))), nil
}
