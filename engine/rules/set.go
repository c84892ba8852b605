package rules

import "math/bits"

// Square is rank·files + file; rank 0 is White's first rank.
type Square uint8

// Set is a set of squares.
type Set [4]uint64

// Has reports whether the set contains sq.
func (s *Set) Has(sq Square) bool { return s[sq>>6]>>(sq&63)&1 != 0 }

// Add puts sq into the set.
func (s *Set) Add(sq Square) { s[sq>>6] |= 1 << (sq & 63) }

// Remove takes sq out of the set.
func (s *Set) Remove(sq Square) { s[sq>>6] &^= 1 << (sq & 63) }

// Empty reports whether the set has no square.
func (s *Set) Empty() bool { return s[0]|s[1]|s[2]|s[3] == 0 }

// Count is the number of squares in the set.
func (s *Set) Count() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

// And is the intersection of two sets.
func (s *Set) And(o *Set) Set {
	return Set{s[0] & o[0], s[1] & o[1], s[2] & o[2], s[3] & o[3]}
}

// AndNot is s without the squares of o.
func (s *Set) AndNot(o *Set) Set {
	return Set{s[0] &^ o[0], s[1] &^ o[1], s[2] &^ o[2], s[3] &^ o[3]}
}

// Or is the union of two sets.
func (s *Set) Or(o *Set) Set {
	return Set{s[0] | o[0], s[1] | o[1], s[2] | o[2], s[3] | o[3]}
}

// Meets reports whether two sets have a square in common.
func (s *Set) Meets(o *Set) bool {
	return s[0]&o[0]|s[1]&o[1]|s[2]&o[2]|s[3]&o[3] != 0
}

// Holds reports whether every square of o is in s.
func (s *Set) Holds(o *Set) bool {
	return o[0]&^s[0]|o[1]&^s[1]|o[2]&^s[2]|o[3]&^s[3] == 0
}

// Squares calls f for each square in ascending order. It is for code outside
// the hot loops, which iterate over the words themselves.
func (s *Set) Squares(f func(Square)) {
	for w, word := range s {
		for ; word != 0; word &= word - 1 {
			f(Square(w<<6 + bits.TrailingZeros64(word)))
		}
	}
}
