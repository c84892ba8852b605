package match

import (
	"context"
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

	list, rounds, err := Samples(folder)
	testkit.OK(t, err)
	if rounds != 14 || len(list) != 12 || list[0].Round != 0 || list[11].Round != 12 || len(list[3].Games) != 4 {
		t.Fatalf("%d samples of %d rounds: %+v", len(list), rounds, list)
	}
	if list[0].Run != "" {
		t.Errorf("the sample tells where the run is: %q", list[0].Run)
	}
	for _, one := range list {
		if differ, err := one.Repeat(context.Background()); err != nil || len(differ) > 0 {
			t.Error(differ, err)
		}
	}
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
	if _, ok, err := s.Meta(store.RoundKey(r.Round(), store.Job)); ok || err != nil {
		t.Error("games with a clock can be played again", err)
	}
}
