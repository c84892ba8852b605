package store

import (
	"fmt"

	"bestiary/engine/rules"
)

// Key is the place of a game in a round.
type Key struct {
	Pair  int // from 0
	Index int // 0 or 1, the game of the pair
}

// Record is a finished game. When the players think by nodes or depth alone, it
// depends on nothing but the configuration, the players and its place in the
// run.
type Record struct {
	Round        int
	Pair, Index  int
	White, Black int      // players, by their place in the run's list
	Game         string   // name of the variant
	FEN          string   // before the random plies; waiting pieces are placed
	RandomPlies  int      // how many of the moves were random
	Moves        []string // coordinate text
	// Scores has an entry for each move: what the player expected, in centipawns
	// from White's view, mates as in search.MateScore; 0 for random moves and
	// where the player did not say.
	Scores []int
	// Times has an entry for each move in milliseconds, or none at all when time
	// plays no role.
	Times  []int
	Result rules.Result
	Reason rules.Reason
	// Detail is more about the end, such as what a player that broke the rules
	// said. Usually empty.
	Detail string
}

// Key is the place of the game in its round.
func (r *Record) Key() Key { return Key{r.Pair, r.Index} }

// Plies is the length of the game, random plies included.
func (r *Record) Plies() int { return len(r.Moves) }

// Name identifies a game for people: round, pair and game in the pair.
func (r *Record) Name() string { return fmt.Sprintf("%d.%d.%d", r.Round, r.Pair, r.Index) }
