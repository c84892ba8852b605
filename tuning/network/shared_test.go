package network

import (
	"context"
	"math"
	"reflect"
	"testing"

	"bestiary/engine/eval"
	engine "bestiary/engine/network"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/datagen"
	"bestiary/selfplay/match"
)

// played returns the positions of games of a game of the catalogue.
func played(t *testing.T, name string, games int) *Data {
	t.Helper()
	g := rulestest.Game(t, name)
	cfg := datagen.Default()
	cfg.Games, cfg.Depth = games, 1
	folder := t.TempDir()
	if err := datagen.Play(context.Background(), g, eval.Prior(g), cfg, folder, match.Workers(2), func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	return testkit.Must(Read(g, cfg.Paths(folder), eval.Prior(g), 2))(t)
}

func trainedShared(t *testing.T, games, others []*Data, cfg Config, workers int) (*engine.Shared, []Epoch) {
	t.Helper()
	var epochs []Epoch
	s, err := TrainShared(context.Background(), games, others, cfg, workers, func(e Epoch) { epochs = append(epochs, e) })
	if err != nil {
		t.Fatal(err)
	}
	return s, epochs
}

// Training lowers the loss. In a game that was left out, the network that For returns has the loss that
// training reports.
func TestSharedLearns(t *testing.T) {
	testkit.NotShort(t, "the race detector has seen training")
	games, other := []*Data{collected(t), played(t, "shatranj", 200)}, played(t, "makruk", 100)
	cfg := Default()
	cfg.Batch, cfg.HeldOut, cfg.Rate = 256, 5, 0.002
	s, epochs := trainedShared(t, games, []*Data{other}, cfg, 0)
	terms, first, last := epochs[0], epochs[1], epochs[cfg.Epochs]
	test := newTraining(other, cfg, s.Scale, 2)
	_, all := other.split(1)
	if last.HeldOut >= 0.97*terms.HeldOut || last.HeldOut >= first.HeldOut || last.Train >= first.Train {
		t.Errorf("losses from %+v by %+v to %+v", terms, first, last)
	}
	n := testkit.Must(s.For(other.Inputs, eval.PriorValues(other.Game()), other.terms))(t)
	p := test.model
	for i, w := range n.Weights {
		p.weights[i] = float32(w) / engine.InputUnit
	}
	for i := range p.bias {
		p.bias[i] = float32(n.Bias[i]) / engine.InputUnit
	}
	for i, w := range n.Output {
		p.output[i] = float32(w) / engine.OutputUnit
	}
	p.last[0] = float32(n.OutputBias) / (engine.InputUnit * engine.InputUnit * engine.OutputUnit)
	if got := test.mean(all); got < 0.98*last.Others || got > 1.02*last.Others {
		t.Errorf("loss %.5f in training, %.5f written out", last.Others, got)
	}
}

func TestSharedForAnyNumberOfWorkers(t *testing.T) {
	games := []*Data{played(t, "minishogi", 200), played(t, "shatranj", 200)}
	cfg := Default()
	cfg.Epochs, cfg.Batch = 1, 512
	one, _ := trainedShared(t, games, nil, cfg, 1)
	four, _ := trainedShared(t, games, nil, cfg, 4)
	if !reflect.DeepEqual(one, four) {
		t.Error("two networks")
	}
	empty := &Data{Inputs: engine.NewInputs(games[0].Game(), true)}
	if _, err := TrainShared(context.Background(), []*Data{empty}, nil, cfg, 1, func(Epoch) {}); err == nil {
		t.Error("trained on nothing")
	}
}

// The gradients agree with differences of the loss.
func TestSharedGradient(t *testing.T) {
	testkit.NotShort(t, "the race detector has seen training")
	d := played(t, "minishogi", 100)
	cfg := Default()
	s := newSharing([]*Data{d}, nil, cfg, 300, 1)
	ids := s.portions[0].ids[:200]
	mean := func() (sum float64) {
		m := s.expand(0, s.games[0])
		for _, i := range ids {
			out, _, target := s.games[0].forward(&s.passes[0], m, i)
			sum += loss(out, target) / float64(len(ids))
		}
		return sum
	}
	before := append([]float32(nil), s.model.all...)
	s.step([]portion{{0, ids}})
	gradient := append([]float32(nil), s.shards[0].all...)
	checked := 0
	for i, g := range gradient[:len(s.model.weights)] {
		if g < 3e-4 && g > -3e-4 || checked == 40 {
			continue
		}
		checked++
		copy(s.model.all, before)
		const h = 2e-3
		s.model.all[i] = before[i] + h
		up := mean()
		s.model.all[i] = before[i] - h
		if got := (up - mean()) / (2 * h); math.Abs(got-float64(g)) > 1e-4+math.Abs(float64(g))/10 {
			t.Errorf("weight %d: gradient %.6f, by differences %.6f", i, g, got)
		}
	}
	if checked < 10 {
		t.Errorf("%d gradients checked", checked)
	}
}
