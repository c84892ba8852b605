package match

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
)

// The first games of stored rounds can be played again, and one that is not the same is described.
func TestSamples(t *testing.T) {
	folder := t.TempDir()
	cfg := selfPlay(func(c *Config) { c.Pairs, c.Nodes, c.MaxPlies = 3, 10, 30 })
	s := testkit.Must(OpenRun(folder, chess(), cfg))(t)
	for round := range 14 {
		w := eval.Prior(chess())
		w.MG[0] += float64(10 * round)
		p := testkit.Must(EnginePlayer(chess(), cfg, w))(t)
		testkit.Must(PlayWith(context.Background(), chess(), cfg, p, round, Workers(2), s, Events{}))(t)
	}
	testkit.OK(t, s.Close())

	list, rounds := Samples(folder)
	if rounds != 14 || len(list) != 12 || list[0].Round != 0 || list[11].Round != 12 || len(list[3].Games) != 4 || list[0].Run != "" {
		t.Fatalf("%d samples of %d rounds: %+v", len(list), rounds, list)
	}
	for _, one := range list {
		if differ, err := one.Repeat(context.Background()); err != nil || len(differ) > 0 {
			t.Error(differ, err)
		}
	}
	// A folder that is not there, and a store that cannot be read, take nothing from the others.
	testkit.OK(t, os.Mkdir(filepath.Join(folder, "bad"), 0o777))
	testkit.Write(t, filepath.Join(folder, "bad", store.File), "no database")
	if more, n := Samples(filepath.Join(folder, "none"), folder); len(more) != 12 || n != 14 || more[0].Run != filepath.Base(folder) {
		t.Errorf("%d samples of %d rounds, the first of %q", len(more), n, more[0].Run)
	}
	if link := filepath.Join(t.TempDir(), "link"); os.Symlink(folder, link) == nil {
		if same, _ := Samples(link); len(same) != 12 {
			t.Errorf("%d samples behind a link", len(same))
		}
	}
	for _, place := range [][2]int{{-1, 0}, {0, 7}, {0, -1}} {
		one := list[0]
		one.Games = []Sampled{{Pair: place[0], Game: place[1]}}
		testkit.Fails(t, testkit.Error(one.Repeat(context.Background())), "round 0, pair ", "the file is damaged")
	}
	// A job stays once its round has games, and is replaced before.
	again := testkit.Must(OpenRun(folder, chess(), cfg))(t)
	for round, want := range map[int]bool{3: true, 99: false} {
		testkit.OK(t, again.SetMeta(store.RoundKey(round, store.Job), "kept"))
		run := testkit.Must(NewAlone(chess(), cfg, testkit.Must(EnginePlayer(chess(), cfg, eval.Prior(chess())))(t), round))(t)
		testkit.OK(t, run.keepJob(again))
		if job, _, _ := again.Meta(store.RoundKey(round, store.Job)); (job == "kept") != want {
			t.Errorf("round %d has the job %.20q", round, job)
		}
	}
	testkit.OK(t, again.Close())
	of := func(change func(*Sampled)) string {
		one := list[5]
		one.Games = append([]Sampled{}, one.Games[:2]...)
		change(&one.Games[1])
		differ, err := one.Repeat(context.Background())
		if err != nil || len(differ) != 1 {
			t.Fatal(differ, err)
		}
		return differ[0]
	}
	moves := strings.Fields(list[5].Games[1].Moves)
	for want, change := range map[string]func(*Sampled){
		"round 5, pair 1, game 2: ply 9 was a1a1, and is " + moves[8] + " now": func(g *Sampled) {
			g.Moves = strings.Join(append(append(moves[:8:8], "a1a1"), moves[9:]...), " ")
		},
		"it ended after ply 3, and ends after ply": func(g *Sampled) { g.Moves = strings.Join(moves[:3], " ") },
		"it began with x, and begins with":         func(g *Sampled) { g.FEN = "x" },
		"it ended 1-0 by agreement, and ends":      func(g *Sampled) { g.Result, g.Reason = "1-0", "agreement" },
	} {
		if got := of(change); !strings.Contains(got, want) {
			t.Errorf("%q has no %q", got, want)
		}
	}
}

// Rounds that depend on the host have no sample.
func TestSamplesOfTimedGames(t *testing.T) {
	r := prepare(t, chess(), with(func(c *Config) { c.Pairs, c.MaxPlies = 1, 6 }), "engine:movetime=0.01", "engine:nodes=5")
	s := open(t, r)
	play(t, r, s, 1, Events{})
	if job, _, err := s.Meta(store.RoundKey(r.Round(), store.Job)); job != "" || err != nil {
		t.Error("games with a clock can be played again", err)
	}
}
