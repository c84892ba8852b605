package selfplay

import (
	"context"
	"fmt"
	"testing"

	"bestiary/engine/eval"
	"bestiary/selfplay/store"
)

func BenchmarkOpening(b *testing.B) {
	for _, name := range []string{"chess", "hannibal-manticore"} {
		b.Run(name, func(b *testing.B) {
			o := newOpenings(compile(b, name), Config{})
			pair := 0
			for b.Loop() {
				if _, err := o.pair(0, pair); err != nil {
					b.Fatal(err)
				}
				pair++
			}
		})
	}
}

func BenchmarkGame(b *testing.B) {
	for _, name := range []string{"chess", "hannibal-manticore"} {
		for _, nodes := range []int{300, 1500} {
			b.Run(fmt.Sprintf("%s/%d", name, nodes), func(b *testing.B) {
				g := compile(b, name)
				w := newPlayer(newOpenings(g, Config{Nodes: nodes}), eval.New(g, eval.Prior(g)), 0)
				games, plies := 0, 0
				for b.Loop() {
					r, err := w.play(context.Background(), store.Key{Pair: games / 2, Index: games % 2})
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
