package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"bestiary/engine/search"
	"bestiary/internal/check"
	"bestiary/internal/files"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
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
	_ = nc.FlushTimeout(time.Second) // tells the hub what is given back
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
			w.mu.Lock()
			idle := w.cfg.Idle > 0 && time.Since(w.busy) > w.cfg.Idle
			if w.mu.Unlock(); idle { // no work has arrived for too long
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

// serve plays a range and sends its games.
func (w *worker) serve(ctx context.Context, a *assignment) error {
	began := time.Now()
	beat, stop := context.WithCancel(ctx)
	var alive sync.WaitGroup
	alive.Go(func() {
		pause := max(time.Duration(a.Millis)*time.Millisecond/3, 10*time.Millisecond)
		for sleep(beat, pause) == nil {
			w.beat(a, "")
		}
	})
	games, err := w.play(ctx, a.Job, a.Range)
	if err == nil {
		var m *nats.Msg
		if m, err = writeResult(a.Job, a.Range, games, w.me); err == nil {
			_, err = w.insist(ctx, m)
		} else {
			err = fmt.Errorf("work: %w", err)
		}
	}
	stop()
	alive.Wait()
	if errors.Is(err, errOver) {
		return nil
	}
	if err != nil {
		w.beat(a, "-") // another worker gets it at once
		return err
	}
	if w.cfg.Events.Played != nil {
		w.cfg.Events.Played(a.Job, a.Range, time.Since(began))
	}
	return nil
}

// errOver means that nobody collects the games of a job any more.
var errOver = errors.New("the job is over")

func (w *workers) beat(a *assignment, sign string) {
	// If it fails, the next one may get through.
	_ = w.nc.Publish(beatSubject(w.me.key, a.Job), []byte(sign+token(a.Range)))
}

// play plays the games of a range.
func (w *worker) play(ctx context.Context, job string, r match.Range) ([]store.Record, error) {
	run, err := w.load(ctx, job)
	if err != nil {
		return nil, err
	}
	if w.playing != run {
		w.close()
		w.playing, w.single = run, run.Single()
	}
	var games []store.Record
	for i := range 2 * r.Count {
		k := store.Key{Pair: r.First + i/2, Index: i % 2}
		if testHook != nil {
			testHook(k)
		}
		rec, err := w.single.Play(ctx, k)
		if err != nil {
			return nil, err
		}
		games = append(games, rec)
	}
	return games, nil
}

// load returns the run of a job.
func (w *workers) load(ctx context.Context, job string) (*match.Run, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.job == job {
		return w.last, nil
	}
	data, err := w.readJob(ctx, job)
	if err != nil {
		return nil, err
	}
	if files.SHA256(data) != job {
		return nil, fmt.Errorf("work: the content of job %.64s does not match its name", job)
	}
	r, err := match.ReadJob(data)
	if err != nil {
		return nil, fmt.Errorf("work: %w", err)
	}
	w.job, w.last = job, r
	return r, nil
}

// readJob joins the parts of a job.
func (w *workers) readJob(ctx context.Context, job string) (data []byte, err error) {
	for n := 0; ; n++ {
		m := nats.NewMsg(jobSubject(w.me.key, job))
		m.Data = strconv.AppendInt(nil, int64(n), 10)
		got, err := w.insist(ctx, m)
		if err != nil {
			return nil, err
		}
		data = append(data, got...)
		switch {
		case len(data) > maxJob:
			return nil, fmt.Errorf("work: job %.64s is too large, expected at most %d bytes", job, maxJob)
		case len(got) < jobPart:
			return data, nil
		}
	}
}

// insist asks the hub until it answers. The error is errOver if there is no hub for the
// job.
func (w *workers) insist(ctx context.Context, m *nats.Msg) ([]byte, error) {
	var alone time.Time
	for tries := 1; ; tries++ {
		answer, err := w.request(ctx, m)
		switch {
		case err == nil:
			return answer.Data, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, errRefused):
			return nil, err
		case !errors.Is(err, nats.ErrNoResponders):
			alone = time.Time{}
		case alone.IsZero():
			alone = time.Now()
		case time.Since(alone) > overAfter:
			return nil, errOver
		}
		if tries == 2 {
			say(w.cfg.Events.Message, "the hub does not answer, trying again: %v", err)
		}
		if err := sleep(ctx, again/5+rand.N(again)); err != nil {
			return nil, err
		}
	}
}

