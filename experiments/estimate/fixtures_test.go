package estimate

import (
	"iter"
	"math"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// estimateOf returns an estimate with the given values in logits, independent of each
// other, each with an interval of the given half-width.
func estimateOf(g *rules.Game, half float64, values map[string]float64) tuning.Estimate {
	e := tuning.Estimate{DF: math.Inf(1)}
	for _, t := range g.Types() {
		if x, ok := values[g.TypeName(t)]; ok {
			v := tuning.Value{Type: t, Piece: g.TypeName(t), WeightOfData: 0.8}
			v.Logit = stat.Symmetric(x, half, 0.95)
			e.Values = append(e.Values, v)
		}
	}
	for i := range e.Values {
		row := make([]float64, len(e.Values))
		row[i] = math.Pow(half/1.96, 2)
		e.Covariance = append(e.Covariance, row)
	}
	return e
}

func sequence(records ...store.Record) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// withoutPawns returns a game of kings and rooks.
func withoutPawns(t *testing.T) *rules.Game {
	t.Helper()
	v, err := variant.Parse("rooks", []byte(`name = "rooks"
board = { files = 4, ranks = 4, array = "k3/2r1/1R2/3K" }
piece = [
  { name = "king", symbol = "K", move = "K", royal = true },
  { name = "rook", symbol = "R", move = "R" },
]`))
	testkit.OK(t, err)
	return testkit.Must(rules.Compile(v))(t)
}
