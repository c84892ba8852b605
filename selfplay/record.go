package selfplay

import (
	"fmt"

	"bestiary/engine/rules"
)

// Key is the place of a game in a round.
type Key struct {
	Pair  int // from 0
	Index int // 0 or 1, the game of the pair
}

// Record is a finished game. It depends on nothing but the configuration, the
// weights and its place in the run.
type Record struct {
	Round       int
	Pair, Index int
	Game        string   // name of the variant
	FEN         string   // before the random plies; waiting pieces are placed
	RandomPlies int      // how many of the moves were random
	Moves       []string // coordinate text
	// Scores has an entry for each move: what the engine expected, in centipawns
	// from White's view, mates as in search.MateScore; 0 for random moves.
	Scores []int
	Result rules.Result
	Reason rules.Reason
}

// LengthLimit is the reason of a draw after Config.MaxPlies.
const LengthLimit rules.Reason = "length limit"

// Key is the place of the game in its round.
func (r *Record) Key() Key { return Key{r.Pair, r.Index} }

// Plies is the length of the game, random plies included.
func (r *Record) Plies() int { return len(r.Moves) }

// name identifies a game for people: round, pair and game in the pair.
func (r *Record) name() string { return fmt.Sprintf("%d.%d.%d", r.Round, r.Pair, r.Index) }