// testHook, if not nil, is called before each game.
var testHook func(store.Key)

var errRefused = errors.New("work: the hub refuses this worker: its token or password is wrong, or it was banned for altering games or for sending too much")

// Redacted returns the URL of a server without its password or token.
func Redacted(url string) string {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok {
		scheme, rest = "", url
	}
	at := strings.LastIndex(rest, "@") // a password may have any character, and a list of servers several
	if at < 0 {
		return url
	}
	user, _, named := strings.Cut(rest[:at], ":")
	secret := "xxxxx"
	if named {
		secret = user + ":" + secret
	}
	return strings.TrimPrefix(scheme+"://", "://") + secret + rest[at:]
}

// checkURL returns an error without the password if the URL of a server cannot be parsed.
func checkURL(text string) error {
	for one := range strings.SplitSeq(text, ",") {
		if u, err := url.Parse(one); err != nil || text != "" && u.Hostname() == "" {
			return fmt.Errorf("cannot parse the URL %q, expected one such as tls://USER:PASSWORD@HOST:4222, with special characters in the password as in %%2F", Redacted(text))
		}
	}
	return nil
}

// options returns the server's URL and the options of the connection.
func (w *workers) options(cancel context.CancelCauseFunc) (at string, opts []nats.Option, err error) {
	opts = []nats.Option{
		nats.Name(w.me.name), nats.Nkey(w.me.key, w.me.pair.Sign), nats.CustomInboxPrefix(inbox(w.me.key)),
		nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond), nats.Timeout(10 * time.Second),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { say(w.cfg.Events.Message, "%v", err) }),
		nats.ClosedHandler(func(nc *nats.Conn) {
			if err := nc.LastError(); err != nil {
				cancel(errRefused)
			}
		}),
	}
	if w.cfg.Join == "" {
		return w.cfg.URL, opts, nil
	}
	parts := strings.Split(w.cfg.Join, "/")
	if len(parts) != 3 || slices.Contains(parts, "") {
		return "", nil, errors.New("work: cannot parse the text to join, expected HOST:PORT/TOKEN/FINGERPRINT; copy the whole line of the hub")
	}
	return "tls://" + parts[0], append(opts, nats.Token(parts[1]), nats.Secure(pinned(parts[2]))), nil
}

// connect connects to the server and waits if it is away.
func (w *workers) connect(ctx context.Context, cancel context.CancelCauseFunc) (*nats.Conn, error) {
	at, opts, err := w.options(cancel)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	for said := false; ; said = true {
		nc, err := nats.Connect(at, opts...)
		switch {
		case err == nil:
			return nc, nil
		case errors.Is(err, nats.ErrNkeysNotSupported): // the server identifies its users in another way
			opts = append(opts, func(o *nats.Options) error { o.Nkey, o.SignatureCB = "", nil; return nil })
			continue
		case errors.Is(err, nats.ErrAuthorization):
			return nil, errRefused
		case errors.Is(err, errFingerprint):
			return nil, fmt.Errorf("work: %w", errFingerprint)
		case w.cfg.Idle > 0 && time.Since(began) > w.cfg.Idle:
			return nil, fmt.Errorf("work: no hub: %w", err)
		}
		if !said {
			say(w.cfg.Events.Message, "waiting for the hub: %v", err)
		}
		if err := sleep(ctx, again); err != nil {
			return nil, err
		}
	}
}
