package variant

import (
	_ "embed"
	"fmt"
)

// ShuffleRule is whether the array is shuffled before a game.
type ShuffleRule string

// The shuffles.
const (
	NoShuffle ShuffleRule = "none"
	// ShuffleFirstRank: before a game the pieces of the first rank, pawns aside, exchange squares
	// at random, in the same way for both sides. A kind that never changes the colour of its
	// squares and is on both colours stays on both; with the castling of Chess960 the king stays
	// between its partners.
	ShuffleFirstRank ShuffleRule = "first-rank"
)

// isShuffleable is the condition of shuffles: other castlings depend on the squares of king and
// partner, and the shuffle is one for both sides.
var isShuffleable = &condition{func(s scope) bool {
	kind := s.Castling.Kind
	return (kind.Shuffled() || !kind.castles()) && s.v.sameFirstRanks()
}, "without castling none, chess960 or chess480 and the same pieces on the first ranks of both sides",
	fmt.Sprintf("its castling is not %s, %s or %s, or the first ranks of the sides differ", NoCastling, Chess960Castling, Chess480Castling)}

// sameFirstRanks reports whether both sides have the same pieces on the same files of
// their first ranks, and two pieces other than pawns on them.
func (v *Variant) sameFirstRanks() bool {
	array, problems := ReadArray(v.Array, v.Files, v.Ranks)
	if len(problems) > 0 {
		return false
	}
	movable := 0
	for file, letter := range array[0] {
		other := array[v.Ranks-1][file]
		if upper(letter) != letter || upper(other) != letter || letter != 0 && other == letter {
			return false
		}
		for _, p := range v.Pieces {
			if letter != 0 && p.Symbol != "" && letter == LetterOf(p.Symbol, false) && !p.Pawn {
				movable++
			}
		}
	}
	return movable > 1
}
