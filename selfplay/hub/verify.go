package hub

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"sync"

	"github.com/nats-io/nats.go"

	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// verdict is a result that has been checked.
type verdict struct {
	m      *nats.Msg
	pairs  match.Range
	games  []store.Record
	author string // the worker's key
	name   string // the worker's name
	fault  error  // what is wrong with the result
	failed error  // why the check itself failed
}

// judge checks the results of missing ranges as they arrive. Once the context has ended,
// wait waits for the checks.
func (c *collection) judge(ctx context.Context) (verdicts <-chan verdict, wait func(), err error) {
	var group sync.WaitGroup
	sub, err := c.nc.SubscribeSync(resultSubject("*", c.job))
	if err != nil {
		return nil, group.Wait, err
	}
	c.subs = append(c.subs, sub)
	out := make(chan verdict, 16)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			single := c.run.Single()
			defer single.Close()
			for ctx.Err() == nil {
				m, err := sub.NextMsgWithContext(ctx)
				switch {
				case errors.Is(err, nats.ErrSlowConsumer): // workers send again what was dropped
					continue
				case err == nil && !c.wanted(m):
					continue
				}
				v := verdict{m: m, failed: err}
				if err == nil {
					v = c.check(ctx, single, m)
				}
				select {
				case out <- v:
				case <-ctx.Done():
				}
			}
		})
	}
	return out, group.Wait, sub.SetPendingLimits(-1, maxPending)
}

// wanted reports whether a result is to be checked. A worker whose result is not needed is
// told so; one whose result is being checked already, or the same one of another, is not.
func (c *collection) wanted(m *nats.Msg) bool {
	r, err := readToken(m.Header.Get(headerRange))
	if c.refuse(m, plain) || err != nil {
		return false
	}
	open, first := c.ledger.claim(r)
	if !open {
		c.reply(m, nil)
	}
	return first
}

// check returns the verdict on a result.
func (c *collection) check(ctx context.Context, single *match.Single, m *nats.Msg) verdict {
	v := verdict{m: m, author: author(m), name: readName(m.Header)}
	v.pairs, _ = readToken(m.Header.Get(headerRange)) // wanted has read it
	if v.games, v.fault = readResult(m.Data, v.pairs, c.run.Config().MaxPlies); v.fault != nil || v.author == c.me.key && c.server != nil {
		return v
	}
	first := -1 // the game to play again in a worker's first result
	c.mu.Lock()
	if !c.seen[v.author] && c.cfg.Share > 0 {
		first = rand.N(len(v.games))
	}
	c.mu.Unlock()
	for i := range v.games {
		game := &v.games[i]
		if v.fault = single.Check(ctx, game); v.fault == nil && (i == first || rand.Float64() < c.cfg.Share) {
			own, err := single.Play(ctx, game.Key())
			if v.failed = err; err == nil && !reflect.DeepEqual(&own, game) {
				v.fault = fmt.Errorf("game %s differs when it is played again", game.Name())
			}
		}
		if err := ctx.Err(); err != nil {
			return verdict{failed: err}
		}
		if v.fault != nil || v.failed != nil {
			return v
		}
	}
	c.mu.Lock()
	c.seen[v.author] = true
	c.mu.Unlock()
	return v
}
