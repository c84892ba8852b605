package network

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"bestiary/engine/eval"
	engine "bestiary/engine/network"
	"bestiary/engine/rules"
	"bestiary/internal/check"
	"bestiary/internal/format"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/datagen"
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

// aim returns the target of a position, what the terms contribute to the output, and the
// share of the network that is added to it.
func (t *training) aim(i id) (target, base, share float64) {
	part, n := t.d.at(i)
	p := &part.positions[n]
	target = (1-t.cfg.Blend)*float64(p.result)/2 + t.cfg.Blend*sigmoid(float64(p.score)/t.scale)
	if !t.cfg.Adds {
		return target, 0, 1
	}
	return target, float64(p.base) / t.scale, float64(eval.NetworkShare(int(p.base))) / eval.NetworkWhole
}

// forward returns the output for a position, its derivative with respect to that of the
// network, and the target.
func (t *training) forward(shard int, i id) (out, share, target float64) {
	s := &t.passes[shard]
	s.seen[0], s.seen[1] = t.d.seen(i, s.seen[0][:0], s.seen[1][:0])
	target, base, share := t.aim(i)
	return base + share*float64(s.forward(t.model)), share, target
}

// step trains on a batch and returns the sum of its losses before the step.
func (t *training) step(batch []id) (sum float64) {
	t.parallel(len(batch), func(shard, from, to int) {
		g := t.shards[shard]
		clear(g.all)
		t.losses[shard] = 0
		for _, i := range batch[from:to] {
			out, share, target := t.forward(shard, i)
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
			t.model.all[i] -= step * direction(a[i], &t.moments[0][i], &t.moments[1][i])
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
			out, _, target := t.forward(shard, i)
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

// Data holds positions of one game.
type Data struct {
	*engine.Inputs
	Games, Positions int
	parts            []part
	terms            string
}

// part holds the positions of a file of games.
type part struct {
	off       []uint32        // where the inputs of each position begin
	seen      []engine.Change // as White sees them
	positions []position
}

type position struct {
	score, base int16 // for the side to move, in centipawns: of the search and of the terms
	game        uint16
	result      uint8 // for the side to move, in half points
	us, them    engine.View
}

// id is a position: its part in the upper bits, its number in the part in the lower ones.
type id uint32

const idBits = 18

func (d *Data) at(i id) (*part, int) { return &d.parts[i>>idBits], int(i & (1<<idBits - 1)) }

// FewError reports that there are fewer positions than weights, which they cannot determine.
type FewError struct{ Games, Positions, Weights int }

func (e *FewError) Error() string {
	if e.Positions == 0 {
		return fmt.Sprintf("no positions to train on in %s games: none has more than six pieces and a finished search", format.Count(e.Games))
	}
	games := math.Ceil(float64(e.Weights)/float64(e.Positions)*float64(e.Games)/datagen.ChunkGames) * datagen.ChunkGames
	return fmt.Sprintf("%s positions of %s games for %s weights, expected at least one for each weight, which takes some %s games; ten are customary",
		format.Count(e.Positions), format.Count(e.Games), format.Count(e.Weights), format.Count(int(games)))
}

// Read reads files of games. The inputs count attacks, too; the positions are also scored by
// the terms with the given weights.
func Read(g *rules.Game, paths []string, w *eval.Weights, workers int) (*Data, error) {
	terms := eval.New(g, w)
	d := &Data{terms: w.Terms(), Games: len(paths) * datagen.ChunkGames, Inputs: engine.NewInputs(g, true), parts: make([]part, len(paths))}
	var group errgroup.Group
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	group.SetLimit(workers)
	for i, path := range paths {
		group.Go(func() error {
			r := &partReader{d: d, part: &d.parts[i], sights: rules.NewSights(g), inputs: d.NewLister(), terms: terms.NewScorer()}
			return datagen.Read(path, g, r.add)
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for i := range d.parts {
		d.Positions += len(d.parts[i].positions)
	}
	return d, nil
}

// Weights returns the number of weights of the inputs that occur.
func (d *Data) Weights() int {
	occurs, rows := make([]bool, d.Rows()), 0
	var us, them []engine.Change
	for i := range d.parts {
		for n := range d.parts[i].positions {
			us, them = d.seen(id(i<<idBits|n), us[:0], them[:0])
			for _, list := range [2][]engine.Change{us, them} {
				for _, x := range list {
					if row := x & 0xFFFF; !occurs[row] {
						occurs[row], rows = true, rows+1
					}
				}
			}
		}
	}
	return rows * engine.Hidden
}

type partReader struct {
	d *Data
	*part
	sights *rules.Sights
	inputs *engine.Lister
	terms  *eval.Scorer
}

func (r *partReader) add(e datagen.Example) {
	p := e.Position
	if !eval.ForNetwork(p) || len(r.positions) == 1<<idBits-1 {
		return
	}
	p.Remember(r.sights)
	defer p.Remember(nil)
	if len(r.off) == 0 {
		r.off = append(r.off, 0)
	}
	r.seen = r.inputs.Append(r.seen, p)
	r.off = append(r.off, uint32(len(r.seen)))
	x := position{score: int16(e.Score), base: int16(r.terms.Score(p)), game: uint16(e.Game), result: uint8(2 * e.Result), us: r.d.View(p,
		p.Turn()), them: r.d.View(p, p.Turn().Other())}
	r.positions = append(r.positions, x)
}

// seen appends the inputs of a position as seen by the side to move and by the opponent.
func (d *Data) seen(i id, us, them []engine.Change) (_, _ []engine.Change) {
	part, n := d.at(i)
	p := &part.positions[n]
	mine, theirs := d.Through(p.us), d.Through(p.them)
	for _, x := range part.seen[part.off[n]:part.off[n+1]] {
		row, times := x&0xFFFF, x&^0xFFFF
		us, them = append(us, uint32(mine[row])|times), append(them, uint32(theirs[row])|times)
	}
	return us, them
}

// split divides the positions by pair of games.
func (d *Data) split(heldOut int) (train, held []id) {
	for i := range d.parts {
		for n := range d.parts[i].positions {
			x := id(i<<idBits | n)
			if pair := int(d.parts[i].positions[n].game) / 2; heldOut > 0 && pair%heldOut == 0 {
				held = append(held, x)
			} else {
				train = append(train, x)
			}
		}
	}
	return train, held
}

// Config says how to train. Use Default to make one.
type Config struct {
	// Adds says whether the network adds to the terms of the evaluation or replaces them.
	Adds bool
	// Epochs is how many times every position is used; 1 to 10,000.
	Epochs int
	// Batch is the number of positions of a step.
	Batch int
	// Rate is the initial learning rate.
	Rate float64
	// Blend is the weight of the search's expectation in the target, against the result of
	// the game; 0 to 1.
	Blend float64
	// HeldOut says that every HeldOut-th pair of games is held out; 0 for none.
	HeldOut int
	// Seed determines the first weights and the order of the positions.
	Seed uint64
}

// Default returns 5 epochs in batches of 4096 at a rate of 0.0007, with the scores alone as
// targets and every 20th pair held out, for a network with inputs by attacks that adds to the
// terms.
func Default() Config {
	return Config{Adds: true, Epochs: 5, Batch: 4096, Rate: 0.0007, Blend: 1, HeldOut: 20, Seed: 1}
}

// Validate reports the first of the fields that a command sets outside its range.
func (c Config) Validate() error {
	return check.First(
		check.Range("epochs", c.Epochs, 1, 10_000),
		check.Range("blend", c.Blend, 0, 1))
}
