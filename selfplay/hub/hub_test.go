package hub

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/nats-io/nats-server/v2/server"

	"bestiary/engine/eval"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/stat/rating"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

// A run played by others has the same games as a run played alone, whether the server is
// inside its process or elsewhere, and whoever else plays.
func TestOthersPlay(t *testing.T) {
	g := rulestest.Game(t, "chess")
	want := whole(t, g, tiny)
	for name, test := range map[string]struct {
		elsewhere    bool
		own, workers int
	}{"all by others": {false, 0, 2}, "some by others": {false, 1, 1}, "alone": {false, 2, 0}, "a server elsewhere": {true, 1, 1}} {
		t.Run(name, func(t *testing.T) {
			cfg := config(t, t.TempDir())
			cfg.Workers = test.own
			url := "nats://" + cfg.Listen
			if test.elsewhere {
				url = "nats://" + serve(t, server.Options{})
				cfg.Listen, cfg.URL = "", url
			}
			h := open(t, cfg)
			testkit.Same(t, "", []string{url}, h.Invitations())
			if test.workers > 0 {
				joinURL(t, url, test.workers)
			}
			folder := t.TempDir()
			for _, pairs := range []int{tiny.Pairs / 2, tiny.Pairs, tiny.Pairs} { // the run grows
				cfg := tiny
				cfg.Pairs = pairs
				testkit.OK(t, playTiny(timeout(t), g, cfg, folder, match.Crew{Hub: h}))
			}
			if games(t, folder) != want {
				t.Error("the games are others")
			}
			if s := h.status.now(0, 0); s.Machines != 1 || len(s.Workers) != 1 {
				t.Errorf("status %+v", s)
			}
		})
	}
}

// A sequential test ends with the same pair as on one machine.
func TestSequentialTest(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := match.Default()
	cfg.Seed, cfg.MaxPlies, cfg.Pairs, cfg.RandomPlies = 9, 60, 5000, 2
	cfg.SPRT = &rating.SPRT{Elo0: 0, Elo1: 200, Alpha: 0.05, Beta: 0.05, Model: rating.Logistic}
	var specs []player.Spec
	for _, text := range []string{"engine:nodes=150", "engine:nodes=10"} {
		s := testkit.Must(player.Parse(text, ""))(t)
		specs = append(specs, s)
	}
	tally := func(crew match.Crew) *match.Tally {
		r := testkit.Must(match.New(g, cfg, specs))(t)
		s := testkit.Must(r.Open(t.TempDir()))(t)
		defer s.Close()
		out := testkit.Must(r.Play(timeout(t), s, crew, nil, match.Events{}))(t)
		if !out.Decided() {
			t.Fatal("the test is not decided")
		}
		out.Finished = rating.WDL{} // depends on what was in progress
		return out
	}
	want := tally(match.Workers(2))
	h := open(t, config(t, t.TempDir()))
	join(t, h, 2)
	testkit.Same(t, "", want, tally(match.Crew{Hub: h}), cmpopts.IgnoreUnexported(match.Tally{}))
}

