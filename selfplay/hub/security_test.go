package hub

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"bestiary/engine/rules/rulestest"
	"bestiary/engine/search"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
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
	line := h.server.secret.join("127.0.0.1:"+port, 1)
	if got := h.Invitations()[0]; !strings.HasPrefix(got, "--join ") || !strings.HasSuffix(got, strings.TrimPrefix(line, "127.0.0.1")) {
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
	testkit.Same(t, "the line", h.Invitations(), again.Invitations())
}

// Each machine has its own line. What its workers play under any key is discarded when one of them
// alters a game, and the line is then refused, also after a restart.
func TestTokens(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := config(t, t.TempDir())
	cfg.Machines = 2
	var h *Hub
	line := func(n int) WorkConfig { return WorkConfig{Join: h.server.secret.join(cfg.Listen, n), Workers: 1} }
	cfg.Events.Message = func(text string) {
		if strings.Contains(text, "worker rogue/1 of machine 1 is banned") {
			ctx, cancel := context.WithCancel(timeout(t))
			done := make(chan error, 1)
			go func() { done <- Work(ctx, line(2)) }()
			t.Cleanup(func() { cancel(); testkit.OK(t, <-done) })
		}
	}
	h = open(t, cfg)
	testkit.Same(t, "", []string{"--join " + line(1).Join, "--join " + line(2).Join}, h.Invitations())
	honest := make(chan bool) // is closed when the honest worker has a result
	rogueOf(t, line(1), func(w *worker, a *assignment, games []store.Record) {
		if submit(t, w, a, games); a.Range.First == 0 {
			close(honest)
			w.nc.Close()
		}
	})
	folder := t.TempDir()
	played := make(chan error, 1)
	go func() { played <- playTiny(timeout(t), g, tiny, folder, match.Crew{Hub: h}) }()
	<-honest
	idle := rogueOf(t, line(1), nil)
	rogueOf(t, line(1), func(w *worker, a *assignment, games []store.Record) {
		games[3].Scores[12]++
		submit(t, w, a, games)
	})
	testkit.OK(t, <-played)
	if games(t, folder) != whole(t, g, tiny) {
		t.Error("the games are others")
	}
	for _, a := range authors(t, folder) {
		if machine(a.Key) != "2" {
			t.Errorf("the games of machine 1 are kept: %+v", a)
		}
	}
	list := testkit.Must(h.server.Connz(&server.ConnzOptions{Username: true}))(t)
	for _, conn := range list.Conns {
		if conn.AuthorizedUser == idle.me.public {
			t.Error("another worker of machine 1 is still connected")
		}
	}
	two, three := "--join "+line(2).Join, "--join "+line(3).Join
	h.Close()
	h = open(t, cfg)
	testkit.Same(t, "", []string{two, three}, h.Invitations())
	parts := strings.Split(line(2).Join, "/")
	for join, want := range map[string]string{
		line(1).Join: "a worker of this machine was banned",
		strings.Replace(line(2).Join, "/2-", "/4-", 1): "the hub does not know its token",
		parts[0] + "/ABCDEF/" + parts[2]:               "the line to join is of an older hub",
	} {
		testkit.Fails(t, Work(timeout(t), WorkConfig{Join: join, Workers: 1}), want)
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
		{func(c *Config) { c.Machines = -1 }, "machines is -1, expected 0 to 10000"},
		{func(c *Config) { c.Machines, c.Listen, c.URL = 2, "", "nats://127.0.0.1:1" }, "machines is 2, expected it with listen only"},
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

// Workers and the collector of a run are killed without warning, again and again. The
// games equal those of an undisturbed run.
func TestKills(t *testing.T) {
	kills, share, want := testkit.Choose(8, 66), 3, ""
	rng := rand.New(rand.NewPCG(2, 2))
	killed, runs, workerKills := 0, 0, 0
	deadline := time.Now().Add(15 * time.Minute)
	for killed < kills && time.Now().Before(deadline) {
		runs++
		folder, address := t.TempDir(), address(t)
		collector := spawn(t, "collect", folder, address)
		workers := []*process{spawn(t, "work", "", address), spawn(t, "work", "", address), spawn(t, "work", "", address)}
		for done := false; !done; {
			select {
			case err := <-collector.ended:
				if err != nil {
					t.Fatalf("the collector failed: %v: %s", err, &collector.stderr)
				}
				done = true
			case <-time.After(time.Duration(200+rng.IntN(1500)) * time.Millisecond):
				if killed >= kills {
					continue
				}
				killed++
				if n := rng.IntN(share + 1); n < share {
					workerKills++
					workers[n].cmd.Process.Kill()
					<-workers[n].ended
					workers[n] = spawn(t, "work", "", address)
				} else {
					collector.cmd.Process.Kill()
					if err := <-collector.ended; err == nil {
						done = true // finished just before
						break
					}
					collector = spawn(t, "collect", folder, address)
				}
			case <-time.After(4 * time.Minute):
				t.Fatal("the run does not end")
			}
		}
		if want == "" {
			want = whole(t, rulestest.Game(t, "chess"), slow)
		}
		if games(t, folder) != want {
			t.Fatal("a run whose processes were killed has other games")
		}
		for _, w := range workers {
			w.cmd.Process.Kill()
		}
	}
	if killed < kills {
		t.Errorf("%d kills in time, want %d", killed, kills)
	}
	t.Logf("%d kills, %d of them of workers, in %d runs", killed, workerKills, runs)
}

// A pair that kills every worker is named, and the other games are kept.
func TestDeadlyPair(t *testing.T) {
	folder, address := t.TempDir(), address(t)
	const deadly = childDeadly + "=70"
	collector := spawn(t, "collect", folder, address, deadly)
	worker := spawn(t, "work", "", address, deadly)
	deaths := 0
	for timeout := time.After(3 * time.Minute); ; {
		select {
		case <-timeout:
			t.Fatal("the run does not end")
		case err := <-worker.ended:
			if deaths++; deaths > 20 {
				t.Fatalf("a worker ended %d times: %v", deaths, err)
			}
			worker = spawn(t, "work", "", address, deadly)
			continue
		case err := <-collector.ended:
			if text := collector.stderr.String(); err == nil || !strings.Contains(text, "2 workers have failed at pair 70 of round 0") {
				t.Errorf("after %d deaths: %v, %s", deaths, err, text)
			}
			if n := strings.Count(games(t, folder), "[Event "); n < slow.Pairs || n > 2*slow.Pairs-2 || deaths < 3 {
				t.Errorf("%d games after %d deaths", n, deaths)
			}
		}
		break
	}
}

// If the files of the hub cannot grow, the run ends with a message and can continue once
// there is space again.
func TestHubWithoutSpace(t *testing.T) {
	folder, address := t.TempDir(), address(t)
	spawn(t, "work", "", address)
	for _, limit := range []string{"20000", "60000"} {
		collector := spawn(t, "collect", folder, address, childLimit+"="+limit)
		select {
		case err := <-collector.ended:
			text := collector.stderr.String()
			if strings.Contains(text, testkit.ErrNoLimits.Error()) {
				t.Skip(testkit.ErrNoLimits)
			}
			if err == nil || strings.Count(text, "\n") != 1 || !strings.Contains(text, "disk") {
				t.Errorf("limit %s: %v, %s", limit, err, text)
			}
		case <-time.After(2 * time.Minute):
			t.Fatalf("with files of at most %s bytes the run does not end", limit)
		}
	}
	collector := spawn(t, "collect", folder, address)
	select {
	case err := <-collector.ended:
		if err != nil {
			t.Fatalf("%v: %s", err, &collector.stderr)
		}
	case <-time.After(2 * time.Minute):
		t.Fatal("with space again the run does not end")
	}
	if games(t, folder) != whole(t, rulestest.Game(t, "chess"), slow) {
		t.Error("the run has other games")
	}
}

// A worker with work in hand ends after its idle time, too, when the hub dies.
func TestIdleWithWorkInHand(t *testing.T) {
	h := open(t, config(t, t.TempDir()))
	ctx, cancel := context.WithCancel(timeout(t))
	collected := make(chan error, 1)
	go func() { collected <- playTiny(ctx, rulestest.Game(t, "chess"), slow, t.TempDir(), match.Crew{Hub: h}) }()
	var once sync.Once
	testHook = func(store.Key) {
		once.Do(func() {
			cancel()
			<-collected
			h.Close()
		})
	}
	defer func() { testHook = nil }()
	err := Work(timeout(t), WorkConfig{URL: "nats://" + h.cfg.Listen, Workers: 1, Idle: 500 * time.Millisecond})
	testkit.Fails(t, err, "the hub has not answered for 500ms", "other workers play the games again")
}

// gone is a client with a valid key whose connection has been closed, so that it has no address.
type gone struct {
	server.ClientAuthentication
	opts server.ClientOpts
}

func (g gone) GetOpts() *server.ClientOpts { return &g.opts }
func (gone) GetNonce() []byte              { return []byte("nonce") }
func (gone) RemoteAddress() net.Addr       { return nil }

// A worker that leaves while it proves its key is refused; the hub goes on.
func TestWorkerLeavesAtTheDoor(t *testing.T) {
	pair := testkit.Must(nkeys.CreateUser())(t)
	sig := testkit.Must(pair.Sign([]byte("nonce")))(t)
	client := gone{opts: server.ClientOpts{Nkey: testkit.Must(pair.PublicKey())(t), Sig: base64.RawURLEncoding.EncodeToString(sig)}}
	if (&embedded{}).Check(client) {
		t.Error("a worker without an address is admitted")
	}
}
