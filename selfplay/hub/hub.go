package hub

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"bestiary/engine/search"
	"bestiary/internal/check"
)

// Config configures a hub. Use Default to make one.
type Config struct {
	// Listen is the address of a server inside this process, such as 127.0.0.1:4222,
	// and a folder for its secret and for the list of banned workers.
	Listen, Folder string
	// Monitor is the address of the monitoring port of that server; it must be a loopback
	// address. If empty, there is no such port.
	Monitor string
	// URL is a server elsewhere, such as nats://HOST:4222, in place of Listen.
	URL string
	// Workers is the number of games that this process plays at a time, 0 to 1024.
	Workers int
	// Machines is the number of tokens; with 0 there is one, or none if Listen is a loopback address.
	Machines int
	// Share is the share of the games of a machine with a long history that are played again, 0 to
	// 1; of others it is higher.
	Share float64
	// AckWait is how long a worker may be silent before its work is given to another; at
	// least 100 ms.
	AckWait time.Duration
	// MaxDeliver is how many workers may fail at the same work, 1 to 1000.
	MaxDeliver int
	// Events report progress.
	Events Events
}

// Default returns the default configuration, which has no address.
func Default() Config {
	return Config{Share: 0.02, AckWait: 30 * time.Second, MaxDeliver: 10}
}

// Validate reports the first field that is out of range.
func (c Config) Validate() error {
	return check.All("hub",
		check.That((c.Listen == "") != (c.URL == ""), "listen is %q and the URL is %q, expected one of them", c.Listen, Redacted(c.URL)),
		checkURL(c.URL),
		check.Range("workers", c.Workers, 0, 1024),
		check.That(c.Share >= 0 && c.Share <= 1, "check is %v, expected 0 to 1", c.Share),
		check.That(c.AckWait >= 100*time.Millisecond, "wait is %v, expected at least 100ms", c.AckWait),
		check.Range("deliveries", c.MaxDeliver, 1, 1000),
		check.Range("machines", c.Machines, 0, 10_000),
		check.That(c.Machines == 0 || c.Listen != "", "machines is %d, expected it with listen only", c.Machines),
		check.That(c.Monitor == "" || c.Listen != "", "monitor is %q, expected it with listen only", c.Monitor),
	)
}

// Hub hands out the games of runs. It implements match.Hub.
type Hub struct {
	cfg    Config
	server *embedded // nil with a server elsewhere
	nc     *nats.Conn
	me     *identity // of the workers of this process

	status   status
	flooding chan string  // keys of workers that are banned for sending too much
	dropped  atomic.Int64 // messages that were not read

	stop   context.CancelFunc // stops the workers of this process
	crew   sync.WaitGroup
	failed chan error // receives an error of the connection or of the workers of this process

	mu       sync.Mutex
	traffic  traffic
	address  map[string]string          // of workers, by key
	accepted map[string]int             // games that have passed the checks, by machine
	banned   map[string]string          // names of banned workers, by machine
	played   map[string]map[string]bool // jobs with stored games of a machine
}

// Open connects to a server or starts one, and starts the workers of this process.
func Open(ctx context.Context, cfg Config) (_ *Hub, err error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	h := &Hub{
		cfg: cfg, failed: make(chan error, 1), flooding: make(chan string, 64), stop: func() {},
		traffic: traffic{weight: map[string]int{}}, address: map[string]string{}, accepted: map[string]int{},
		banned: map[string]string{}, played: map[string]map[string]bool{},
	}
	defer func() {
		if err != nil {
			h.Close()
		}
	}()
	if h.me, err = newIdentity(); err != nil {
		return nil, err
	}
	if err := h.readBans(); err != nil {
		return nil, err
	}
	if err := h.connect(); err != nil {
		return nil, err
	}
	_, err = h.nc.Subscribe(revisionSubject("*"), func(m *nats.Msg) {
		if !h.refuse(m, plain) {
			h.reply(m, strconv.AppendInt(nil, search.Revision, 10))
		}
	})
	if err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	if h.cfg.Workers > 0 {
		ctx, h.stop = context.WithCancel(ctx)
		w := &workers{cfg: WorkConfig{Workers: h.cfg.Workers}, me: h.me, nc: h.nc}
		h.crew.Go(func() {
			if err := w.run(ctx); err != nil && ctx.Err() == nil {
				h.fail(err)
			}
		})
	}
	return h, nil
}

