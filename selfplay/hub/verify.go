package hub

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"reflect"
	"runtime"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// verdict is a result that has been checked.
type verdict struct {
	pairs    match.Range
	games    []store.Record
	author   string // "" if it is not known
	name     string
	sequence uint64
	fault    error // of the result
	failed   error // of the check
}

// judge checks the results of a run as they come, those of the ranges that are missing.
// Wait ends that, after the context.
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
	var group sync.WaitGroup
	tasks, out := make(chan jetstream.Msg), make(chan verdict, 16)
	group.Go(func() {
		defer close(tasks)
		for {
			m, err := messages.Next(jetstream.NextContext(ctx))
			if err != nil {
				if ctx.Err() == nil {
					send(ctx, out, verdict{failed: fmt.Errorf("hub: %w", err)})
				}
				return
			}
			if _, r, err := readSubject(m.Subject()); err == nil && !anyOf(missing, r) {
				continue
			}
			select {
			case tasks <- m:
			case <-ctx.Done():
				return
			}
		}
	})
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			single := c.run.Single()
			defer single.Close()
			for m := range tasks {
				send(ctx, out, c.check(ctx, single, m))
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

func send(ctx context.Context, out chan<- verdict, v verdict) {
	select {
	case out <- v:
	case <-ctx.Done():
	}
}

// check checks a result.
func (c *collection) check(ctx context.Context, single *match.Single, m jetstream.Msg) verdict {
	var v verdict
	meta, err := m.Metadata()
	if err != nil {
		v.failed = err
		return v
	}
	v.sequence = meta.Sequence.Stream
	if _, v.pairs, v.fault = readSubject(m.Subject()); v.fault != nil {
		return v
	}
	key, name, err := author(m.Subject(), m.Headers(), m.Data())
	if err != nil {
		v.fault = err
		return v
	}
	v.author, v.name = key, name
	if v.games, v.fault = readResult(m.Data(), v.pairs); v.fault != nil || key == c.ours {
		return v
	}
	for i := range v.games {
		if v.fault = single.Check(ctx, &v.games[i]); v.fault == nil && c.sampled(&v) == i {
			v.fault, v.failed = again(ctx, single, &v.games[i])
		}
		if v.fault == nil && v.failed == nil && c.drawn(&v.games[i]) {
			v.fault, v.failed = again(ctx, single, &v.games[i])
		}
		if err := ctx.Err(); err != nil {
			v.fault, v.failed = nil, err
		}
		if v.fault != nil || v.failed != nil {
			return v
		}
	}
	c.mu.Lock()
	c.seen[key] = true
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
		return fmt.Errorf("game %s is another one when it is played again", rec.Name()), nil
	}
	return nil, nil
}

// random is a number from 0 to below 1 for a game, which only the hub knows.
func (c *collection) random(what string, rec *store.Record) float64 {
	mac := hmac.New(sha256.New, c.checks)
	fmt.Fprint(mac, what, c.job, " ", rec.Pair, " ", rec.Index)
	return float64(binary.BigEndian.Uint64(mac.Sum(nil))>>11) / (1 << 53)
}

// drawn reports whether a game belongs to the share that is played again.
func (c *collection) drawn(rec *store.Record) bool { return c.random("share", rec) < c.cfg.Share }

// sampled is the game of the first result of a worker that is played again, or -1 for
// other results and without checks.
func (c *collection) sampled(v *verdict) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen[v.author] || c.cfg.Share == 0 {
		return -1
	}
	return int(c.random("first", &v.games[0]) * float64(len(v.games)))
}
