package hub

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// verdict is a result that has been checked.
type verdict struct {
	pairs  match.Range
	games  []store.Record
	author string // the worker's key
	name   string // the worker's name
	fault  error  // what is wrong with the result
	failed error  // why the check itself failed
}

// judge checks the results of missing ranges as they arrive. Once the context has ended,
// wait waits for the checks.
func (c *collection) judge(ctx context.Context, todo []match.Range) (verdicts <-chan verdict, wait func(), err error) {
	consumer, err := c.results.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{FilterSubjects: []string{resultSubject + "." + c.job + ".>"}})
	if err != nil {
		return nil, nil, err
	}
	messages, err := consumer.Messages()
	if err != nil {
		return nil, nil, err
	}
	missing := map[int]bool{}
	for _, r := range todo {
		for i := range r.Count {
			missing[r.First+i] = true
		}
	}
	var turn sync.Mutex // held while taking the next message
	var group sync.WaitGroup
	out := make(chan verdict, 16)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			single := c.run.Single()
			defer single.Close()
			for ctx.Err() == nil {
				turn.Lock()
				m, err := messages.Next(jetstream.NextContext(ctx))
				turn.Unlock()
				v := verdict{failed: err}
				if err == nil {
					key, r, err := readSubject(m.Subject())
					if err != nil || !anyOf(missing, r) {
						continue
					}
					v = c.check(ctx, single, m, verdict{pairs: r, author: key, name: readName(m.Headers())})
				}
				select {
				case out <- v:
				case <-ctx.Done():
				}
			}
		})
	}
	return out, func() { messages.Stop(); group.Wait() }, nil
}

func anyOf(missing map[int]bool, r match.Range) bool {
	for i := range r.Count {
		if missing[r.First+i] {
			return true
		}
	}
	return false
}

// check completes the verdict on a result.
func (c *collection) check(ctx context.Context, single *match.Single, m jetstream.Msg, v verdict) verdict {
	if v.games, v.fault = readResult(m.Data(), v.pairs); v.fault != nil || v.author == c.ours && c.server != nil {
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
			v.fault, v.failed = again(ctx, single, game)
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

// again plays a game again.
func again(ctx context.Context, single *match.Single, rec *store.Record) (fault, failed error) {
	own, err := single.Play(ctx, rec.Key())
	if err != nil {
		return nil, err
	}
	if !reflect.DeepEqual(&own, rec) {
		return fmt.Errorf("game %s differs when it is played again", rec.Name()), nil
	}
	return nil, nil
}
