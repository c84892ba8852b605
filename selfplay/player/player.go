package player

import (
	"context"
	"errors"
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

// program is an engine that runs as another process.
type program struct {
	engine *external.Engine
	limit  Limit
	down   bool // it has been killed after a fault
}

func startProgram(ctx context.Context, cfg external.Config, g *rules.Game, l Limit) (*program, error) {
	e, err := external.Start(ctx, cfg, g)
	if err != nil {
		return nil, err
	}
	return &program{engine: e, limit: l}, nil
}

// NewGame runs the program again if it is down.
func (p *program) NewGame(ctx context.Context, _ uint64) error {
	if p.down {
		if err := p.engine.Restart(ctx); err != nil {
			return err
		}
		p.down = false
	}
	return p.note(p.engine.NewGame(ctx))
}

func (p *program) Move(ctx context.Context, t *Turn) (Choice, error) {
	limit := external.Limit{Nodes: p.limit.Nodes, Depth: p.limit.Depth, MoveTime: p.limit.MoveTime}
	if p.limit.HasClock() {
		for c := range t.Clocks {
			limit.Clocks[c], limit.Increment[c] = t.Clocks[c].Left, t.Clocks[c].Increment
		}
		limit.MovesToGo = t.Clocks[t.Position.Turn()].MovesToGo
	}
	reply, err := p.engine.Go(ctx, external.Request{Start: t.Start, Moves: t.Moves, Position: t.Position, Limit: limit})
	return Choice{
		Move: reply.Move, Score: reply.Score, HasScore: reply.HasScore, Elapsed: reply.Elapsed,
		Nodes: reply.Nodes, Depth: reply.Depth, OfferedDraw: reply.OfferedDraw,
		Resigned: reply.Resigned, Claim: reply.Claim, ClaimText: reply.ClaimText,
	}, p.note(err)
}

// note remembers that the program is down. After some faults it still runs, but
// starting it again is safer than trusting it in the next game.
func (p *program) note(err error) error {
	var fault *external.Fault
	if err != nil && !errors.Is(err, external.ErrInexpressible) && !(errors.As(err, &fault) && fault.Kind == external.TimedOut) {
		p.down = true
	}
	return err
}

func (p *program) Close() error { return p.engine.Close() }
