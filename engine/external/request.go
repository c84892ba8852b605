package external

import (
	"errors"
	"fmt"
	"time"

	"bestiary/engine/rules"
	own "bestiary/engine/search"
)

// Request asks for a move.
type Request struct {
	// Start is the FEN, as engine/rules writes it, from which the game began.
	// Default: the start of the game.
	Start string
	// Moves lead from Start to the position in question. Engines see repetitions
	// in them.
	Moves []rules.Move
	// Position is where they lead. It is not changed. Default: worked out.
	Position *rules.Position
	Limit    Limit
}

// Limit says when a move is due. Zero fields set no limit; at least one must be
// set. MoveTime and Clocks exclude each other.
type Limit struct {
	// Nodes is the number of nodes as the engine counts them. UCI only.
	Nodes uint64
	// Depth is the nominal depth in plies.
	Depth int
	// MoveTime is the time for this move.
	MoveTime time.Duration
	// Clocks are what White and Black have left.
	Clocks [2]time.Duration
	// Increment is what a side gets for each move.
	Increment [2]time.Duration
	// MovesToGo is the number of moves that the clocks are for; 0 = all.
	MovesToGo int
}

// validate checks a limit for the side that is to move.
func (l Limit) validate(turn rules.Color) error {
	clocks := l.Clocks != [2]time.Duration{}
	switch {
	case l.Depth < 0 || l.MoveTime < 0 || l.MovesToGo < 0 || l.Increment[0] < 0 || l.Increment[1] < 0:
		return fmt.Errorf("limit %+v: a field is negative", l)
	case l.Nodes == 0 && l.Depth == 0 && l.MoveTime == 0 && !clocks:
		return errors.New("limit: none set, expected nodes, depth, move time or clocks")
	case clocks && l.MoveTime > 0:
		return errors.New("limit: both move time and clocks are set")
	case clocks && l.Clocks[turn] <= 0:
		return fmt.Errorf("limit: %s to move has %v on the clock", turn, l.Clocks[turn])
	}
	return nil
}

// allowed is the time that the limit leaves for the move; 0 = no limit.
func (l Limit) allowed(turn rules.Color) time.Duration {
	if l.MoveTime > 0 {
		return l.MoveTime
	}
	return l.Clocks[turn]
}

// maxScore bounds the scores that are no mates.
const maxScore = own.MateScore - 1000

// Reply is an engine's answer.
type Reply struct {
	// Move is 0 when the engine resigned or claimed a result.
	Move rules.Move
	// Score is in centipawns from the mover's side, mates as in search.MateScore.
	// It means nothing without HasScore.
	Score    int
	HasScore bool
	// Depth and Nodes are what the engine reports; 0 when it does not.
	Depth int
	Nodes uint64
	// Elapsed is the time from the command to the answer.
	Elapsed time.Duration
	// Resigned: the engine gives up instead of moving. XBoard only.
	Resigned bool
	// OfferedDraw: the engine would agree to a draw after Move. XBoard only.
	OfferedDraw bool
	// Claim is the result that the engine states instead of moving, ClaimText
	// its comment. Whether it is right is for the caller to say. XBoard only.
	Claim     rules.Result
	ClaimText string
}

// mateIn is the score of a mate in n moves, of being mated in -n, by 0 of being
// mated now.
func mateIn(n int) int {
	const most = 450
	n = min(max(n, -most), most)
	if n > 0 {
		return own.MateScore - (2*n - 1)
	}
	return -own.MateScore - 2*n
}

// clampScore keeps a score apart from mates.
func clampScore(n int) int {
	return min(max(n, -maxScore), maxScore)
}
