package selfplay

import (
	"context"
	"fmt"
	"testing"

	"bestiary/engine/eval"
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
					r, err := w.play(context.Background(), Key{games / 2, games % 2})
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

// BenchmarkStore reads and writes 20,000 games of 120 plies.
func BenchmarkStore(b *testing.B) {
	const pairs = 10_000
	r := sample(0, 0, 0)
	for range 29 {
		r.Moves = append(r.Moves, r.Moves[:4]...)
		r.Scores = append(r.Scores, r.Scores[:4]...)
	}
	s := create(b, compile(b, "chess"), Config{})
	b.Run("put", func(b *testing.B) {
		i := 0
		for b.Loop() {
			r.Pair, r.Index = i/2, i%2
			if err := s.Put(r); err != nil {
				b.Fatal(err)
			}
			i++
		}
	})
	for i := range 2 * pairs {
		r.Pair, r.Index = i/2, i%2
		if err := s.Put(r); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("read20k", func(b *testing.B) {
		for b.Loop() {
			n := 0
			for _, err := range s.Games(0) {
				if err != nil {
					b.Fatal(err)
				}
				if n++; n == 2*pairs {
					break
				}
			}
		}
	})
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			if err := s.examine(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