// connect connects to a server, or starts one.
func (h *Hub) connect() (err error) {
	opts := []nats.Option{
		nats.CustomInboxPrefix(inbox(h.me.key)), nats.MaxReconnects(-1), nats.Timeout(10 * time.Second),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if errors.Is(err, nats.ErrPermissionViolation) {
				h.fail(fmt.Errorf("hub: the server denies what a hub needs: %w; see docs/many-machines.md", err))
			}
		}),
	}
	if h.cfg.Listen == "" {
		if h.nc, err = nats.Connect(h.cfg.URL, opts...); err != nil {
			return fmt.Errorf("hub %s: %w", Redacted(h.cfg.URL), err)
		}
		return nil
	}
	if h.server, err = start(&h.cfg, h.admit); err != nil {
		return err
	}
	h.nc, err = h.server.connect(opts...)
	return err
}

// fail ends Play with an error.
func (h *Hub) fail(err error) {
	select {
	case h.failed <- err:
	default: // there is one already
	}
}

// Close stops the workers of this process and its server.
func (h *Hub) Close() {
	h.stop()
	h.crew.Wait()
	if h.nc != nil {
		h.nc.Close()
	}
	if h.server != nil {
		h.server.close()
	}
}

// Invitations returns the arguments with which bestiary work joins the hub; with tokens, one for each
// machine.
func (h *Hub) Invitations() (list []string) {
	switch {
	case h.server == nil:
		return []string{Redacted(h.cfg.URL)}
	case !h.server.secure:
		return []string{"nats://" + h.cfg.Listen}
	}
	host, port, _ := net.SplitHostPort(h.cfg.Listen) // start has read it
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host, _ = os.Hostname()
	}
	for n := 1; len(list) < max(h.cfg.Machines, 1); n++ {
		if !h.Bans(strconv.Itoa(n)) {
			list = append(list, "--join "+h.server.secret.join(net.JoinHostPort(host, port), n))
		}
	}
	return list
}

// Events are callbacks, called on the goroutine that called Play. The zero value reports
// nothing.
type Events struct {
	// Message is called with news for a person.
	Message func(text string)
	// Status is called every ten seconds or so.
	Status func(Status)
}

// Status lists the workers and their games.
type Status struct {
	Machines    int            `json:"machines"`
	Workers     []WorkerStatus `json:"workers"` // by name; those of the last minutes
	Redelivered int            `json:"redelivered"`
	Dropped     int            `json:"dropped,omitempty"` // messages that the hub has not read
}

// WorkerStatus is the work done by a worker process.
type WorkerStatus struct {
	Name  string  `json:"name"`
	Games int     `json:"games"`
	Rate  float64 `json:"rate"` // games per second since its first result
}

const (
	reportPause = 10 * time.Second
	forgetAfter = 5 * time.Minute // after the last result of a worker
)

// status counts the games of each worker.
type status struct {
	mu    sync.Mutex
	list  map[string]*counted
	spoke time.Time
}

type counted struct {
	games       int
	first, last time.Time
}

func (s *status) add(name string, games int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if s.list == nil {
		s.list, s.spoke = map[string]*counted{}, now
	}
	w := s.list[name]
	if w == nil {
		w = &counted{first: now}
		s.list[name] = w
	}
	w.games, w.last = w.games+games, now
}

// now returns the status, leaving out and forgetting silent workers.
func (s *status) now(redelivered, dropped int) Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.DeleteFunc(s.list, func(_ string, w *counted) bool { return time.Since(w.last) > forgetAfter })
	out := Status{Redelivered: redelivered, Dropped: dropped}
	machines := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(s.list)) {
		host, _, _ := strings.Cut(name, "/")
		machines[host] = true
		w := s.list[name]
		rate := float64(w.games) / max(time.Since(w.first).Seconds(), 1)
		out.Workers = append(out.Workers, WorkerStatus{name, w.games, rate})
	}
	out.Machines = len(machines)
	return out
}

// report calls show if the last report was a while ago.
func (s *status) report(show func(Status), redelivered, dropped int) {
	if show == nil || s.list == nil || time.Since(s.spoke) < reportPause {
		return
	}
	s.spoke = time.Now()
	show(s.now(redelivered, dropped))
}

// say passes a message to a callback that may be nil.
func say(to func(string), format string, args ...any) {
	if to != nil {
		to(fmt.Sprintf(format, args...))
	}
}
