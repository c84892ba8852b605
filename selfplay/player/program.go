package player

import (
	"context"
	"errors"

	"bestiary/engine/external"
	"bestiary/engine/rules"
)

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
