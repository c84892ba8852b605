package hub

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/files"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// attack is what a hostile worker does, again and again, beside an honest one.
type attack func(w *workers, job, victim string)

// attacks are those on the hub itself. Altered games are those of TestRogues.
var attacks = map[string]attack{
	// The server or the hub would answer where the worker may not publish.
	"replies": func(w *workers, job, victim string) {
		for _, subject := range []string{
			askSubject(w.me.key), revisionSubject(w.me.key), jobSubject(w.me.key, job), beatSubject(w.me.key, job), resultSubject(w.me.key, job),
			"$JS.API.INFO", "$JS.ACK.bestiary-work.revision.1.1.1.1.1", "$SYS.REQ.USER.INFO",
		} {
			for _, reply := range forbidden(job, victim) {
				m := &nats.Msg{Subject: subject, Reply: reply, Data: []byte("0"), Header: nats.Header{headerRange: {"0-60"}}}
				_ = w.nc.PublishMsg(m)
				m.Reply, m.Header = "", nats.Header{"Nats-Trace-Dest": {reply}}
				_ = w.nc.PublishMsg(m)
			}
		}
	},
	// The same subjects without a detour.
	"commands": func(w *workers, job, victim string) {
		for _, subject := range forbidden(job, victim) {
			_ = w.nc.Publish(subject, nil)
		}
		for _, subject := range []string{">", prefix + ">", "_INBOX.>", inbox(victim) + ".>"} {
			_, _ = w.nc.SubscribeSync(subject)
		}
	},
	"work is refused": func(w *workers, _, _ string) {
		if a, err := (&worker{workers: w}).next(context.Background()); err == nil && a != nil {
			w.beat(a, "-")
		}
	},
	"work is hoarded": func(w *workers, _, _ string) {
		for range maxHeld {
			_ = w.nc.PublishRequest(askSubject(w.me.key), inbox(w.me.key)+".x", nil)
		}
	},
	"work is held for ever": func(w *workers, _, _ string) {
		if a, err := (&worker{workers: w}).next(context.Background()); err == nil && a != nil {
			go func() {
				for range 1000 {
					w.beat(a, "")
					time.Sleep(100 * time.Millisecond)
				}
			}()
		}
	},
	"junk": func(w *workers, job, _ string) {
		junk := bytes.Repeat([]byte("junk"), 64<<10)
		for i := range 100 {
			for _, r := range []string{"", "x", "-1-5", "0-100000000", fmt.Sprintf("%d-3", 100_000+i)} {
				for _, j := range []string{job, "x", fmt.Sprint(i)} {
					_ = w.nc.PublishMsg(&nats.Msg{Subject: resultSubject(w.me.key, j), Reply: inbox(w.me.key) + ".x", Data: junk, Header: nats.Header{headerRange: {r}}})
				}
			}
		}
	},
}

// forbidden lists subjects on which a hostile worker wants messages.
func forbidden(job, victim string) []string {
	return []string{
		"$JS.API.STREAM.PURGE.bestiary-results", "$JS.API.STREAM.DELETE.bestiary-results", "$KV.bestiary-state.ban." + victim,
		"bestiary.work.7." + job + ".0-60", "bestiary.ban." + victim, "$SYS.REQ.SERVER.PING",
		resultSubject(victim, job), beatSubject(victim, job), askSubject(victim), inbox(victim) + ".x.y",
	}
}

