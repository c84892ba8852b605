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
	portions      []portion
	rows, slopes  [shards]*model // of the game of a shard, and their gradients
}

// TrainShared trains one network on positions of several games. A batch has positions of up to four games.
// Nothing is learned from others; after each epoch their loss is reported, too. Epoch 0 has the losses of
// the terms. An error is a *FewError if there are too few positions. The result is the same for any number of
// workers.
func TrainShared(ctx context.Context, games, others []*Data, cfg Config, workers int, epochEnds func(Epoch)) (*engine.Shared, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	scale, err := usualScale(games)
	if err != nil {
		return nil, err
	}
	s := newSharing(games, others, cfg, scale, workers)
	origin := engine.Origin{Seed: cfg.Seed, Epochs: cfg.Epochs}
	for _, d := range games {
		origin.Games, origin.Positions = origin.Games+d.Games, origin.Positions+d.Positions
	}
	if weights := s.weights(); origin.Positions < weights {
		return nil, &FewError{origin.Games, origin.Positions, weights}
	}
	epochEnds(s.untrained())
	for number := 1; number <= cfg.Epochs; number++ {
		loss, err := s.epoch(ctx, number)
		if err != nil {
			return nil, err
		}
		epochEnds(Epoch{Number: number, Train: loss, HeldOut: s.test(s.games), Others: s.test(s.others)})
	}
	p := s.model.parameters()
	for i, w := range s.model.weights {
		p.Weights[i] = int16(min(max(math.Round(float64(w)*engine.InputUnit*engine.SharedUnit), -math.MaxInt16), math.MaxInt16))
	}
	p.Scale, p.Attacks, p.Origin = scale, true, origin
	return &engine.Shared{Parameters: p}, nil
}

func newSharing(games, others []*Data, cfg Config, scale, workers int) *sharing {
	s := &sharing{training: &training{cfg: cfg, scale: float64(scale), workers: workers}}
	if workers < 1 {
		s.workers = runtime.GOMAXPROCS(0)
	}
	s.teach(games)
	for _, d := range others {
		s.others = append(s.others, s.lesson(d, 1))
	}
	s.begin()
	s.of = cfg.Epochs * ((len(s.portions) + shards - 1) / shards)
	return s
}

// epoch trains on all positions and returns their mean loss, each before the step that used it.
func (s *sharing) epoch(ctx context.Context, number int) (mean float64, err error) {
	order := rand.New(rand.NewPCG(s.cfg.Seed, uint64(number)<<32))
	order.Shuffle(len(s.portions), func(i, j int) { s.portions[i], s.portions[j] = s.portions[j], s.portions[i] })
	sum, positions := 0.0, 0
	for batch := range slices.Chunk(s.portions, shards) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		sum += s.step(batch)
		for _, p := range batch {
			positions += len(p.ids)
		}
	}
	return sum / float64(max(positions, 1)), nil
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

// teach makes the lessons of the games and divides their positions among portions.
func (s *sharing) teach(games []*Data) {
	for i, d := range games {
		s.games = append(s.games, s.lesson(d, s.cfg.HeldOut))
		train, _ := d.split(s.cfg.HeldOut)
		rand.New(rand.NewPCG(s.cfg.Seed, uint64(i))).Shuffle(len(train), func(i, j int) { train[i], train[j] = train[j], train[i] })
		for ids := range slices.Chunk(train, s.cfg.Batch/shards) {
			s.portions = append(s.portions, portion{i, ids})
		}
	}
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

// weights returns the number of weights of the features that occur.
func (s *sharing) weights() (n int) {
	var occurs [engine.FeatureCount]bool
	for _, l := range s.games {
		for _, list := range l.features {
			for _, x := range list {
				if !occurs[x&0xFFFF] {
					occurs[x&0xFFFF] = true
					n += engine.Hidden
				}
			}
		}
	}
	return n
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
