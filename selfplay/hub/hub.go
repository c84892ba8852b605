package hub

import (
	"context"
	"fmt"
	"net"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"bestiary/engine/search"
	"bestiary/internal/check"
)

// Config configures a hub. Use Default to make one.
type Config struct {
	// Listen is the address of a server inside this process, such as 127.0.0.1:4222,
	// which keeps its files in Folder.
	Listen, Folder string
	// Monitor is the address of the monitoring port of that server; it must be a loopback
	// address. If empty, there is no such port.
	Monitor string
	// URL is a server elsewhere, such as nats://HOST:4222, in place of Listen.
	URL string
	// Workers is the number of games that this process plays at a time, 0 to 1024.
	Workers int
	// Share is the share of games that are played again, 0 to 1.
	Share float64
	// AckWait is how long a worker may be silent before its work is given to another; at
	// least 100 ms.
	AckWait time.Duration
	// MaxDeliver is how many times the same work is handed out, 1 to 1000.
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

	status status

	stop   context.CancelFunc // stops the workers of this process
	crew   sync.WaitGroup
	failed chan error // receives the error of the workers of this process
	ours   string     // the key of the workers of this process

	mu   sync.Mutex
	seen map[string]bool // keys of workers whose first result has passed the checks
}

// Open connects to a server or starts one, and starts the workers of this process.
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
		h.nc, err = h.server.connect()
	} else {
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

// Invitation returns the arguments with which bestiary work joins the hub.
func (h *Hub) Invitation() string {
	switch {
	case h.server == nil:
		return "nats://" + h.nc.ConnectedAddr()
	case !h.server.secure:
		return "nats://" + h.cfg.Listen
	}
	host, port, _ := net.SplitHostPort(h.cfg.Listen) // start has read it
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host, _ = os.Hostname()
	}
	return "--join " + h.server.secret.join(net.JoinHostPort(host, port))
}

// consumerName returns the name of the consumer for workers of an engine revision.
func consumerName(revision int) string { return "revision-" + strconv.Itoa(revision) }

// makeStreams creates the streams and the consumer unless they exist.
func (h *Hub) makeStreams(ctx context.Context) (err error) {
	if h.work, err = h.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: workStream, Subjects: []string{workSubject + ".>", jobSubject + ".>", probeSubject},
		Retention: jetstream.WorkQueuePolicy, AllowDirect: true,
		MaxMsgSize: maxMessage, MaxMsgsPerSubject: 1,
	}); err != nil {
		return err
	}
	if h.results, err = h.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: resultStream, Subjects: []string{resultSubject + ".>", banSubject + ".>"},
		MaxMsgSize: maxMessage, MaxMsgsPerSubject: 1,
	}); err != nil {
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
	me, err := newIdentity()
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