// Whatever a hostile worker does, nothing appears on a subject that is not its own, the run
// ends with the games of an undisturbed one, and the hub's folder does not grow.
func TestHostileWorkers(t *testing.T) {
	g := rulestest.Game(t, "chess")
	want := whole(t, g, tiny)
	for name, do := range attacks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && (name == "replies" || name == "commands") {
				t.Skip("the server refuses it, and none of the hub's goroutines hears of it")
			}
			cfg := config(t, t.TempDir())
			cfg.MaxDeliver = 3
			if name == "work is held for ever" {
				cfg.AckWait /= 3
			}
			var h *Hub
			if name == "work is hoarded" {
				cfg.Events.Message = func(string) { join(t, h, 1) }
			}
			h = open(t, cfg)
			if name == "work is hoarded" { // a slow machine may send too little in a second
				h.mu.Lock()
				h.traffic.ends = time.Now().Add(time.Hour)
				h.mu.Unlock()
			}
			w := rogue(t, h, nil)
			w.nc.SetErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})
			victim := testkit.Must(newIdentity())(t).key
			spy := testkit.Must(h.server.connect())(t)
			defer spy.Close()
			testkit.Must(spy.Subscribe(">", func(m *nats.Msg) {
				if strings.Contains(m.Subject, victim) || strings.HasPrefix(m.Subject, "$") || strings.HasPrefix(m.Subject, "bestiary.work") {
					t.Errorf("a message on %s", m.Subject)
				}
			}))(t)
			testkit.OK(t, spy.Flush())
			ctx, cancel := context.WithCancel(timeout(t))
			var group sync.WaitGroup
			var once sync.Once
			folder := t.TempDir()
			hub := watch{h, func(r *match.Run) {
				data, err := r.Job()
				if err != nil {
					t.Error(err)
				}
				once.Do(func() {
					group.Go(func() {
						for ctx.Err() == nil {
							do(w, files.SHA256(data), victim)
							time.Sleep(10 * time.Millisecond)
						}
					})
					if name != "work is hoarded" { // otherwise when it is banned
						time.AfterFunc(200*time.Millisecond, func() { join(t, h, 1) })
					}
				})
			}}
			testkit.OK(t, playTiny(ctx, g, tiny, folder, match.Crew{Hub: hub}))
			cancel()
			group.Wait()
			if games(t, folder) != want {
				t.Error("the games are others")
			}
			if name == "work is hoarded" {
				list := testkit.Must(h.server.Connz(&server.ConnzOptions{Username: true}))(t)
				for _, conn := range list.Conns {
					if conn.AuthorizedUser == w.me.key {
						t.Error("the worker is still connected")
					}
				}
				if !h.Bans(w.me.key) || h.dropped.Load() == 0 {
					t.Errorf("the worker is banned %v, and %d messages were dropped", h.Bans(w.me.key), h.dropped.Load())
				}
			}
			size := int64(0)
			testkit.OK(t, filepath.Walk(cfg.Folder, func(_ string, info os.FileInfo, err error) error {
				size += info.Size()
				return err
			}))
			if size > 100_000 {
				t.Errorf("the folder of the hub has %d bytes", size)
			}
		})
	}
}

// A message of less than 1 MB cannot fill the memory, however it is made.
func TestSmallMessagesStaySmall(t *testing.T) {
	testkit.NotShort(t, "one goroutine, and slow under the race detector")
	r, plies := match.Range{Count: match.MaxRange}, 625
	units := map[string]string{"empty games": "{},", "spaces": " ", "depth": "[", "one long game": `{"Moves":[` + strings.Repeat(`"",`, 2_300_000) + `""]},`}
	if testkit.Long() {
		units["nothing"], units["a long text"] = "null,", `{"FEN":"`+strings.Repeat("x", 96<<20)+`"},`
	}
	for name, unit := range units {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			z.Write([]byte("["))
			block := []byte(strings.Repeat(unit, max(1, (1<<20)/len(unit))))
			for size := 0; size < 32<<20 && b.Len() < maxMessage-8<<10; size += len(block) {
				z.Write(block)
			}
			testkit.OK(t, z.Close())
			if b.Len() > maxMessage {
				t.Fatalf("the message has %d bytes", b.Len())
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := readResult(b.Bytes(), r, plies)
			runtime.ReadMemStats(&after)
			if err == nil {
				t.Error("the message is accepted")
			}
			if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 200 {
				t.Errorf("%d bytes fill %d MB: %v", b.Len(), used, err)
			}
		})
	}
}

// The largest games that a range can have are read.
func TestReadResult(t *testing.T) {
	var games []store.Record
	r := match.Range{Count: testkit.Choose(8, match.MaxRange)}
	for i := range 2 * r.Count {
		g := store.Record{Pair: i / 2, Index: i % 2, FEN: strings.Repeat("x", 2000), Detail: strings.Repeat("x", 500)}
		for range 600 {
			g.Moves, g.Scores, g.Depths, g.Times = append(g.Moves, "p16p15=+q,p10"), append(g.Scores, -32000), append(g.Depths, 100), append(g.Times, 1_000_000)
		}
		games = append(games, g)
	}
	me := testkit.Must(newIdentity())(t)
	m := testkit.Must(writeResult("x", r, games, me))(t)
	testkit.Same(t, "", games, testkit.Must(readResult(m.Data, r, 600))(t))
}

// Work for a job that is not there is left alone, and the worker goes on.
func TestJobIsGone(t *testing.T) {
	h := open(t, config(t, t.TempDir()))
	w := rogue(t, h, nil)
	began := time.Now()
	if err := (&worker{workers: w}).serve(timeout(t), &assignment{"x", match.Range{Count: 1}, 1000}); err != nil || time.Since(began) < overAfter {
		t.Errorf("after %v: %v", time.Since(began), err)
	}
}

