package hub

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/stat/rating"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"

	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/nats-io/nats-server/v2/server"
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
			if got := h.Invitation(); got != url {
				t.Errorf("the invitation is %q, want %q", got, url)
			}
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
			if s := h.status.now(0); s.Machines != 1 || len(s.Workers) != 1 {
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

// If a worker alters games of the second round, its games of the first round are replayed,
// too, and everything that depends on them.
func TestDistrustReachesBack(t *testing.T) {
	g := rulestest.Game(t, "chess")
	rounds := func(folder string, crew match.Crew) error {
		s, err := match.OpenRun(folder, g, tiny)
		if err != nil {
			return err
		}
		defer s.Close()
		for round := range 2 {
			if _, err := match.Play(timeout(t), g, tiny, eval.Prior(g), round, crew, s, match.Events{}); err != nil {
				return err
			}
		}
		return nil
	}
	alone, folder := t.TempDir(), t.TempDir()
	testkit.OK(t, rounds(alone, match.Workers(2)))
	cfg := config(t, t.TempDir())
	h := open(t, cfg)
	rogue(t, h, func(w *worker, a *assignment, games []store.Record) {
		if games[0].Round == 0 && games[0].Pair == 64 || games[0].Round == 1 {
			// The alteration follows the rules, so that only replaying the game reveals
			// it.
			games[7].Scores[12]++
		}
		submit(t, w, a, games)
	})
	h.cfg.Share = 0 // so that the first round is accepted
	altered := false
	h.cfg.Events.Message = func(text string) { t.Log(text) }
	ev := match.Crew{Hub: watch{h, func(r *match.Run) {
		if r.Round() == 1 {
			h.cfg.Share, altered = 1, true
		}
	}}}
	err := rounds(folder, ev)
	if err == nil || !strings.Contains(err.Error(), "worker rogue/1 is banned") || !strings.Contains(err.Error(), "give the same command again") || !altered {
		t.Fatal(err)
	}
	without := filepath.Join(t.TempDir(), "without")
	testkit.OK(t, os.CopyFS(without, os.DirFS(folder)))
	testkit.OK(t, rounds(without, match.Workers(2)))
	join(t, h, 2)
	testkit.OK(t, rounds(folder, ev))
	for _, f := range []string{folder, without} {
		if games(t, f) != games(t, alone) {
			t.Errorf("the games of %s are others", f)
		}
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
