package opening

import (
	"math/rand/v2"
	"slices"

	"bestiary/engine/rules"
)

// Streams of random numbers. Game i of a pair has stream i for its moves.
const (
	openingStream = 2 // first positions
	bookStream    = 3 // order of a book
	mixStream     = 4 // the sequence that deals the exchanges of a mix
	drawStream    = 5 // positions of Draw
)

// newRand returns the generator for one stream of a pair. Different arguments give
// unrelated generators.
func newRand(seed uint64, round, pair, stream int) *rand.Rand {
	h := Seed(seed, round, pair, stream)
	return rand.New(rand.NewPCG(h, mix(h)))
}

// Seed returns a number for a place in a run. Different places give unrelated
// numbers.
func Seed(seed uint64, place ...int) uint64 {
	h := mix(seed)
	for _, n := range place {
		h = mix(h ^ uint64(n))
	}
	return h
}

// mix is the step and finalizer of SplitMix64 (Steele, Lea and Flood 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// choose returns a random element of a list that is not empty.
func choose[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }

// randomPlies makes n random moves that do not end the game, or fewer if no
// such moves are left.
func randomPlies(rng *rand.Rand, p *rules.Position, n int) []rules.Move {
	var made []rules.Move
	for len(made) < n {
		m := randomMove(rng, p)
		if m == 0 {
			break
		}
		made = append(made, m)
	}
	return made
}

// randomMove makes a random move that does not end the game, if there is one. It never
// drops a piece: most drops would give away what the sides have in hand.
func randomMove(rng *rand.Rand, p *rules.Position) rules.Move {
	moves := p.Moves(nil)
	if p.Game().Drops() {
		moves = slices.DeleteFunc(moves, func(m rules.Move) bool { return m.Kind() == rules.Placing })
	}
	for _, i := range rng.Perm(len(moves)) {
		p.Make(moves[i])
		if result, _ := p.Outcome(); result == rules.Ongoing {
			return moves[i]
		}
		p.Unmake()
	}
	return 0
}