// The hub knows who has played each game, in all folders.
func TestAuthorsAreKept(t *testing.T) {
	g := rulestest.Game(t, "chess")
	h := open(t, config(t, t.TempDir()))
	w := rogue(t, h, func(w *worker, a *assignment, games []store.Record) { submit(t, w, a, games) })
	folder := t.TempDir()
	testkit.OK(t, playTiny(timeout(t), g, tiny, folder, match.Crew{Hub: h}))
	pairs := 0
	for _, a := range authors(t, folder) {
		if a.Key != w.me.key || a.Name != "rogue/1" || a.Round != 0 || a.First != pairs {
			t.Errorf("%+v", a)
		}
		pairs += a.Count
	}
	if pairs != tiny.Pairs {
		t.Errorf("%d pairs have an author, want %d", pairs, tiny.Pairs)
	}
}

// A banned worker is told so by a hub with a server elsewhere, and after a restart.
func TestBansLast(t *testing.T) {
	cfg := config(t, t.TempDir())
	url := "nats://" + serve(t, server.Options{})
	cfg.Listen, cfg.URL = "", url
	h := open(t, cfg)
	g := rulestest.Game(t, "chess")
	told := make(chan error, 100)
	w := rogue(t, &Hub{cfg: Config{Listen: strings.TrimPrefix(url, "nats://")}}, func(w *worker, a *assignment, games []store.Record) {
		games[0].Scores[12]++
		m := result(t, w, a, games)
		if _, err := w.insist(context.Background(), m); err != nil {
			select {
			case told <- err:
			default:
			}
		}
	})
	h.cfg.Share = 1
	h.cfg.Events.Message = func(text string) {
		if strings.Contains(text, "is banned") {
			joinURL(t, url, 1)
		}
	}
	folder := t.TempDir()
	testkit.OK(t, playTiny(timeout(t), g, tiny, folder, match.Crew{Hub: h}))
	if err := <-told; err != errRefused {
		t.Error(err)
	}
	if games(t, folder) != whole(t, g, tiny) {
		t.Error("the games are others")
	}
	h.Close()
	if again := open(t, cfg); !again.Bans(w.me.key) || again.Bans("x") {
		t.Errorf("banned: %v", again.banned)
	}
}

// A process of as many workers as there may be stays below the limit, also when all of its
// requests are sent again, and one that hoards work does not.
func TestTraffic(t *testing.T) {
	now := time.Now()
	sum := func(counts ...int) (sent int) {
		l := traffic{weight: map[string]int{}}
		l.add("k", maxTraffic, now.Add(-2*time.Second), time.Minute) // of an earlier period
		l.add("other", maxTraffic, now, time.Minute)
		for i, weight := range []int{plain, excess, bulky} {
			for range counts[i] {
				sent = l.add("k", weight, now, time.Minute)
			}
		}
		return sent
	}
	if n := sum(5*maxHeld, maxHeld, maxJob/maxMessage); n > maxTraffic {
		t.Errorf("an honest worker sends %d, more than %d", n, maxTraffic)
	}
	if n := sum(0, 5*maxHeld, 0); n <= maxTraffic {
		t.Errorf("a worker that asks for too much sends %d, no more than %d", n, maxTraffic)
	}
}

// Of an address only so many messages are read, whatever the number of keys; the others are counted,
// and nobody is banned for them. What a worker at another address sends is read.
func TestFloodOfAnAddress(t *testing.T) {
	h := open(t, config(t, t.TempDir()))
	read := map[string]int{}
	send := func(key, address string) {
		if !h.admit(key, address) {
			t.Fatalf("%s is banned", key)
		}
		for range maxTraffic {
			if !h.refuse(&nats.Msg{Subject: askSubject(key)}, plain) {
				read[address]++
			}
		}
	}
	h.traffic.ends = time.Now().Add(time.Hour) // one period
	for i := range 6 {
		send(fmt.Sprint("KEY", i), "10.0.0.1")
	}
	send("OTHER", "10.0.0.2")
	testkit.Same(t, "messages read", map[string]int{"10.0.0.1": maxAddress, "10.0.0.2": maxTraffic}, read)
	if n := h.dropped.Load(); n != 2*maxTraffic || len(h.banned) > 0 {
		t.Errorf("%d messages were dropped, want %d; banned: %v", n, 2*maxTraffic, h.banned)
	}
}

