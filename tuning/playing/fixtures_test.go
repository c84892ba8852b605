package playing

import (
	"context"
	"iter"
	"math"
	"math/rand/v2"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// positionsPerGame of synthetic data.
const positionsPerGame = 4

// synthetic makes positions with random traces over the terms of chess, about nonZero of
// them each, and results drawn from the model with the weights w and the scale k. Half of
// the results near an even score are draws.
func synthetic(t testing.TB, rows, nonZero int, k float64, w *eval.Weights) *Data {
	t.Helper()
	d := testkit.Must(NewData(rulestest.Game(t, "chess")))(t)
	rng := rand.New(rand.NewPCG(1, 2))
	chance := float64(nonZero) / float64(len(d.Terms))
	for i := range rows {
		r := row{pair: int32(i / (2 * positionsPerGame)), record: int32(i / positionsPerGame)}
		r.phase = float32(rng.IntN(60)) / 60
		score := 0.0
		for term := range d.Terms {
			if rng.Float64() >= chance {
				continue
			}
			n := float32(rng.IntN(3) + 1)
			if rng.IntN(2) == 0 {
				n = -n
			}
			r.term, r.n = append(r.term, uint16(term)), append(r.n, n)
			score += float64(n) * (float64(r.phase)*w.MG[term] + float64(1-r.phase)*w.EG[term])
		}
		p := 1 / (1 + math.Exp(-score/k))
		draws := 2 * math.Min(p, 1-p) / 2
		switch u := rng.Float64(); {
		case u < p-draws/2:
			r.result = 1
		case u < p+draws/2:
			r.result = 0.5
		}
		r.score = int16(max(min(score, 20000), -20000))
		d.add(r)
		d.Pairs, d.Games = int(r.pair)+1, int(r.record)+1
	}
	return d
}

// smallWeights returns weights of chess of a size that makes logits moderate.
func smallWeights(t testing.TB, seed uint64) *eval.Weights {
	t.Helper()
	w := eval.Prior(rulestest.Game(t, "chess"))
	rng := rand.New(rand.NewPCG(seed, 9))
	for i := range w.MG {
		w.MG[i], w.EG[i] = 30*rng.NormFloat64()+20, 30*rng.NormFloat64()+20
	}
	for _, piece := range rulestest.Game(t, "chess").Types() {
		w.SetMaterial(piece, 40+20*rng.Float64(), 40+20*rng.Float64())
	}
	return w
}

// played returns some quick games of the engine against itself.
func played(t testing.TB, name string, pairs int) (*rules.Game, iter.Seq2[store.Record, error]) {
	t.Helper()
	g := rulestest.Game(t, name)
	cfg := match.SelfPlay()
	cfg.Seed, cfg.Pairs, cfg.Nodes, cfg.MaxPlies = 3, pairs, 20, 100
	store := testkit.Must(match.OpenRun(t.TempDir(), g, cfg))(t)
	t.Cleanup(func() { store.Close() })
	testkit.Must(match.Play(context.Background(), g, cfg, eval.Prior(g), 0, match.Workers(2), store, match.Events{}))(t)
	return g, store.Games(0)
}

// fromResults returns settings for data without search scores.
func fromResults() Settings {
	s := Default()
	s.Blend = 0
	return s
}
