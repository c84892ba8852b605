package store

import (
	"fmt"
	"math"

	"bestiary/engine/rules"
)

// Key is the place of a game in a round.
type Key struct {
	Pair  int // from 0
	Index int // 0 or 1, the game of the pair
}

// Record is a finished game. If the players are limited only by nodes or depth, it depends
// on nothing but the configuration, the players and its place in the run.
type Record struct {
	Round        int
	Pair, Index  int
	White, Black int      // players, by their index in the run's list
	Game         string   // name of the variant
	FEN          string   // before the random plies, with waiting pieces placed
	RandomPlies  int      // number of random moves at the start
	Moves        []string // coordinate text
	// Scores holds the mover's score for each move, in centipawns from White's view, with
	// mates as in search.MateScore. It is Unknown for random moves and if the player gave
	// none.
	Scores []int
	// Times holds the time of each move in milliseconds, or Unknown; empty without time
	// limits.
	Times []int
	// Depths holds the nominal depth of the search for each move, or Unknown; empty if no
	// depth is known.
	Depths []int
	Result rules.Result
	Reason rules.Reason
	// Detail says more about the end, such as how a player broke the rules. It is
	// usually empty.
	Detail string
}

// Unknown stands for an unknown score, time or depth.
const Unknown = math.MinInt16

// Key returns the place of the game in its round.
func (r *Record) Key() Key { return Key{r.Pair, r.Index} }

// Plies returns the length of the game, random plies included.
func (r *Record) Plies() int { return len(r.Moves) }

// Name identifies the game for people: round, pair and game of the pair.
func (r *Record) Name() string { return fmt.Sprintf("%d.%d.%d", r.Round, r.Pair, r.Index) }