// Workers with fresh keys give back all they get. The run plays by itself what they fail at.
func TestFreshKeysGiveBack(t *testing.T) {
	cfg := config(t, t.TempDir())
	cfg.Workers, cfg.MaxDeliver = 1, 2
	h := open(t, cfg)
	for range 4 {
		rogue(t, h, nil).giveBack(t)
	}
	g, folder := rulestest.Game(t, "chess"), t.TempDir()
	testkit.OK(t, playTiny(timeout(t), g, tiny, folder, match.Crew{Hub: h}))
	if games(t, folder) != whole(t, g, tiny) {
		t.Error("the games are others")
	}
}

// giveBack takes work and gives it back until the test ends.
func (w *workers) giveBack(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	group.Go(func() {
		for ctx.Err() == nil {
			attacks["work is refused"](w, "", "")
		}
	})
	t.Cleanup(func() { cancel(); w.nc.Close(); group.Wait() })
}

// On a server elsewhere, which does not know the bans, a flood goes on, and the others still
// get their work. The honest worker joins when the banned one has its first answer.
func TestFloodGoesOn(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := config(t, t.TempDir())
	url := "nats://" + serve(t, server.Options{})
	cfg.Listen, cfg.URL = "", url
	h := open(t, cfg)
	w := rogue(t, &Hub{cfg: Config{Listen: strings.TrimPrefix(url, "nats://")}}, nil)
	stop, stopped := make(chan bool), make(chan bool)
	var answers atomic.Int32
	testkit.Must(w.nc.Subscribe(inbox(w.me.key)+".>", func(m *nats.Msg) {
		if m.Header.Get(headerBanned) != "" && answers.Add(1) == 1 {
			joinURL(t, url, 1)
		}
	}))(t)
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				attacks["work is hoarded"](w, "", "")
				time.Sleep(100 * time.Millisecond)
			}
		}
	}()
	folder, began := t.TempDir(), time.Now()
	testkit.OK(t, playTiny(timeout(t), g, tiny, folder, match.Crew{Hub: h}))
	close(stop)
	<-stopped
	if games(t, folder) != whole(t, g, tiny) {
		t.Error("the games are others")
	}
	got := int(answers.Load())
	if most := maxAnswers * (2 + int(time.Since(began)/min(cfg.AckWait, maxPeriod))); got == 0 || got > most {
		t.Errorf("%d answers to a banned worker, want at most %d", got, most)
	}
}

// rogue starts a worker that passes the games it has played to the callback do. It ends
// with the test, or when it is refused.
func rogue(t *testing.T, h *Hub, do func(w *worker, a *assignment, games []store.Record)) *workers {
	t.Helper()
	return rogueOf(t, WorkConfig{URL: "nats://" + h.cfg.Listen, Workers: 1}, do)
}

func rogueOf(t *testing.T, cfg WorkConfig, do func(w *worker, a *assignment, games []store.Record)) *workers {
	t.Helper()
	me := testkit.Must(newIdentity())(t)
	me.name = "rogue/1"
	w := &workers{cfg: cfg, me: me}
	ctx, cancel := context.WithCancelCause(context.Background())
	nc := testkit.Must(w.connect(ctx, cancel))(t)
	w.nc = nc
	if do == nil {
		t.Cleanup(nc.Close)
		return w
	}
	var group sync.WaitGroup
	group.Go(func() {
		one := &worker{workers: w}
		defer one.close()
		for ctx.Err() == nil {
			a, err := one.next(ctx)
			if err != nil || a == nil {
				continue
			}
			games, err := one.play(ctx, a.Job, a.Range)
			if err == nil {
				do(one, a, games)
			}
		}
	})
	t.Cleanup(func() {
		cancel(nil)
		nc.Close()
		group.Wait()
	})
	return w
}

// result returns the message with the games of a piece of work.
func result(t *testing.T, w *worker, a *assignment, games []store.Record) *nats.Msg {
	t.Helper()
	msg, err := writeResult(a.Job, a.Range, games, w.me)
	if err != nil {
		t.Error(err)
	}
	return msg
}

// submit stores a result of a rogue worker in the usual way.
func submit(t *testing.T, w *worker, a *assignment, games []store.Record) {
	_, _ = w.request(context.Background(), result(t, w, a, games)) // it may be banned
}

