package player

import (
	"context"
	"math/rand/v2"
)

// randomMover chooses each legal move with the same probability.
type randomMover struct {
	source rand.PCG
}

func (p *randomMover) NewGame(ctx context.Context, seed uint64) error {
	p.source.Seed(seed, seed)
	return ctx.Err()
}

func (p *randomMover) Move(ctx context.Context, t *Turn) (Choice, error) {
	return Choice{Move: t.Legal[rand.New(&p.source).IntN(len(t.Legal))]}, nil
}

func (p *randomMover) Close() error { return nil }
