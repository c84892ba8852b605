package hub

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"bestiary/engine/rules/rulestest"
	"bestiary/engine/search"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// A hub for other machines admits only workers that have its token and know its
// certificate.
func TestSecureHub(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := config(t, t.TempDir())
	_, port, err := net.SplitHostPort(cfg.Listen)
	testkit.OK(t, err)
	cfg.Listen = "0.0.0.0:" + port
	h := open(t, cfg)
	line := h.server.secret.join("127.0.0.1:" + port)
	if got := h.Invitation(); !strings.HasPrefix(got, "--join ") || !strings.HasSuffix(got, strings.TrimPrefix(line, "127.0.0.1")) {
		t.Errorf("the invitation is %q, want one like %q", got, line)
	}
	parts := strings.Split(line, "/")
	for name, join := range map[string]string{
		"wrong token":       parts[0] + "/" + "A" + parts[1][1:] + "A/" + parts[2],
		"wrong fingerprint": parts[0] + "/" + parts[1] + "/" + strings.Repeat("0", 64),
		"no fingerprint":    parts[0] + "/" + parts[1],
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		err := Work(ctx, WorkConfig{Join: join, Workers: 1})
		cancel()
		if err == nil || !strings.Contains(err.Error(), "line") && !errors.Is(err, errRefused) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, opts := range map[string][]nats.Option{
		"nothing":         nil,
		"a token alone":   {nats.Token(parts[1]), nats.Secure(pinned(parts[2]))},
		"a key, no token": {func() nats.Option { me, _ := newIdentity(); return nats.Nkey(me.key, me.pair.Sign) }(), nats.Secure(pinned(parts[2]))},
	} {
		if nc, err := nats.Connect("nats://"+parts[0], append(opts, nats.Timeout(3*time.Second))...); err == nil {
			nc.Close()
			t.Errorf("%s opens the hub", name)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- Work(ctx, WorkConfig{Join: line, Workers: 1}) }()
	folder := t.TempDir()
	testkit.OK(t, playTiny(ctx, g, tiny, folder, match.Crew{Hub: h}))
	if games(t, folder) != whole(t, g, tiny) {
		t.Error("the games are others")
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	// The same folder gives the same line.
	h.Close()
	again := open(t, cfg)
	if again.Invitation() != h.Invitation() {
		t.Errorf("the line was %q and is %q", h.Invitation(), again.Invitation())
	}
}

func TestHubRefuses(t *testing.T) {
	ctx := context.Background()
	taken := config(t, t.TempDir())
	open(t, taken)
	other := config(t, taken.Folder)
	for _, test := range []struct {
		edit func(*Config)
		want string
	}{
		{func(c *Config) { c.Listen = "127.0.0.1" }, `address "127.0.0.1", expected HOST:PORT`},
		{func(c *Config) { c.Listen = "" }, "expected one of them"},
		{func(c *Config) { c.URL = "nats://127.0.0.1:1" }, "expected one of them"},
		{func(c *Config) { c.Listen = taken.Listen }, "address already in use"},
		{func(c *Config) { *c = other }, "another process is using"},
		{func(c *Config) { c.Monitor = "0.0.0.0:8222" }, "anyone may read this port"},
		{func(c *Config) { c.Share = 2 }, "check is 2, expected 0 to 1"},
		{func(c *Config) { c.MaxDeliver = 0 }, "deliveries is 0, expected 1 to 1000"},
		{func(c *Config) { c.Listen, c.URL = "", "nats://127.0.0.1:1" }, "nats://127.0.0.1:1"},
	} {
		cfg := config(t, t.TempDir())
		test.edit(&cfg)
		h, err := Open(ctx, cfg)
		if err == nil {
			h.Close()
		}
		testkit.Fails(t, err, test.want)
	}
}

// A worker of another revision of the engine refuses.
func TestOtherRevision(t *testing.T) {
	url := "nats://" + serve(t, server.Options{})
	nc := testkit.Must(nats.Connect(url))(t)
	defer nc.Close()
	testkit.Must(nc.Subscribe(revisionSubject("*"), func(m *nats.Msg) { m.Respond([]byte("1")) }))(t)
	err := Work(timeout(t), WorkConfig{URL: url, Workers: 2, Idle: 20 * time.Second})
	want := fmt.Sprintf("the hub has work for revision 1 of the engine, but this program has revision %d", search.Revision)
	testkit.Fails(t, err, want)
}

// Without work a worker ends after its idle time, even if there is no hub at all.
func TestIdle(t *testing.T) {
	h := open(t, config(t, t.TempDir()))
	if err := Work(context.Background(), WorkConfig{URL: "nats://" + h.cfg.Listen, Workers: 2, Idle: 100 * time.Millisecond}); err != nil {
		t.Error(err)
	}
	testkit.Fails(t, Work(context.Background(), WorkConfig{URL: "nats://" + address(t), Workers: 2, Idle: 100 * time.Millisecond}), "no hub")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Work(ctx, WorkConfig{URL: "nats://" + address(t), Workers: 2}); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