// Workers that alter games, stay silent or send something else have no effect. Those that
// alter games are named and banned.
func TestRogues(t *testing.T) {
	g := rulestest.Game(t, "chess")
	want := whole(t, g, tiny)
	for name, test := range map[string]struct {
		share  float64
		do     func(t *testing.T, w *worker, a *assignment, games []store.Record)
		banned string // part of the message about it
	}{
		"a result against the rules": {0.02, func(t *testing.T, w *worker, a *assignment, games []store.Record) {
			games[3].Result, games[3].Reason = rules.WhiteWins, rules.Checkmate
			submit(t, w, a, games)
		}, "its opening and moves make it a different game"},
		"other scores, from the third result on": {1, func(t *testing.T, w *worker, a *assignment, games []store.Record) {
			if a.Range.First == 0 || a.Range.First == 64 {
				submit(t, w, a, games)
				return
			}
			games[5].Scores[12] += 3
			submit(t, w, a, games)
		}, "differs when it is played again"},
		"other scores, with attacks on the hub": {1, func(t *testing.T, w *worker, a *assignment, games []store.Record) {
			if a.Range.First > 40 {
				for _, name := range []string{"replies", "commands", "junk"} {
					attacks[name](w.workers, a.Job, "victim")
				}
				games[len(games)-1].Scores[8]++
			}
			submit(t, w, a, games)
		}, "differs when it is played again"},
		"one game of its second result": {Default().Share, func(t *testing.T, w *worker, a *assignment, games []store.Record) {
			if a.Range.First > 0 {
				games[len(games)/2].Scores[8]++
			}
			submit(t, w, a, games)
		}, "differs when it is played again"},
		"the games of another range": {0.02, func(t *testing.T, w *worker, a *assignment, games []store.Record) {
			for i := range games {
				games[i].Pair++
			}
			submit(t, w, a, games)
		}, "expected game 0 of pair"},
		"a result under another key": {0.02, func(t *testing.T, w *worker, a *assignment, games []store.Record) {
			msg := result(t, w, a, games)
			msg.Subject = strings.Replace(msg.Subject, w.me.key, "UA"+w.me.key[2:], 1)
			_ = w.nc.PublishMsg(msg) // the server refuses it
			w.beat(a, "-")
		}, ""},
		"a flood after its games": {0.02, func(t *testing.T, w *worker, a *assignment, games []store.Record) {
			submit(t, w, a, games)
			for range 20 {
				attacks["work is hoarded"](w.workers, "", "")
			}
		}, "it sends far more than"},
		"garbage": {0.02, func(t *testing.T, w *worker, a *assignment, games []store.Record) {
			msg := result(t, w, a, games)
			msg.Data = []byte("\x1f\x8b garbage")
			_ = w.nc.PublishMsg(msg)
		}, "gzip"},
		"a huge message": {0.02, func(t *testing.T, w *worker, a *assignment, games []store.Record) {
			if err := w.nc.Publish(resultSubject(w.me.key, a.Job), make([]byte, maxMessage+100_000)); !errors.Is(err, nats.ErrMaxPayload) {
				t.Errorf("a message of %d bytes: %v", maxMessage+100_000, err)
			}
			w.beat(a, "-")
		}, ""},
		"silence": {0.02, func(*testing.T, *worker, *assignment, []store.Record) {}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && test.banned == "" {
				t.Skip("it waits for work that is handed out again")
			}
			cfg := config(t, t.TempDir())
			cfg.Share, cfg.MaxDeliver = test.share, 1000
			if test.banned == "" { // it waits for work that is handed out again
				cfg.AckWait /= 3
			}
			var mu sync.Mutex
			var said []string
			var h *Hub
			cfg.Events.Message = func(text string) {
				mu.Lock()
				defer mu.Unlock()
				said = append(said, text)
				if strings.Contains(text, "is banned") {
					join(t, h, 1)
				}
			}
			h = open(t, cfg)
			done := 0
			w := rogue(t, h, func(w *worker, a *assignment, games []store.Record) {
				done++
				test.do(t, w, a, games)
				if test.banned == "" && done > 3 {
					time.Sleep(200 * time.Millisecond)
				}
			})
			if test.banned == "" {
				join(t, h, 1)
			}
			ctx := timeout(t)
			folder := t.TempDir()
			testkit.OK(t, playTiny(ctx, g, tiny, folder, match.Crew{Hub: h}))
			if games(t, folder) != want {
				t.Error("the games are others")
			}
			if h.Bans(w.me.key) != (test.banned != "") {
				t.Errorf("banned: %v", h.banned)
			}
			for _, a := range authors(t, folder) {
				if test.banned != "" && a.Key == w.me.key {
					t.Errorf("the games of a banned worker are kept: %+v", a)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			who := "rogue/1"
			if name == "a flood after its games" {
				who = w.me.key // it is banned before its messages are read
			}
			if all := strings.Join(said, "\n"); test.banned != "" && (!strings.Contains(all, "worker "+who+" is banned") || !strings.Contains(all, test.banned)) {
				t.Errorf("said %q, want %q", all, test.banned)
			}
		})
	}
}
