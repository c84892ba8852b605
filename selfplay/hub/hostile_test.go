package hub

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

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
			cfg := config(t, t.TempDir())
			cfg.MaxDeliver, cfg.AckWait = 3, time.Second
			h := open(t, cfg)
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
					time.AfterFunc(200*time.Millisecond, func() { join(t, h, 1) })
				})
			}}
			testkit.OK(t, playTiny(ctx, g, tiny, folder, match.Crew{Hub: hub}))
			cancel()
			group.Wait()
			if games(t, folder) != want {
				t.Error("the games are others")
			}
			if name == "work is hoarded" {
				for deadline := time.Now().Add(10 * time.Second); w.nc.IsConnected() && time.Now().Before(deadline); {
					time.Sleep(10 * time.Millisecond)
				}
				if !h.Bans(w.me.key) || w.nc.IsConnected() {
					t.Errorf("the worker is banned %v, connected %v", h.Bans(w.me.key), w.nc.IsConnected())
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
	for name, unit := range map[string]string{"empty games": "{},", "nothing": "null,", "one long game": `{"Moves":[` + strings.Repeat(`"",`, 2_300_000) + `""]},`,
		"a long text": `{"FEN":"` + strings.Repeat("x", 96<<20) + `"},`, "spaces": " ", "depth": "["} {
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
	for i := range 2 * match.MaxRange {
		g := store.Record{Pair: i / 2, Index: i % 2, FEN: strings.Repeat("x", 2000), Detail: strings.Repeat("x", 500)}
		for range 600 {
			g.Moves, g.Scores, g.Depths, g.Times = append(g.Moves, "p16p15=+q,p10"), append(g.Scores, -32000), append(g.Depths, 100), append(g.Times, 1_000_000)
		}
		games = append(games, g)
	}
	me := testkit.Must(newIdentity())(t)
	m := testkit.Must(writeResult("x", match.Range{Count: match.MaxRange}, games, me))(t)
	testkit.Same(t, "", games, testkit.Must(readResult(m.Data, match.Range{Count: match.MaxRange}, 600))(t))
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
