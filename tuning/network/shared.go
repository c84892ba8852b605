package network

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"bestiary/engine/eval"
	engine "bestiary/engine/network"
)

// lesson is a game of a network for all games.
type lesson struct {
	*training
	features [][]engine.Change // by row; nil for rows that do not occur
	held     []id
}

// portion is a part of a batch: positions of one game.
type portion struct {
	game int
	ids  []id
}

// sharing is a network for all games being trained. Its model has a row for each feature.
type sharing struct {
	*training
	games, others []*lesson
	rows, slopes  [shards]*model // of the game of a shard, and their gradients
}

// TrainShared trains one network on positions of several games. Batches have positions of four
// games. The losses held out are those of games and of others, which are not trained on; epoch 0 has the
// losses of the terms. The result is the same for any number of workers.
func TrainShared(ctx context.Context, games, others []*Data, cfg Config, workers int, epochEnds func(Epoch)) (*engine.Shared, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	scale, err := usualScale(games)
	if err != nil {
		return nil, err
	}
	s := &sharing{training: &training{cfg: cfg, scale: float64(scale), workers: workers}}
	if workers < 1 {
		s.workers = runtime.GOMAXPROCS(0)
	}
	portions := s.teach(games)
	for _, d := range others {
		s.others = append(s.others, s.lesson(d, 1))
	}
	s.begin()
	epochEnds(s.untrained())
	s.of = cfg.Epochs * ((len(portions) + shards - 1) / shards)
	positions, played := 0, 0
	for _, d := range games {
		positions, played = positions+d.Positions, played+d.Games
	}
	for number := 1; number <= cfg.Epochs; number++ {
		order := rand.New(rand.NewPCG(cfg.Seed, uint64(number)<<32))
		order.Shuffle(len(portions), func(i, j int) { portions[i], portions[j] = portions[j], portions[i] })
		e := Epoch{Number: number}
		for batch := range slices.Chunk(portions, shards) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			e.Train += s.step(batch) / float64(positions)
		}
		e.HeldOut, e.Others = s.test(s.games), s.test(s.others)
		epochEnds(e)
	}
	p := s.model.parameters()
	for i, w := range s.model.weights {
		p.Weights[i] = int16(min(max(math.Round(float64(w)*engine.InputUnit*engine.SharedUnit), -math.MaxInt16), math.MaxInt16))
	}
	p.Scale, p.Attacks = scale, true
	p.Origin = engine.Origin{Seed: cfg.Seed, Games: played, Positions: positions, Epochs: cfg.Epochs}
	return &engine.Shared{Parameters: p}, nil
}

// untrained returns the losses of the terms alone, as epoch 0.
func (s *sharing) untrained() Epoch {
	output := slices.Clone(s.model.output)
	clear(s.model.output)
	defer func() { copy(s.model.output, output) }()
	return Epoch{HeldOut: s.test(s.games), Others: s.test(s.others)}
}

// usualScale returns the median of the scales of the games.
func usualScale(games []*Data) (int, error) {
	var scales []int
	for _, d := range games {
		if d.Positions == 0 {
			return 0, fmt.Errorf("%s: no positions to train on", d.Game().Variant.Name)
		}
		scale, err := fitScale(d)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", d.Game().Variant.Name, err)
		}
		scales = append(scales, scale)
	}
	slices.Sort(scales)
	return scales[len(scales)/2], nil
}

// teach makes the lessons and divides their positions in portions.
func (s *sharing) teach(games []*Data) (portions []portion) {
	for i, d := range games {
		s.games = append(s.games, s.lesson(d, s.cfg.HeldOut))
		train, _ := d.split(s.cfg.HeldOut)
		rand.New(rand.NewPCG(s.cfg.Seed, uint64(i))).Shuffle(len(train), func(i, j int) { train[i], train[j] = train[j], train[i] })
		for ids := range slices.Chunk(train, s.cfg.Batch/shards) {
			portions = append(portions, portion{i, ids})
		}
	}
	return portions
}

