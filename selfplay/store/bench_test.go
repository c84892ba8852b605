package store

import "testing"

// BenchmarkStore reads and writes 20,000 games of 120 plies.
func BenchmarkStore(b *testing.B) {
	const pairs = 10_000
	r := sample(0, 0, 0)
	for range 29 {
		r.Moves = append(r.Moves, r.Moves[:4]...)
		r.Scores = append(r.Scores, r.Scores[:4]...)
		r.Times = append(r.Times, r.Times[:4]...)
	}
	s := create(b)
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
			if damage := s.Check(); damage != nil {
				b.Fatal(damage)
			}
		}
	})
}
