package player

import (
	"context"
	"time"

	"bestiary/engine/external"
	"bestiary/engine/rules"
)

// Player plays games, one after the other. It serves one goroutine at a time.
type Player interface {
	// NewGame forgets all earlier games. The seed determines all random choices.
	NewGame(ctx context.Context, seed uint64) error
	// Move chooses a move. It returns early with the error of the context when the
	// context ends.
	Move(ctx context.Context, t *Turn) (Choice, error)
	// Close ends the use of the player.
	Close() error
}

// Turn is what a player sees when it is to move.
type Turn struct {
	// Position to move in. The player leaves it as it is.
	Position *rules.Position
	// Legal moves of the position, at least one. The player does not change them.
	Legal []rules.Move
	// Start is the FEN with which the game began, Moves all moves since.
	Start string
	Moves []rules.Move
	// Clocks of White and Black, for players that have a clock. Both are the
	// mover's if the opponent has no clock.
	Clocks [2]Clock
}

// Clock is the time that a side has for its coming moves.
type Clock struct {
	Left      time.Duration // above 0
	Increment time.Duration
	MovesToGo int // until the clock is refilled; 0 if it never is
}

// Choice is the answer of a player. One of Move, Resigned and Claim is set.
type Choice struct {
	Move rules.Move
	// Score in centipawns for the player, mates as in search.MateScore; only valid
	// with HasScore.
	Score    int
	HasScore bool
	// Elapsed is the time that the choice took, if the player's limit has a time.
	Elapsed time.Duration
	// Nodes and Depth as the player counts them; 0 if it does not say.
	Nodes uint64
	Depth int

	OfferedDraw bool
	Resigned    bool
	Claim       rules.Result // a result stated instead of a move
	ClaimText   string
}

// Fault is a mistake of a player.
type Fault = external.Fault
