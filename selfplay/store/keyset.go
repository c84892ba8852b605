package store

// KeySet is a set of games of a round. It uses one bit a game, so that a long run takes
// little memory. The zero value is empty.
type KeySet struct {
	bits []uint64     // bit 2*Pair+Index, for pairs below farPair
	far  map[Key]bool // the rest
	n    int
}

// farPair is the first pair without a bit, so that a single large number does not take
// much memory.
const farPair = 1 << 25

// Has reports whether a game is in the set.
func (s *KeySet) Has(k Key) bool {
	if !near(k) {
		return s.far[k]
	}
	word, bit := place(k)
	return word < len(s.bits) && s.bits[word]&bit != 0
}

// Add puts a game into the set and reports whether it is new.
func (s *KeySet) Add(k Key) bool {
	if s.Has(k) {
		return false
	}
	s.n++
	if !near(k) {
		if s.far == nil {
			s.far = map[Key]bool{}
		}
		s.far[k] = true
		return true
	}
	word, bit := place(k)
	if word >= len(s.bits) {
		s.bits = append(s.bits, make([]uint64, word+1-len(s.bits))...)
	}
	s.bits[word] |= bit
	return true
}

// Len returns the number of games in the set.
func (s *KeySet) Len() int { return s.n }

func near(k Key) bool { return k.Pair >= 0 && k.Pair < farPair && k.Index>>1 == 0 }

// place returns the position of the bit of a near game.
func place(k Key) (word int, bit uint64) {
	i := 2*k.Pair + k.Index
	return i / 64, 1 << (i % 64)
}
