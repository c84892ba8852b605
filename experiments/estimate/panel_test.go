package estimate

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/run"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// Each player has its own games, which are the same for any number of workers and after an
// interruption; together they are the games that are measured.
func TestPanelOfAnEstimate(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := tiny
	cfg.Panel = []string{run.Learned, run.PriorTerms, run.Perturbed, run.Deep, "engine:nodes=7"}
	cfg.SetPairs(45)
	cfg.OddsPairs, cfg.Rounds = 0, 0
	run := func(folder string, workers int, stopAfter int) (*Result, error) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		games := 0
		return Run(ctx, g, cfg, folder, match.Workers(workers), match.Events{GameDone: func(p match.Progress) {
			if games++; games == stopAfter {
				cancel()
			}
			if p.Total != 90 {
				t.Errorf("progress of %d games, want 90", p.Total)
			}
		}})
	}
	res := testkit.Must(run(t.TempDir(), 1, -1))(t)
	folder := t.TempDir()
	if _, err := run(folder, 2, 30); err == nil {
		t.Fatal("the run was not interrupted")
	}
	again := testkit.Must(run(folder, 2, -1))(t)
	testkit.Same(t, "an interrupted run has other values", outline(res), outline(again))
	var pairs, nodes []int
	for _, p := range res.Players {
		pairs, nodes = append(pairs, p.Pairs), append(nodes, p.Nodes)
		if p.Estimate == nil || p.Estimate.Pairs != p.Pairs {
			t.Errorf("%s: %d pairs, estimate %+v", p.Name, p.Pairs, p.Estimate)
		}
	}
	base := cfg.Play.Nodes
	if diff := cmp.Diff([]int{10, 10, 10, 5, 10}, pairs) + cmp.Diff([]int{base, base, base, 4 * base, 7}, nodes); diff != "" {
		t.Error(diff)
	}
	seen := map[string]bool{}
	for _, p := range res.Players[:3] {
		w := struct {
			Weights string `json:"weights"`
		}{}
		if err := json.Unmarshal(p.Config(), &w); err != nil || w.Weights == "" || seen[w.Weights] {
			t.Errorf("%s plays with the weights %q of another player, error %v", p.Name, w.Weights, err)
		}
		seen[w.Weights] = true
	}
	if len(res.Besides) != 1 || res.Besides[0].Player != "engine:nodes=7" || res.Besides[0].Own.Pairs != 35 || res.Besides[0].Theirs.Pairs != 10 || len(res.Besides[0].Differences) != 5 {
		t.Errorf("beside the engine: %+v", res.Besides)
	}
	if res.Measurement.Pairs != 45 || res.Games.Games != 90 || res.Rounds[0].Summary.Games != 90 {
		t.Errorf("%d pairs, %d games, %+v", res.Measurement.Pairs, res.Games.Games, res.Rounds[0].Summary)
	}
}

// The network is a player where the program has one.
func TestDefaultPanel(t *testing.T) {
	for game, want := range map[string][]string{"capablanca": append(Default().Panel, run.Network), "racing-kings": Default().Panel} {
		testkit.Same(t, game, want, DefaultPanel(rulestest.Game(t, game)))
	}
}
