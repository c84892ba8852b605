package hub

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"bestiary/engine/search"
	"bestiary/internal/check"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// WorkConfig says for whom to play.
type WorkConfig struct {
	// URL is the server, as in nats://HOST:4222; one of URL and Join is set.
	URL string
	// Join is HOST:PORT/TOKEN/FINGERPRINT, as the hub gives it.
	Join string
	// Workers is the number of games at a time; fewer than one means one for each
	// processor.
	Workers int
	// Idle, if it is not 0, ends the work after so long without any.
	Idle time.Duration
	// Events report what goes on, from any goroutine.
	Events WorkEvents
}

// WorkEvents are callbacks. The zero value reports nothing.
type WorkEvents struct {
	// Message is called with what a person should know.
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

// Work plays for the runs of a hub until the context ends, or there has been no work for
// the time of Idle.
func Work(ctx context.Context, cfg WorkConfig) error {
	if err := cfg.Validate(); err != nil {
		return err
	}
	if cfg.Workers < 1 {
		cfg.Workers = runtime.NumCPU()
	}
	me, err := newIdentity(machine())
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
	w.say("%s plays for %s", me.name, nc.ConnectedAddr())
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
	busy time.Time // the latest end of work
	jobs map[string]*match.Run
}

func (w *workers) say(format string, args ...any) {
	if w.cfg.Events.Message != nil {
		w.cfg.Events.Message(fmt.Sprintf(format, args...))
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// run plays until the context ends.
func (w *workers) run(ctx context.Context) error {
	w.busy, w.jobs = time.Now(), map[string]*match.Run{}
	group, ctx := errgroup.WithContext(ctx)
	for range w.cfg.Workers {
		group.Go(func() error {
			one := &worker{workers: w, singles: map[*match.Run]*match.Single{}}
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

// worker is one of the workers; it plays one game at a time.
type worker struct {
	*workers
	consumer jetstream.Consumer
	singles  map[*match.Run]*match.Single
}

func (w *worker) close() {
	for _, s := range w.singles {
		s.Close()
	}
}

// run plays until the context ends.
func (w *worker) run(ctx context.Context) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		m, err := w.next(ctx)
		if err != nil {
			return err
		}
		if m == nil {
			w.mu.Lock()
			idle := time.Since(w.busy)
			w.mu.Unlock()
			if w.cfg.Idle > 0 && idle > w.cfg.Idle {
				return errIdle
			}
			continue
		}
		err = w.serve(ctx, m)
		w.mu.Lock()
		w.busy = time.Now()
		w.mu.Unlock()
		if err != nil {
			return err
		}
	}
}

// fetchWait is how long a worker waits for work before it asks again.
const fetchWait = 5 * time.Second

// next returns the next work, or nil if there is none for now.
func (w *worker) next(ctx context.Context) (jetstream.Msg, error) {
	if w.consumer == nil {
		if err := w.find(ctx); err != nil || w.consumer == nil {
			return nil, err
		}
	}
	wait, cancel := context.WithTimeout(ctx, fetchWait)
	defer cancel()
	batch, err := w.consumer.Fetch(1, jetstream.FetchContext(wait))
	if err == nil {
		for m := range batch.Messages() {
			return m, nil
		}
		err = batch.Error()
	}
	if err != nil && wait.Err() == nil {
		w.consumer = nil // perhaps the server has none any more
		return nil, sleep(ctx, 200*time.Millisecond)
	}
	return nil, nil
}

// find finds the work for the revision of this program. It is an error if there is
// work for other revisions only.
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
				return fmt.Errorf("work: the hub has work for %s of the engine, this program plays by revision %d; use the same version of bestiary on all machines",
					strings.ReplaceAll(name, "-", " "), search.Revision)
			}
		}
	}
	_ = sleep(ctx, 500*time.Millisecond)
	return nil
}

// serve plays a range.
func (w *worker) serve(ctx context.Context, m jetstream.Msg) error {
	began := time.Now()
	job, r, err := readSubject(m.Subject())
	if err != nil {
		return errors.Join(err, m.Term())
	}
	beat, stop := context.WithCancel(ctx)
	var alive sync.WaitGroup
	alive.Go(func() { w.keepAlive(beat, m) })
	games, err := w.play(ctx, job, r)
	if err == nil {
		err = w.store(ctx, job, r, games)
	}
	stop()
	alive.Wait()
	if err != nil {
		_ = m.Nak() // so that another worker gets it at once
		return err
	}
	ack, cancel := context.WithTimeout(ctx, fetchWait)
	defer cancel()
	// Without the acknowledgement the work is done again; its result is there.
	_ = m.DoubleAck(ack)
	if w.cfg.Events.Played != nil {
		w.cfg.Events.Played(job, r, time.Since(began))
	}
	return nil
}

// keepAlive says that work goes on.
func (w *worker) keepAlive(ctx context.Context, m jetstream.Msg) {
	pause := w.consumer.CachedInfo().Config.AckWait / 3
	for sleep(ctx, pause) == nil {
		_ = m.InProgress() // the next one may get through
	}
}

func (w *worker) play(ctx context.Context, job string, r match.Range) ([]store.Record, error) {
	run, err := w.job(ctx, job)
	if err != nil {
		return nil, err
	}
	single := w.singles[run]
	if single == nil {
		w.close()
		clear(w.singles)
		single = run.Single()
		w.singles[run] = single
	}
	var games []store.Record
	for i := range 2 * r.Count {
		k := store.Key{Pair: r.First + i/2, Index: i % 2}
		if testHook != nil {
			testHook(k)
		}
		rec, err := single.Play(ctx, k)
		if err != nil {
			return nil, err
		}
		games = append(games, rec)
	}
	return games, nil
}

// Times of a worker that cannot store a result.
const (
	storeWait  = 10 * time.Second // for the server
	localTries = 5                // in the process of the hub
)

// store stores the games of a range, once for ever. It waits for a server that is away
// or has no space.
func (w *worker) store(ctx context.Context, job string, r match.Range, games []store.Record) error {
	m, err := writeResult(resultSubject+"."+job+"."+rangeToken(r), games, w.me)
	if err != nil {
		return fmt.Errorf("work: %w", err)
	}
	for tries := 1; ; tries++ {
		wait, cancel := context.WithTimeout(ctx, storeWait)
		_, err := w.js.PublishMsg(wait, m)
		cancel()
		if err == nil || stored(err) {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if w.local && tries == localTries {
			return fmt.Errorf("hub: the server does not keep results: %w; if its disk is full, free some space and give the same command again, the games stored so far are kept", err)
		}
		if tries == 1 {
			w.say("%s cannot be stored, trying again: %v", r, err)
		}
		if err := sleep(ctx, time.Second); err != nil {
			return err
		}
	}
}

// testHook, if it is not nil, is called before each game.
var testHook func(store.Key)