func (s *sharing) lesson(d *Data, heldOut int) *lesson {
	l := &lesson{training: &training{d: d, cfg: s.cfg, scale: s.scale}, features: d.Features(eval.PriorValues(d.Game()))}
	for row, occurs := range d.occurring() {
		if !occurs {
			l.features[row] = nil
		}
	}
	_, l.held = d.split(heldOut)
	return l
}

// begin draws the first weights. Those of a feature are divided by its usual count, and so are its steps.
func (s *sharing) begin() {
	rows := 0
	squares, n := make([]float64, engine.FeatureCount), make([]float64, engine.FeatureCount)
	for _, l := range slices.Concat(s.games, s.others) {
		rows = max(rows, l.d.Rows())
		for _, list := range l.features {
			for _, x := range list {
				times := float64(x >> 16)
				squares[x&0xFFFF] += times * times
				n[x&0xFFFF]++
			}
		}
	}
	s.model = newModel(engine.FeatureCount, engine.Hidden)
	output := 1.0
	if s.cfg.Adds {
		output = 0.1
	}
	s.model.scatter(rand.New(rand.NewPCG(s.cfg.Seed, 0)), engine.FeatureCount, output)
	s.sizes = make([]float32, engine.FeatureCount)
	for i := range s.sizes {
		s.sizes[i] = 1
		if n[i] > 0 {
			s.sizes[i] = float32(math.Sqrt(squares[i] / n[i]))
		}
	}
	const features = 16 // of an input
	for i := range s.model.weights {
		s.model.weights[i] /= float32(math.Sqrt(features)) * s.sizes[i/engine.Hidden]
	}
	for i := range shards {
		s.shards[i], s.passes[i] = newModel(engine.FeatureCount, engine.Hidden), newPass(engine.Hidden)
		s.rows[i], s.slopes[i] = newModel(rows, engine.Hidden), newModel(rows, engine.Hidden)
	}
	for i := range s.moments {
		s.moments[i] = make([]float32, len(s.model.all))
	}
}

// expand sums up the rows of a game.
func (s *sharing) expand(shard int, l *lesson) *model {
	m := s.rows[shard]
	copy(m.bias, s.model.bias)
	copy(m.output, s.model.output)
	copy(m.last, s.model.last)
	for row, list := range l.features {
		sums := m.weights[row*m.width:][:m.width]
		clear(sums)
		sumRows(sums, s.model.weights, list)
	}
	return m
}

// step trains on a batch and returns the sum of its losses before the step.
func (s *sharing) step(batch []portion) (sum float64) {
	n := 0
	for _, p := range batch {
		n += len(p.ids)
	}
	s.parallel(shards, func(shard, _, _ int) {
		to := s.shards[shard]
		clear(to.all)
		s.losses[shard] = 0
		if shard >= len(batch) {
			return
		}
		l := s.games[batch[shard].game]
		m, g := s.expand(shard, l), s.slopes[shard]
		clear(g.all)
		for _, i := range batch[shard].ids {
			out, share, target := l.forward(&s.passes[shard], m, i)
			s.losses[shard] += loss(out, target)
			s.passes[shard].backward(m, g, float32(share*(sigmoid(out)-target)/float64(n)))
		}
		add(to.bias, g.bias)
		add(to.output, g.output)
		add(to.last, g.last)
		for row, list := range l.features {
			addRows(to.weights, g.weights[row*g.width:][:g.width], list)
		}
	})
	s.steps++
	s.adam()
	s.model.cut()
	for _, l := range s.losses {
		sum += l
	}
	return sum
}

func add(to, from []float32) {
	for i, x := range from {
		to[i] += x
	}
}

// test returns the mean over games of the mean loss of the positions held out.
func (s *sharing) test(games []*lesson) (mean float64) {
	s.parallel(len(games), func(shard, from, to int) {
		s.losses[shard] = 0
		for _, l := range games[from:to] {
			m, sum := s.expand(shard, l), 0.0
			for _, i := range l.held {
				out, _, target := l.forward(&s.passes[shard], m, i)
				sum += loss(out, target)
			}
			s.losses[shard] += sum / float64(max(len(l.held), 1)*len(games))
		}
	})
	for _, l := range s.losses {
		mean += l
	}
	return mean
}
