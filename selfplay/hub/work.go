package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
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
	// Idle is how long Work waits for work, or for an answer to a result, before it returns; 0 means
	// forever.
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
		check.That((c.URL == "") != (c.Join == ""), "expected the URL of a server or the text to join, found both or neither"),
		checkURL(c.URL),
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
	w.nc = nc
	say(cfg.Events.Message, "%s plays for %s", me.name, nc.ConnectedAddr())
	err = w.run(ctx)
	_ = nc.FlushTimeout(time.Second) // tells the hub which ranges are given back
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return err
}

// workers play ranges of pairs.
type workers struct {
	cfg WorkConfig
	me  *identity
	nc  *nats.Conn

	// busy is when work last ended or the hub last answered, in Unix nanoseconds.
	busy atomic.Int64

	mu   sync.Mutex
	job  string // the last job
	last *match.Run
}

// worked records that work has ended.
func (w *workers) worked() {
	w.busy.Store(time.Now().UnixNano())
}

// idle reports whether Idle has passed since a time without any work or answer.
func (w *workers) idle(since time.Time) bool {
	if busy := time.Unix(0, w.busy.Load()); busy.After(since) {
		since = busy
	}
	return w.cfg.Idle > 0 && time.Since(since) > w.cfg.Idle
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
	playing *match.Run
	single  *match.Single // of the current run
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
		a, err := w.next(ctx)
		switch {
		case err != nil:
			return err
		case a == nil:
			if w.idle(time.Time{}) {
				return errIdle
			}
			continue
		}
		if err := w.serve(ctx, a); err != nil {
			return err
		}
		w.worked()
	}
}

// request asks the hub, which refuses banned workers.
func (w *workers) request(ctx context.Context, m *nats.Msg) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*holdAsk)
	defer cancel()
	answer, err := w.nc.RequestMsgWithContext(ctx, m)
	if err == nil && answer.Header.Get(headerBanned) != "" {
		return nil, errRefused
	}
	return answer, err
}

// next returns the next work, or nil if there is none at the moment. It returns an error if
// the hub refuses this program.
func (w *worker) next(ctx context.Context) (*assignment, error) {
	m, err := w.request(ctx, nats.NewMsg(askSubject(w.me.key)))
	switch {
	case errors.Is(err, errRefused):
		return nil, err
	case errors.Is(err, nats.ErrNoResponders):
		m, err := w.request(ctx, nats.NewMsg(revisionSubject(w.me.key)))
		if err != nil {
			break
		}
		if n, err := strconv.Atoi(string(m.Data)); err == nil && n != search.Revision {
			return nil, fmt.Errorf("work: the hub has work for revision %d of the engine, but this program has revision %d; use the same version of bestiary on all machines", n, search.Revision)
		}
	}
	if err != nil {
		_ = sleep(ctx, again/3)
		return nil, nil
	}
	a := &assignment{}
	if len(m.Data) == 0 || json.Unmarshal(m.Data, a) != nil || a.Range.Count < 1 || a.Range.Count > match.MaxRange {
		return nil, nil
	}
	return a, nil
}
