package hub

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// rogue starts a worker that passes the games it has played to the callback do. It ends
// with the test, or when it is refused.
func rogue(t *testing.T, h *Hub, do func(w *worker, a *assignment, games []store.Record)) *workers {
	t.Helper()
	me := testkit.Must(newIdentity())(t)
	me.name = "rogue/1"
	w := &workers{cfg: WorkConfig{URL: "nats://" + h.cfg.Listen, Workers: 1}, me: me}
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
