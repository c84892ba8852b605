package hub

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"bestiary/engine/search"
	"bestiary/internal/check"
)

// Config says where a hub is. Use Default to make one.
type Config struct {
	// Listen is the address of a server inside this process, as in 127.0.0.1:4222, which
	// keeps its files in Folder.
	Listen, Folder string
	// Monitor is the address of the monitoring port of that server, with an IP address of
	// this machine alone. Default none.
	Monitor string
	// URL is a server elsewhere, as in nats://HOST:4222, in place of Listen.
	URL string
	// Workers is how many games this process itself plays at a time; 0 for none, at most
	// 1024.
	Workers int
	// Share is the share of games that are played again; 0 to 1.
	Share float64
	// AckWait is how long a worker may be silent before its work goes to another one; at
	// least 100 ms.
	AckWait time.Duration
	// MaxDeliver is how often the same work is handed out; 1 to 1000.
	MaxDeliver int
	// Events report what goes on.
	Events Events
}

// Default is a hub without an address.
func Default() Config {
	return Config{Share: 0.02, AckWait: 30 * time.Second, MaxDeliver: 10}
}

// Validate reports the first field that is out of range.
func (c Config) Validate() error {
	return check.All("hub",
		check.That((c.Listen == "") != (c.URL == ""), "listen is %q and the URL is %q, expected one of them", c.Listen, c.URL),
		check.Range("workers", c.Workers, 0, 1024),
		check.That(c.Share >= 0 && c.Share <= 1, "check is %v, expected 0 to 1", c.Share),
		check.That(c.AckWait >= 100*time.Millisecond, "wait is %v, expected at least 100ms", c.AckWait),
		check.Range("deliveries", c.MaxDeliver, 1, 1000),
		check.That(c.Monitor == "" || c.Listen != "", "monitor is %q, expected it with listen only", c.Monitor),
	)
}

// Hub hands out the games of runs. It implements match.Hub.
type Hub struct {
	cfg    Config
	server *embedded // nil with a server elsewhere
	nc     *nats.Conn
	js     jetstream.JetStream

	work, results jetstream.Stream
	consumer      jetstream.Consumer
	jobs          jetstream.ObjectStore
	state         jetstream.KeyValue

	checks []byte // says which games are played again
	status status

	stop   context.CancelFunc // of the workers of this process
	crew   sync.WaitGroup
	failed chan error // of the workers of this process
	ours   string     // their key

	mu   sync.Mutex
	seen map[string]bool // workers with a result that has been checked
}

// Open connects to a server, or starts one, and the workers of this process.
func Open(ctx context.Context, cfg Config) (_ *Hub, err error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	h := &Hub{cfg: cfg, seen: map[string]bool{}, failed: make(chan error, 1), stop: func() {}}
	defer func() {
		if err != nil {
			h.Close()
		}
	}()
	if cfg.Listen != "" {
		if h.server, err = start(cfg.Listen, cfg.Monitor, cfg.Folder); err != nil {
			return nil, err
		}
		h.checks = h.server.secret.Checks
		h.nc, err = h.server.connect()
	} else {
		h.checks = []byte(rand.Text())
		h.nc, err = nats.Connect(cfg.URL, nats.MaxReconnects(-1), nats.Timeout(10*time.Second))
	}
	if err != nil {
		return nil, fmt.Errorf("hub %s: %w", cfg.URL, err)
	}
	if h.js, err = jetstream.New(h.nc); err != nil {
		return nil, err
	}
	if err := h.makeStreams(ctx); err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	if h.server != nil {
		bans, err := h.bans(ctx)
		if err != nil {
			return nil, err
		}
		for key := range bans {
			h.server.ban(key)
		}
	}
	return h, h.startCrew(ctx)
}

// Close ends the workers of this process, and its server.
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

// Invitation is the argument of bestiary work with which workers join.
func (h *Hub) Invitation() string {
	switch {
	case h.server == nil:
		return "nats://" + h.nc.ConnectedAddr()
	case !h.server.secure:
		return "nats://" + h.cfg.Listen
	}
	host, port, _ := net.SplitHostPort(h.cfg.Listen) // it has been read before
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host, _ = os.Hostname()
	}
	return "--join " + h.server.secret.join(net.JoinHostPort(host, port))
}

// consumerName is the consumer for workers of a revision of the engine.
func consumerName(revision int) string { return "revision-" + strconv.Itoa(revision) }

// makeStreams makes what is not there.
func (h *Hub) makeStreams(ctx context.Context) (err error) {
	once := jetstream.StreamConfig{
		Storage: jetstream.FileStorage, MaxMsgSize: maxMessage,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
	}
	work, results := once, once
	work.Name, work.Subjects, work.Retention = workStream, []string{workSubject + ".>"}, jetstream.WorkQueuePolicy
	results.Name, results.Subjects = resultStream, []string{resultSubject + ".>"}
	if h.work, err = h.js.CreateOrUpdateStream(ctx, work); err != nil {
		return err
	}
	if h.results, err = h.js.CreateOrUpdateStream(ctx, results); err != nil {
		return err
	}
	if h.jobs, err = h.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: jobBucket}); err != nil {
		return err
	}
	if h.state, err = h.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: stateBucket}); err != nil {
		return err
	}
	h.consumer, err = h.work.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: consumerName(search.Revision), FilterSubject: fmt.Sprintf("%s.%d.>", workSubject, search.Revision),
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: h.cfg.AckWait, MaxDeliver: h.cfg.MaxDeliver, MaxAckPending: 100_000,
	})
	return err
}

// startCrew starts the workers of this process.
func (h *Hub) startCrew(ctx context.Context) error {
	if h.cfg.Workers == 0 {
		return nil
	}
	ctx, h.stop = context.WithCancel(ctx)
	me, err := newIdentity(machine())
	if err != nil {
		return err
	}
	h.ours = me.key
	w := &workers{cfg: WorkConfig{Workers: h.cfg.Workers}, me: me, js: h.js, local: true}
	h.crew.Go(func() {
		if err := w.run(ctx); err != nil && ctx.Err() == nil {
			h.failed <- err
		}
	})
	return nil
}

// machine names this process.
func machine() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	host = strings.Map(func(r rune) rune {
		if r <= ' ' || r > '~' {
			return '_'
		}
		return r
	}, host)
	return fmt.Sprintf("%.60s/%d", host, os.Getpid())
}

// stored reports whether a message was refused because its subject has one.
func stored(err error) bool {
	const storeFailed = 10077
	var e *jetstream.APIError
	return errors.As(err, &e) && e.ErrorCode == storeFailed && strings.Contains(e.Description, "maximum messages per subject")
}
