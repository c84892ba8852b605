package player

import (
	"context"
	"errors"

	"bestiary/engine/external"
	"bestiary/engine/rules"
	"bestiary/engine/search"
)

// Player plays games, one after the other. It must not be used concurrently.
type Player interface {
	// NewGame forgets all earlier games. The seed determines all random choices.
	NewGame(ctx context.Context, seed uint64) error
	// Move chooses a move. When the context ends, it returns early with the context's
	// error.
	Move(ctx context.Context, t *Turn) (Choice, error)
	// Close releases the player.
	Close() error
}

// Rest tells a player that a game has ended, in case it thinks on the opponent's time.
func Rest(ctx context.Context, p Player) {
	if p, ok := p.(*program); ok && p.engine != nil && !p.down {
		_ = p.note(p.engine.Rest(ctx)) // NewGame starts a program again that is down
	}
}

// Turn is what a player knows when it is to move.
type Turn struct {
	// Position is the position to move in. The player must leave it as it is.
	Position *rules.Position
	// Legal lists the legal moves, at least one. The player must not change it.
	Legal []rules.Move
	// Start is the FEN with which the game began; Moves are all moves since.
	Start string
	Moves []rules.Move
	// Clocks holds the clocks of White and Black, for players that have one. If the
	// opponent has no clock, both entries are the mover's.
	Clocks [2]Clock
}

// Clock is the time that a side has left. Overhead is not used.
type Clock = search.Clock

// Choice is a player's answer. Exactly one of Move, Resigned and Claim is set.
type Choice = external.Reply

// Fault is a mistake of a player.
type Fault = external.Fault

// program is an engine that runs as another process.
type program struct {
	engine *external.Engine
	limit  Limit
	down   bool // it has been killed after a fault
}

// NewGame restarts the program if it is down.
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
		limit.Clocks = t.Clocks
	}
	reply, err := p.engine.Go(ctx, external.Request{Start: t.Start, Moves: t.Moves, Position: t.Position, Limit: limit})
	return reply, p.note(err)
}

// note records that the program is down. After some faults it still runs, but restarting
// it is safer than trusting it in the next game.
func (p *program) note(err error) error {
	var fault *external.Fault
	if err != nil && !errors.Is(err, external.ErrInexpressible) && !(errors.As(err, &fault) && fault.Kind == external.TimedOut) {
		p.down = true
	}
	return err
}

func (p *program) Close() error { return p.engine.Close() }
