package estimate

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/run"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// fromPrior returns a short run of chess without built-in weights.
func fromPrior(t *testing.T, rounds int) (*rules.Game, Config) {
	g := rulestest.Game(t, "chess")
	return g, estimate(func(c *Config) {
		c.SetPairs(2)
		c.SetStart(eval.Prior(g))
		c.Panel = []string{run.Learned}
		c.Rounds, c.RoundPairs, c.Play.Seed, c.Play.Nodes = rounds, 6, 3, 10
	})
}

// A game without tuned weights learns all terms, from armies and from the array, and
// learns the same after an interruption and for any number of workers.
func TestLearningRoundsFitAllTerms(t *testing.T) {
	g, cfg := fromPrior(t, 2)
	folder := t.TempDir()
	ctx, stop := context.WithCancel(context.Background())
	games := 0
	_, err := Run(ctx, g, cfg, folder, match.Workers(2), match.Events{GameDone: func(match.Progress) {
		if games++; games == 40 {
			stop()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want that of the context", err)
	}
	var last match.Progress
	broken, err := Run(context.Background(), g, cfg, folder, match.Workers(1), match.Events{
		GameDone: func(p match.Progress) { last = p },
		Found:    func(string) { last = match.Progress{} },
	})
	testkit.OK(t, err)
	whole := testkit.Must(Run(context.Background(), g, cfg, t.TempDir(), match.Workers(3), match.Events{}))(t)
	if !slices.Equal(broken.Weights.MG, whole.Weights.MG) || !slices.Equal(broken.Weights.EG, whole.Weights.EG) {
		t.Error("the interrupted run ends with other weights")
	}
	if last.Done != last.Total {
		t.Errorf("the last progress is %+v", last)
	}
	moved, prior := 0, eval.Prior(g)
	for i, name := range prior.Names() {
		if !strings.HasPrefix(name, "material.") && whole.Weights.MG[i] != prior.MG[i] {
			moved++
		}
	}
	if moved < 20 {
		t.Errorf("%d terms other than material were fitted", moved)
	}
	for _, r := range whole.Rounds[:2] {
		if r.Summary.Games != 24 || r.Games != 24 {
			t.Errorf("round %d has %d games of %d, want 24", r.Number, r.Summary.Games, r.Games)
		}
	}
	if want := cfg.LearningGames(g); want != 48 || whole.Weights.Origin.Games != want {
		t.Errorf("weights from %d games, %d expected, want 48", whole.Weights.Origin.Games, want)
	}
	if got := run.Provenance(g, whole.Weights); got != "weights that were tuned with 48 games" {
		t.Errorf("provenance %q", got)
	}
}

// Tuned weights only learn the values of pieces.
func TestTunedWeightsKeepTheirTerms(t *testing.T) {
	g, cfg := fromPrior(t, 1)
	cfg.Start, cfg.Weights = nil, ""
	folder := t.TempDir()
	res := testkit.Must(Run(context.Background(), g, cfg, folder, match.Workers(2), match.Events{}))(t)
	if !slices.Equal(res.Weights.MG, run.WithMaterial(g, eval.Default(g), res.Weights).MG) {
		t.Error("terms other than material changed")
	}
	if _, err := os.Stat(filepath.Join(folder, arrayFolder)); err == nil || cfg.LearningGames(g) != 12 {
		t.Errorf("games from the array, %d learning games, want 12", cfg.LearningGames(g))
	}
}