// A worker lies in the last of three rounds. Its games of earlier rounds are played again: if they
// are right, they and all later rounds stay, and only if one differs do later rounds go. The run is
// continued by its own process, with a hub or without one.
func TestDistrustReachesBack(t *testing.T) {
	g := rulestest.Game(t, "chess")
	rounds := func(folder string, crew match.Crew) error {
		s, err := match.OpenRun(folder, g, tiny)
		if err != nil {
			return err
		}
		defer s.Close()
		for round := range 3 {
			if _, err := match.Play(timeout(t), g, tiny, eval.Prior(g), round, crew, s, match.Events{}); err != nil {
				return err
			}
		}
		return nil
	}
	alone := t.TempDir()
	testkit.OK(t, rounds(alone, match.Workers(2)))
	for name, test := range map[string]struct {
		early bool  // lies in the first round, too
		again []int // rounds with missing games after the ban
	}{"one lie": {false, []int{2}}, "a lie in the first round": {true, []int{0, 1, 2}}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t, config(t, t.TempDir()))
			h.cfg.Share = 0 // so that the first round is accepted
			w := rogue(t, h, func(w *worker, a *assignment, games []store.Record) {
				if test.early && games[0].Round == 0 && games[0].Pair == 64 || games[0].Round == 2 && games[0].Pair > 0 {
					// The alteration follows the rules, so that only replaying the game reveals
					// it.
					games[7].Scores[12]++
				}
				submit(t, w, a, games)
			})
			var missing []int
			crew := match.Crew{Hub: watch{h, func(r *match.Run) {
				if missing = append(missing, r.Round()); r.Round() == 2 {
					h.cfg.Share = 1
				}
			}}}
			folder, without := t.TempDir(), filepath.Join(t.TempDir(), "without")
			if err := rounds(folder, crew); !errors.Is(err, match.ErrEarlier) {
				t.Fatal(err)
			}
			testkit.OK(t, os.CopyFS(without, os.DirFS(folder)))
			testkit.OK(t, rounds(without, match.Workers(2)))
			join(t, h, 1)
			missing = nil
			testkit.OK(t, rounds(folder, crew))
			testkit.Same(t, "rounds with missing games", test.again, missing)
			for _, f := range []string{folder, without} {
				if games(t, f) != games(t, alone) {
					t.Errorf("the games of %s are others", f)
				}
				for _, a := range authors(t, f) {
					if a.Doubted() || a.Key == w.me.key {
						t.Errorf("still there: %+v", a)
					}
				}
			}
		})
	}
}

// watch reports when a hub plays a run.
type watch struct {
	*Hub
	plays func(*match.Run)
}

func (w watch) Play(ctx context.Context, r *match.Run, todo []match.Range, take func(store.Author, []store.Record) error) error {
	w.plays(r)
	return w.Hub.Play(ctx, r, todo, take)
}

// serve starts a server that knows nothing of runs and returns its address. It may ask for
// a user or use TLS.
func serve(t *testing.T, opts server.Options) string {
	t.Helper()
	at := address(t)
	host, port, err := splitAddress(at)
	testkit.OK(t, err)
	opts.Host, opts.Port, opts.NoLog, opts.NoSigs = host, port, true, true
	s := testkit.Must(server.NewServer(&opts))(t)
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("the server does not start")
	}
	return at
}

func TestRedacted(t *testing.T) {
	for url, want := range map[string]string{
		"nats://127.0.0.1:4222":             "nats://127.0.0.1:4222",
		"tls://me:secret@host:4222":         "tls://me:xxxxx@host:4222",
		"tls://secret@host:4222":            "tls://xxxxx@host:4222",
		"nats://me:se/cr@et:x@host":         "nats://me:xxxxx@host",
		"nats://me:secret@a,nats://b:x@c:1": "nats://me:xxxxx@c:1",
		"me:secret@host":                    "me:xxxxx@host",
		"":                                  "",
	} {
		if got := Redacted(url); got != want {
			t.Errorf("%s is redacted to %s, want %s", url, got, want)
		}
		testkit.Same(t, url, []string{want}, (&Hub{cfg: Config{URL: url}}).Invitations())
	}
}

