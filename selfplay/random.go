package selfplay

import "math/rand/v2"

// openingStream is the stream of numbers from which a pair's opening is drawn;
// game i of the pair has stream i.
const openingStream = 2

// newRand is the generator for one stream of a pair. Different arguments give
// unrelated generators.
func newRand(seed uint64, round, pair, stream int) *rand.Rand {
	h := mix(seed)
	for _, n := range []int{round, pair, stream} {
		h = mix(h ^ uint64(n))
	}
	return rand.New(rand.NewPCG(h, mix(h)))
}

// mix is the step and finalizer of SplitMix64 (Steele, Lea and Flood 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// choose is a random element of a list that is not empty.
func choose[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }
