package hub

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"bestiary/engine/search"
	"bestiary/internal/check"
	"bestiary/selfplay/match"
)

// WorkConfig configures the workers of a process.
type WorkConfig struct {
	// URL is the server, such as nats://HOST:4222. Exactly one of URL and Join must be
	// set.
	URL string
	// Join is HOST:PORT/TOKEN/FINGERPRINT, as printed by the hub.
	Join string
	// Workers is the number of games played at a time; if it is less than 1, one for each
	// processor.
	Workers int
	// Idle is how long Work waits for work before it returns; 0 means forever.
	Idle time.Duration
	// Events report progress, from any goroutine.
	Events WorkEvents
}

// WorkEvents are callbacks. The zero value reports nothing.
type WorkEvents struct {
	// Message is called with news for a person.
	Message func(text string)
	// Played is called after the result of a range has been stored.
	Played func(job string, r match.Range, took time.Duration)
}

// Validate reports the first field that is out of range.
func (c WorkConfig) Validate() error {
	return check.All("work",
		check.That((c.URL == "") != (c.Join == ""), "the URL is %q and join is %q, expected one of them", c.URL, c.Join),
		check.That(c.Workers <= 1024, "workers is %d, expected at most 1024", c.Workers),
		check.That(c.Idle >= 0, "idle is %v, expected a time", c.Idle),
	)
}

// Work plays for the runs of a hub until the context ends or no work has arrived for the
// duration Idle.
func Work(ctx context.Context, cfg WorkConfig) error {
	if err := cfg.Validate(); err != nil {
		return err
	}
	if cfg.Workers < 1 {
		cfg.Workers = runtime.NumCPU()
	}
	me, err := newIdentity()
	if err != nil {
		return err
	}
	w := &workers{cfg: cfg, me: me}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	nc, err := w.connect(ctx, cancel)
	if err != nil {
		return err
	}
	defer nc.Close()
	if w.js, err = jetstream.New(nc); err != nil {
		return err
	}
	say(cfg.Events.Message, "%s plays for %s", me.name, nc.ConnectedAddr())
	err = w.run(ctx)
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return err
}

// workers play ranges of pairs.
type workers struct {
	cfg   WorkConfig
	me    *identity
	js    jetstream.JetStream
	local bool // in the process of the hub

	mu   sync.Mutex
	busy time.Time // when work last ended
	job  string    // the last job
	last *match.Run
}

// worked records that work has ended.
func (w *workers) worked() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.busy = time.Now()
}

// idle reports whether no work has arrived for too long.
func (w *workers) idle() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.cfg.Idle > 0 && time.Since(w.busy) > w.cfg.Idle
}

// sleep waits for a duration or until the context ends.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// run runs the workers until the context ends.
func (w *workers) run(ctx context.Context) error {
	w.worked()
	group, ctx := errgroup.WithContext(ctx)
	for range w.cfg.Workers {
		group.Go(func() error {
			one := &worker{workers: w}
			defer one.close()
			return one.run(ctx)
		})
	}
	err := group.Wait()
	if errors.Is(err, context.Canceled) || errors.Is(err, errIdle) {
		return nil
	}
	return err
}

var errIdle = errors.New("there is no work")

// worker plays one game at a time.
type worker struct {
	*workers
	consumer jetstream.Consumer
	playing  *match.Run
	single   *match.Single // of the current run
}

func (w *worker) close() {
	if w.single != nil {
		w.single.Close()
	}
}

// run takes and plays work until the context ends.
func (w *worker) run(ctx context.Context) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		m, err := w.next(ctx)
		switch {
		case err != nil:
			return err
		case m == nil && w.idle():
			return errIdle
		case m == nil:
			continue
		}
		if err := w.serve(ctx, m); err != nil {
			return err
		}
		w.worked()
	}
}

// fetchWait is how long a worker waits for work before asking again.
const fetchWait = 5 * time.Second

// next returns the next work, or nil if there is none at the moment.
func (w *worker) next(ctx context.Context) (jetstream.Msg, error) {
	if w.consumer == nil {
		if err := w.find(ctx); err != nil || w.consumer == nil {
			return nil, err
		}
	}
	wait, cancel := context.WithTimeout(ctx, fetchWait)
	defer cancel()
	m, err := w.consumer.Next(jetstream.FetchContext(wait))
	switch {
	case err == nil:
		return m, nil
	case wait.Err() != nil || errors.Is(err, nats.ErrTimeout):
		return nil, nil
	}
	w.consumer = nil // the server may have lost it
	return nil, sleep(ctx, 200*time.Millisecond)
}

// find finds the work for the engine revision of this program. It returns an error if all
// work is for other revisions.
func (w *worker) find(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, fetchWait)
	defer cancel()
	consumer, err := w.js.Consumer(ctx, workStream, consumerName(search.Revision))
	if err == nil {
		w.consumer = consumer
		return nil
	}
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		if stream, err := w.js.Stream(ctx, workStream); err == nil {
			for name := range stream.ConsumerNames(ctx).Name() {
				return fmt.Errorf("work: the hub has work for %s of the engine, but this program has revision %d; use the same version of bestiary on all machines",
					strings.ReplaceAll(name, "-", " "), search.Revision)
			}
		}
	}
	_ = sleep(ctx, 500*time.Millisecond)
	return nil
}
