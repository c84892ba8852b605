package store

import (
	"math/rand/v2"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// BenchmarkStore reads and writes 20,000 games of 100 plies.
func BenchmarkStore(b *testing.B) {
	const pairs = 10_000
	r := randomGame(rand.New(rand.NewPCG(1, 1)), rulestest.Game(b, "chess"))
	r.Result, r.Reason = rules.Draw, "length limit"
	r.Times, r.Depths = make([]int, r.Plies()), make([]int, r.Plies())
	s := create(b)
	b.Run("put", func(b *testing.B) {
		i := 0
		for b.Loop() {
			r.Pair, r.Index = i/2, i%2
			testkit.OK(b, s.Put(r))
			i++
		}
	})
	for i := range 2 * pairs {
		r.Pair, r.Index = i/2, i%2
		testkit.OK(b, s.Put(r))
	}
	b.Run("read20k", func(b *testing.B) {
		for b.Loop() {
			n := 0
			for _, err := range s.Games(0) {
				testkit.OK(b, err)
				if n++; n == 2*pairs {
					break
				}
			}
		}
	})
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			if damage := s.Check(); damage != nil {
				b.Fatal(damage[0])
			}
		}
	})
}
