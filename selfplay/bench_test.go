package selfplay

import (
	"context"
	"fmt"
	"testing"

	"bestiary/engine/eval"
	"bestiary/selfplay/store"
)

func BenchmarkGame(b *testing.B) {
	for _, name := range []string{"chess", "hannibal-manticore"} {
		for _, nodes := range []int{300, 1500} {
			b.Run(fmt.Sprintf("%s/%d", name, nodes), func(b *testing.B) {
				g := compile(b, name)
				crew, err := newCrew(g, Config{Nodes: nodes}.Resolved(), eval.Prior(g), 0, 1)
				if err != nil {
					b.Fatal(err)
				}
				games, plies := 0, 0
				for b.Loop() {
					r, err := crew[0].play(context.Background(), store.Key{Pair: games / 2, Index: games % 2})
					if err != nil {
						b.Fatal(err)
					}
					games++
					plies += r.Plies()
				}
				b.ReportMetric(float64(plies)/float64(games), "plies/game")
			})
		}
	}
}
