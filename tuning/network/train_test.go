package network

import (
	"context"
	"errors"
	"iter"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"bestiary/engine/eval"
	engine "bestiary/engine/network"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
)

// randomGames returns games of random moves with the scores of the default evaluation; the
// last score determines the result.
func randomGames(t *testing.T, g *rules.Game, n int) iter.Seq2[store.Record, error] {
	t.Helper()
	e := eval.New(g, eval.Default(g))
	r := rand.New(rand.NewPCG(1, 1))
	var games []store.Record
	for i := range n {
		p := g.NewPosition()
		rec := store.Record{Pair: i / 2, Index: i % 2, FEN: p.FEN(), Result: rules.Draw}
		for range 80 {
			moves := p.Moves(nil)
			if over, _ := p.Outcome(); over != rules.Ongoing || len(moves) == 0 {
				break
			}
			score := e.Score(p)
			if p.Turn() == rules.Black {
				score = -score
			}
			m := moves[r.IntN(len(moves))]
			rec.Moves, rec.Scores = append(rec.Moves, g.MoveText(m)), append(rec.Scores, score)
			p.Make(m)
			rec.Result = rules.Draw
			if score > 100 {
				rec.Result = rules.WhiteWins
			} else if score < -100 {
				rec.Result = rules.BlackWins
			}
		}
		games = append(games, rec)
	}
	return func(yield func(store.Record, error) bool) {
		for _, rec := range games {
			if !yield(rec, nil) {
				return
			}
		}
	}
}

func collected(t *testing.T, name string, games int) *Data {
	t.Helper()
	g := rulestest.Game(t, name)
	d := NewData(g)
	testkit.OK(t, d.Collect(randomGames(t, g, games)))
	return d
}

func trained(t *testing.T, d *Data, cfg Config, workers int) *Result {
	t.Helper()
	return testkit.Must(Train(context.Background(), d, cfg, workers, nil))(t)
}

// The network learns the evaluation behind the scores, also for unseen games, and its
// integers agree with its floating-point weights.
func TestNetworkLearnsScores(t *testing.T) {
	d := collected(t, "chess", 300)
	cfg := Default()
	cfg.Epochs, cfg.Batch, cfg.HeldOut, cfg.Blend = 10, 256, 5, 1
	r := trained(t, d, cfg, 0)
	first, last := r.Epochs[0].HeldOut, r.Epochs[cfg.Epochs-1].HeldOut
	if last <= 0 || last > first/2 {
		t.Errorf("loss held out: %.5f after the first epoch, %.5f at the end", first, last)
	}
	if math.Abs(r.HeldOut-r.Epochs[cfg.Epochs-1].HeldOut) > 0.002 {
		t.Errorf("loss %.5f of the numbers, %.5f of the integers", r.Epochs[cfg.Epochs-1].HeldOut, r.HeldOut)
	}
	g := d.Game()
	up := testkit.Must(g.ParseFEN("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"))(t)
	if score := r.Network.Score(up); score < 150 {
		t.Errorf("a queen up is %d centipawns", score)
	}
	if o := r.Network.Origin; o.Games != 300 || o.Positions != d.Positions() || o.Epochs != 10 || r.Network.Scale != r.Scale {
		t.Errorf("origin %+v, scale %d", o, r.Network.Scale)
	}
}

func TestTrainingIsTheSameForAnyNumberOfWorkers(t *testing.T) {
	d := collected(t, "hannibal-manticore", 20)
	cfg := Default()
	cfg.Epochs, cfg.Batch = 2, 50
	one, many := trained(t, d, cfg, 1), trained(t, d, cfg, 5)
	if !reflect.DeepEqual(one.Network.Parameters, many.Network.Parameters) || !reflect.DeepEqual(one.Epochs, many.Epochs) {
		t.Error("1 and 5 workers train different networks")
	}
	cfg.Seed = 2
	if other := trained(t, d, cfg, 1); other.Network.Hash() == one.Network.Hash() {
		t.Error("another seed trains the same network")
	}
}

// The gradient agrees with differences of the loss.
func TestGradient(t *testing.T) {
	m, g := newModel(6), newModel(6)
	r := rand.New(rand.NewPCG(3, 3))
	m.scatter(r)
	seen := [2][]uint16{{0, 2, 2, 5}, {1, 3}}
	const target = 0.3
	at := func() float64 {
		var s pass
		return loss(float64(s.forward(m, seen)), target)
	}
	var s pass
	s.backward(m, g, seen, float32(sigmoid(float64(s.forward(m, seen)))-target))
	for range 300 {
		i := r.IntN(len(m.all))
		const h = 1e-2
		w := m.all[i]
		m.all[i] = w + h
		above := at()
		m.all[i] = w - h
		below := at()
		m.all[i] = w
		if want := (above - below) / (2 * h); math.Abs(want-float64(g.all[i])) > 2e-3 {
			t.Errorf("derivative %d: %v, by differences %v", i, g.all[i], want)
		}
	}
}

// What a piece learns on one square carries over to its other squares, and to no other
// piece.
func TestSquaresOfAKindShare(t *testing.T) {
	d := collected(t, "chess", 4)
	cfg := Default()
	tr := newTraining(d, cfg, 100, 1)
	tr.of = 10
	before := append([]float32(nil), tr.model.weights...)
	const kind, square = 3, 10
	row := kind*d.Game().Squares() + square
	tr.shards[2].weights[row*hidden] = 1
	tr.steps++
	tr.adam()
	changes := func(row int) float32 { return before[row*hidden] - tr.model.weights[row*hidden] }
	first := kind * d.Game().Squares()
	if a, b, c := changes(row), changes(first), changes(first-1); a <= b*1.5 || b <= 0 || c != 0 {
		t.Errorf("the weight falls by %v, of the kind on another square by %v, of another kind by %v", a, b, c)
	}
}

func TestWeightsStayWithinIntegers(t *testing.T) {
	in := engine.NewInputs(rulestest.Game(t, "chess"))
	m := newModel(in.Rows())
	for i := range m.all {
		m.all[i] = float32(100 * (i%3 - 1))
	}
	m.cut(in)
	p := m.parameters()
	p.Scale = 100
	if _, err := engine.New(in.Game(), p); err != nil {
		t.Error(err)
	}
}

func TestPairsAreHeldOutWhole(t *testing.T) {
	d := collected(t, "chess", 40)
	train, held := d.split(5)
	if len(train)+len(held) != d.Positions() || len(held) == 0 {
		t.Fatalf("%d and %d of %d positions", len(train), len(held), d.Positions())
	}
	for _, i := range held {
		if d.pair[i]%5 != 0 {
			t.Errorf("a position of pair %d is held out", d.pair[i])
		}
	}
	for _, i := range train {
		if d.pair[i]%5 == 0 {
			t.Errorf("a position of pair %d is not held out", d.pair[i])
		}
	}
}

func TestTrainingNeedsPositions(t *testing.T) {
	if _, err := Train(context.Background(), NewData(rulestest.Game(t, "chess")), Default(), 1, nil); !errors.Is(err, ErrNoPositions) {
		t.Errorf("error %v, want %v", err, ErrNoPositions)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Train(ctx, collected(t, "chess", 4), Default(), 1, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}
