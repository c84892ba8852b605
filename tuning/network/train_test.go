package network

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"bestiary/engine/eval"
	engine "bestiary/engine/network"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
	"bestiary/selfplay/datagen"
	"bestiary/selfplay/match"
)

const collectedGames = 5 * datagen.ChunkGames

var folder = sync.OnceValues(func() (string, error) {
	v, err := variant.Find("chess")
	if err != nil {
		return "", err
	}
	g, err := rules.Compile(v)
	if err != nil {
		return "", err
	}
	folder, err := os.MkdirTemp("", "bestiary-network-")
	if err != nil {
		return "", err
	}
	cfg := datagen.Default()
	cfg.Games, cfg.Depth = collectedGames, 1
	return folder, datagen.Play(context.Background(), g, eval.Default(g), cfg, folder, match.Workers(2), func(int, int) {})
})

// collected reads games of chess that are played once.
func collected(t *testing.T) *Data {
	t.Helper()
	g := rulestest.Game(t, "chess")
	paths := datagen.Config{Games: collectedGames}.Paths(testkit.Must(folder())(t))
	return testkit.Must(Read(g, paths, eval.Default(g), 2))(t)
}

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := folder(); err == nil {
		os.RemoveAll(path)
	}
	os.Exit(code)
}

func trained(t *testing.T, d *Data, cfg Config, workers int) *Result {
	t.Helper()
	return testkit.Must(Train(context.Background(), d, cfg, workers, nil))(t)
}

// The network learns what searches find beyond the terms, also for unseen games, and its
// integers agree with its floating-point weights.
func TestNetworkLearnsScores(t *testing.T) {
	testkit.NotShort(t, "the race detector has seen training")
	d := collected(t)
	cfg := Default()
	cfg.Batch, cfg.HeldOut, cfg.Rate = 256, 5, 0.002
	r := trained(t, d, cfg, 0)
	last := r.Epochs[cfg.Epochs-1].HeldOut
	if last <= 0 || last > r.Terms*0.95 {
		t.Errorf("loss held out: %.5f of the terms, %.5f at the end", r.Terms, last)
	}
	if math.Abs(r.HeldOut-last) > 0.001 {
		t.Errorf("loss %.5f of the numbers, %.5f of the integers", last, r.HeldOut)
	}
	if o := r.Network.Origin; o.Games != collectedGames || o.Positions != d.Positions || o.Epochs != cfg.Epochs || r.Network.Scale != r.Scale || r.Network.Terms == "" {
		t.Errorf("origin %+v, scale %d, terms %q", o, r.Network.Scale, r.Network.Terms)
	}
	cfg.Adds, cfg.Epochs = false, 8
	alone := trained(t, d, cfg, 0)
	g := d.Game()
	up := testkit.Must(g.ParseFEN("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"))(t)
	if score := alone.Network.NewAccumulators().Score(up, nil); score < 150 {
		t.Errorf("a queen up is %d centipawns", score)
	}
}

func TestTrainingIsTheSameForAnyNumberOfWorkers(t *testing.T) {
	d := collected(t)
	cfg := Default()
	cfg.Epochs, cfg.Batch = 1, 500
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
	m, g := newModel(6, engine.Hidden), newModel(6, engine.Hidden)
	r := rand.New(rand.NewPCG(3, 3))
	m.scatter(r, 6, 1)
	seen := [2][]engine.Change{{0 | 1<<16, 2 | 2<<16, 5 | 1<<16}, {1 | 1<<16, 3 | 3<<16}}
	s := newPass(engine.Hidden)
	s.seen = seen
	const target = 0.3
	at := func() float64 {
		return loss(float64(s.forward(m)), target)
	}
	s.backward(m, g, float32(sigmoid(float64(s.forward(m)))-target))
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

func TestWeightsStayWithinIntegers(t *testing.T) {
	in := engine.NewInputs(rulestest.Game(t, "chess"), false)
	m := newModel(in.Rows(), engine.Hidden)
	for i := range m.all {
		m.all[i] = float32(100 * (i%3 - 1))
	}
	m.cut()
	p := m.parameters()
	p.Scale = 100
	if _, err := engine.New(in.Game(), p); err != nil {
		t.Error(err)
	}
}

func TestPairsAreHeldOutWhole(t *testing.T) {
	d := collected(t)
	train, held := d.split(5)
	if len(train)+len(held) != d.Positions || len(held) == 0 {
		t.Fatalf("%d and %d of %d positions", len(train), len(held), d.Positions)
	}
	for i, list := range [2][]id{train, held} {
		for _, x := range list {
			part, n := d.at(x)
			if pair := part.positions[n].game / 2; (pair%5 == 0) != (i == 1) {
				t.Errorf("a position of pair %d is in part %d", pair, i)
			}
		}
	}
}

// The assembly adds as the Go code does.
func TestKernelsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const rows = 30
	a := make([]float32, rows*engine.Hidden)
	for i := range a {
		a[i] = float32(r.NormFloat64())
	}
	b := slices.Clone(a)
	for range 100 {
		var list []engine.Change
		for range 1 + r.IntN(9) {
			list = append(list, uint32(r.IntN(rows))|uint32(r.IntN(30))<<16)
		}
		x, y := slices.Clone(a[:engine.Hidden]), slices.Clone(a[:engine.Hidden])
		sumRows(x, a, list)
		sumBlockGo(y, b, list, engine.Hidden)
		addRows(a, x, list)
		addBlockGo(b, y, list, engine.Hidden)
		if !slices.Equal(x, y) || !slices.Equal(a, b) {
			t.Fatalf("%v: sums or rows differ from those in Go", list)
		}
		for i := range a {
			a[i] /= 100
			b[i] /= 100
		}
	}
}

func TestTrainingNeedsPositions(t *testing.T) {
	g := rulestest.Game(t, "chess")
	paths := datagen.Config{Games: collectedGames}.Paths(testkit.Must(folder())(t))
	for n, want := range []string{"no positions to train on in 0 games", " positions of 100 games for 2?,??? weights, expected at least one for each weight, which takes some ?00 games; ten are customary"} {
		d := testkit.Must(Read(g, paths[:n], eval.Default(g), 1))(t)
		_, err := Train(context.Background(), d, Default(), 1, nil)
		if few := (*FewError)(nil); !errors.As(err, &few) || !regexp.MustCompile(strings.ReplaceAll(want, "?", "[0-9]")).MatchString(err.Error()) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Train(ctx, collected(t), Default(), 1, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}