// No message contains the password or the token of a URL.
func TestNoMessageHasThePassword(t *testing.T) {
	at := serve(t, server.Options{Username: "me", Password: "other"})
	for _, url := range []string{
		"nats://me:geheim@" + at, "tls://me:geheim@" + at, "nats://geheim@" + at, "nats://me:geheim@127.0.0.1:1", "nats://me:geheim@nowhere.invalid",
		"nats://me:ge%heim@" + at, "nats://me:ge/geheim@" + at, "nats://me:geheim@" + at + ":x", "nats://me:geheim@", "me:geheim@" + at,
	} {
		cfg := config(t, t.TempDir())
		cfg.Listen, cfg.URL = "", url
		h, err := Open(timeout(t), cfg)
		if err == nil {
			h.Close()
		}
		var said []string
		err2 := Work(timeout(t), WorkConfig{URL: url, Workers: 1, Idle: time.Millisecond, Events: WorkEvents{Message: func(text string) { said = append(said, text) }}})
		if all := strings.Join(append(said, errors.Join(err, err2).Error()), "\n"); err == nil || err2 == nil || strings.Contains(all, "heim") {
			t.Errorf("%s: %s", url, all)
		}
	}
}

// A hub that may not listen on the server says so.
func TestServerDeniesRights(t *testing.T) {
	at := serve(t, server.Options{Users: []*server.User{{Username: "me", Password: "x", Permissions: &server.Permissions{Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>"}}}}}})
	cfg := config(t, t.TempDir())
	cfg.Listen, cfg.URL = "", "nats://me:x@"+at
	err := playTiny(timeout(t), rulestest.Game(t, "chess"), tiny, t.TempDir(), match.Crew{Hub: open(t, cfg)})
	testkit.Fails(t, err, "the server denies what a hub needs")
}

// Servers with the rights in docs/many-machines.md serve a run.
func TestServerWithRights(t *testing.T) {
	list := func(subjects ...string) *server.SubjectPermission { return &server.SubjectPermission{Allow: subjects} }
	both := list("bestiary.>", "_INBOX.>")
	at := serve(t, server.Options{Users: []*server.User{
		{Username: "run", Password: "x", Permissions: &server.Permissions{Publish: both, Subscribe: both}},
		{Username: "worker", Password: "y", Permissions: &server.Permissions{Publish: list("bestiary.>"), Subscribe: list("_INBOX.>")}},
	}})
	cfg := config(t, t.TempDir())
	cfg.Listen, cfg.URL, cfg.Workers = "", "nats://run:x@"+at, 1
	h := open(t, cfg)
	joinURL(t, "nats://worker:y@"+at, 1)
	g, folder := rulestest.Game(t, "chess"), t.TempDir()
	testkit.OK(t, playTiny(timeout(t), g, tiny, folder, match.Crew{Hub: h}))
	if games(t, folder) != whole(t, g, tiny) {
		t.Error("the games are others")
	}
}

// The certificate of a private authority is found by the environment variable of the page.
func TestPrivateAuthority(t *testing.T) {
	s := testkit.Must(openSecret(filepath.Join(t.TempDir(), "secret.json")))(t)
	pair := testkit.Must(tls.X509KeyPair(s.Certificate, s.Key))(t)
	at := serve(t, server.Options{TLS: true, TLSTimeout: 10, TLSConfig: &tls.Config{Certificates: []tls.Certificate{pair}}})
	_, port, err := net.SplitHostPort(at)
	testkit.OK(t, err)
	path := filepath.Join(t.TempDir(), "ca.pem")
	testkit.OK(t, os.WriteFile(path, s.Certificate, 0o600))
	for _, test := range []struct{ file, want string }{{path, ""}, {os.DevNull, "unknown authority"}} {
		w := spawn(t, "work", "", "tls://localhost:"+port, "SSL_CERT_FILE="+test.file, "SSL_CERT_DIR=/nonexistent", childIdle+"=500ms")
		select {
		case err := <-w.ended:
			if (err == nil) != (test.want == "") || !strings.Contains(w.stderr.String(), test.want) {
				t.Errorf("%s: %v, %s", test.file, err, &w.stderr)
			}
		case <-time.After(time.Minute):
			t.Fatal("the worker does not end")
		}
	}
}

// A worker hears nothing that is meant for others.
func TestWorkersHearNothing(t *testing.T) {
	h := open(t, config(t, t.TempDir()))
	w := rogue(t, h, nil)
	for _, subject := range []string{">", prefix + ">", "_INBOX.>", "_INBOX.x.>", "$SYS.>"} {
		s := testkit.Must(w.nc.SubscribeSync(subject))(t)
		testkit.OK(t, w.nc.Flush())
		for _, to := range []string{prefix + "x.result.y", "_INBOX.x.y.z"} {
			testkit.OK(t, h.nc.Publish(to, nil))
		}
		if m, err := s.NextMsg(100 * time.Millisecond); err == nil {
			t.Errorf("on %s a worker hears %s", subject, m.Subject)
		}
	}
}

// Many workers with instant games: the connections and messages of many machines, here in
// one process. It reports how many results a hub takes in a second.
func TestManyWorkers(t *testing.T) {
	connections, pairs := testkit.Choose(20, 1000), testkit.Choose(200, 3000)
	g := rulestest.Game(t, "chess")
	cfg := match.Default()
	cfg.Pairs, cfg.MaxPlies, cfg.RandomPlies = pairs, 10, 1
	var specs []player.Spec
	for _, name := range []string{"random", "random:name=other"} {
		s := testkit.Must(player.Parse(name, ""))(t)
		specs = append(specs, s)
	}
	r := testkit.Must(match.New(g, cfg, specs))(t)
	hubConfig := config(t, t.TempDir())
	hubConfig.AckWait = 30 * time.Second
	h := open(t, hubConfig)
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	for range connections {
		group.Go(func() {
			if err := Work(ctx, WorkConfig{URL: "nats://" + h.cfg.Listen, Workers: 1}); err != nil {
				t.Error(err)
			}
		})
	}
	for h.server.NumClients() <= connections {
		time.Sleep(10 * time.Millisecond)
	}
	games := testkit.Must(r.Open(t.TempDir()))(t)
	defer games.Close()
	limit, stop := context.WithTimeout(context.Background(), 8*time.Minute)
	defer stop()
	began := time.Now()
	played, err := r.Play(limit, games, match.Crew{Hub: smallRanges{h}}, nil, match.Events{})
	took := time.Since(began)
	cancel()
	group.Wait()
	testkit.OK(t, err)
	if played.Games() != 2*pairs {
		t.Errorf("%d games, want %d", played.Games(), 2*pairs)
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	t.Logf("%d workers, %d results: %.0f results/s; %d MB from the system for the hub and all workers", connections, pairs, float64(pairs)/took.Seconds(), memory.Sys>>20)
}

// smallRanges hands out pair by pair.
type smallRanges struct{ *Hub }

func (s smallRanges) Play(ctx context.Context, r *match.Run, todo []match.Range, take func(store.Author, []store.Record) error) error {
	var single []match.Range
	for _, x := range todo {
		for i := range x.Count {
			single = append(single, match.Range{First: x.First + i, Count: 1})
		}
	}
	return s.Hub.Play(ctx, r, single, take)
}

// A worker that gives work back or falls silent counts once for each range, gets it again
// only if there is nothing else, and comes after the others.
func TestLedger(t *testing.T) {
	a, b := match.Range{First: 0, Count: 2}, match.Range{First: 2, Count: 2}
	l := newLedger([]match.Range{a, b}, 50*time.Millisecond, 2)
	give := func(key string, backup bool, want match.Range, ok bool) {
		t.Helper()
		if r, got := l.give(key, backup); got != ok || ok && r != want {
			t.Fatalf("%s gets %s, %v, want %s, %v", key, r, got, want, ok)
		}
	}
	for range 5 {
		give("bad", false, a, true)
		l.fail(a, "bad")
		give("bad", false, b, true)
		l.fail(b, "bad")
		if hopeless := l.lapse(); hopeless != nil {
			t.Fatalf("one worker makes %v hopeless", hopeless)
		}
	}
	if l.lapsed != 10 || l.rank("bad") <= l.rank("new") {
		t.Errorf("%d failures, rank %d and %d", l.lapsed, l.rank("bad"), l.rank("new"))
	}
	// A result counts whoever has the range; a second one does not.
	give("good", false, a, true)
	if open, first := l.claim(a); !open || !first {
		t.Error("the result is not wanted")
	}
	if open, first := l.claim(a); !open || first {
		t.Error("the result is checked twice")
	}
	l.settle(a, "good")
	if open, _ := l.claim(a); open || l.rank("good") != 0 || l.rank("new") != 1 {
		t.Error("the range is still open, or the ranks are wrong")
	}
	// A range that is held for long is given to a second worker, once.
	give("bad", false, b, true)
	give("good", true, b, false)
	time.Sleep(backupAfter * l.wait)
	l.beat(b, "bad")
	give("bad", true, b, false)
	give("good", true, b, true)
	give("new", true, b, false)
	// When both are silent, it is split.
	time.Sleep(2 * l.wait)
	testkit.Same(t, "", []match.Range{b}, l.lapse())
	give("good", false, match.Range{First: 2, Count: 1}, true)
	l.fail(match.Range{First: 2, Count: 1}, "good")
	give("new", false, match.Range{First: 3, Count: 1}, true)
	give("bad", false, match.Range{First: 2, Count: 1}, true)
	l.fail(match.Range{First: 2, Count: 1}, "bad")
	testkit.Same(t, "", []match.Range{{First: 2, Count: 1}}, l.lapse())
	// Workers without a result do not end the run, however many they are, and with workers of its
	// own the run keeps for them what others fail at.
	for _, crew := range []string{"", "me"} {
		l = newLedger([]match.Range{{Count: 1}}, time.Minute, 2)
		l.proved["good"], l.crew = true, crew
		for _, key := range []string{"3-new", "3-other", "4-new"} {
			give(key, false, match.Range{Count: 1}, true)
			l.fail(match.Range{Count: 1}, key)
		}
		if list := l.lapse(); len(list) != 1 || crew == "" && l.spent(list[0]) {
			t.Errorf("%v are hopeless, or spent", list)
		}
		give("good", false, match.Range{Count: 1}, crew == "")
		if waits := []waiting{{key: "3-new"}, {key: "me"}}; crew != "" && l.first(waits) != 1 {
			t.Errorf("%d is served first", l.first(waits))
		}
		give("me", false, match.Range{Count: 1}, crew != "")
	}
	// Workers without a result, and other keys of a machine that has it, do not keep a range from others.
	l = newLedger([]match.Range{a}, time.Minute, 2)
	l.proved["3"] = true
	for i, key := range []string{"2-new", "2-other", "3-late", "3-later", "4-new"} {
		l.open[a].given = time.Time{}
		give(key, i > 0, a, true)
		if keeps := !l.open[a].given.IsZero(); keeps != (i == 0 || key == "3-late") {
			t.Errorf("%s keeps it from others: %v", key, keeps)
		}
	}
	// A machine that only fails has one range at a time, whatever its keys, until it has finished one.
	l = newLedger([]match.Range{a, b}, time.Minute, 2)
	for _, r := range []match.Range{a, b} {
		give("3-new", false, r, true)
		l.fail(r, "3-new")
	}
	give("3-late", false, a, true)
	give("3-later", false, b, false)
	if at := l.first([]waiting{{key: "3-later"}, {key: "4-new"}}); at != 1 || l.room("3-later") > 0 || l.room("4-new") != maxHeld {
		t.Errorf("%d is served first, and the machine that fails has room for %d", at, l.room("3-later"))
	}
	l.settle(a, "3-late")
	give("3-later", false, b, true)
	// One worker cannot have everything.
	l = newLedger(nil, time.Minute, 2)
	for i := range maxHeld + 1 {
		l.add(match.Range{First: i, Count: 1})
		_, got := l.give("greedy", false)
		if got != (i < maxHeld) {
			t.Errorf("range %d: %v", i, got)
		}
	}
}
