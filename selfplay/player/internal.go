package player

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"time"

	"bestiary/engine/eval"
	"bestiary/engine/search"
)

// internal is the engine of this program.
type internal struct {
	search *search.Searcher
	limit  Limit
	// patient is set if searches may be long, so that the end of the context must
	// interrupt them.
	patient bool
}

// longSearch is the number of nodes above which a search is worth interrupting.
const longSearch = 20_000

func newInternal(e *eval.Evaluator, o search.Options, l Limit) *internal {
	short := !l.Timed() && l.Nodes > 0 && l.Nodes < longSearch
	if o.HashBits == 0 {
		o.HashBits = l.hashBits()
	}
	return &internal{search: search.New(e, o), limit: l, patient: !short}
}

// hashBits returns the binary logarithm of the size of the transposition table: at least 2^16
// entries, and sixteen for each position of a move, since entries of earlier moves are still
// useful. With a clock, and at most, there are 2^20.
func (l Limit) hashBits() int {
	const least, most = 16, 20
	if l.Timed() || l.Nodes > 1<<(most-4) {
		return most
	}
	return max(bits.Len64(16*l.Nodes), least)
}

func (p *internal) NewGame(ctx context.Context, _ uint64) error {
	p.search.Reset()
	return ctx.Err()
}

func (p *internal) Move(ctx context.Context, t *Turn) (Choice, error) {
	limits := search.Limits{Nodes: p.limit.Nodes, Depth: p.limit.Depth}
	switch {
	case p.limit.MoveTime > 0:
		limits.Time = max(p.limit.MoveTime-overhead, p.limit.MoveTime/2)
	case p.limit.HasClock():
		clock := t.Clocks[t.Position.Turn()]
		clock.Overhead = overhead
		limits.Soft, limits.Time = clock.Budget()
	}
	if p.patient {
		control := &search.Control{}
		limits.Control = control
		defer context.AfterFunc(ctx, control.Stop)()
	}
	var began time.Time
	if p.limit.Timed() {
		began = time.Now()
	}
	found := p.search.Search(t.Position, limits)
	c := Choice{Move: found.Move, Score: found.Score, HasScore: true, Nodes: found.Nodes, Depth: found.Depth}
	if p.limit.Timed() {
		c.Elapsed = time.Since(began)
	}
	return c, ctx.Err()
}

// overhead is the part of a move's time not spent searching. Within a process it is
// negligible, unless the machine is busy.
const overhead = time.Millisecond

func (p *internal) Close() error { return nil }

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
