package store

import (
	"math/rand/v2"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// BenchmarkStore reads and writes 20,000 games of 120 plies.
func BenchmarkStore(b *testing.B) {
	const pairs = 10_000
	r := longGame(b, 120)
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

// longGame returns a game of random moves, stopped after the given number of plies.
func longGame(b *testing.B, plies int) Record {
	v := testkit.Must(variant.Find("chess"))(b)
	g := testkit.Must(rules.Compile(v))(b)
	r := sample(0, 0, 0)
	r.Result, r.Reason = rules.Draw, "length limit"
	for seed := uint64(1); len(r.Moves) < plies; seed++ {
		rng, p := rand.New(rand.NewPCG(seed, 1)), g.NewPosition()
		r.Moves = nil
		for len(r.Moves) < plies {
			if result, _ := p.Outcome(); result != rules.Ongoing {
				break
			}
			moves := p.Moves(nil)
			m := moves[rng.IntN(len(moves))]
			r.Moves = append(r.Moves, g.MoveText(m))
			p.Make(m)
		}
	}
	r.Scores, r.Times, r.Depths = make([]int, plies), make([]int, plies), make([]int, plies)
	return r
}
