package main

import (
	"context"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/experiments/estimate"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

// Games of every kind can be estimated, with -long all of the catalogue.
func TestEveryGameCanBeEstimated(t *testing.T) {
	some := []string{"al-ces", "hannibal-manticore", "musketeer", "crazyhouse", "different-armies", "antichess"}
	for _, name := range testkit.Choose(some, variant.Catalogue()) {
		t.Run(name, func(t *testing.T) {
			g := rulestest.Game(t, name)
			cfg := estimate.Default()
			cfg.SetPairs(2)
			cfg.Rounds, cfg.Play.Nodes = 0, 20
			if eval.Loses(g) {
				testkit.Fails(t, testkit.Error(estimate.Run(context.Background(), g, cfg, t.TempDir(), match.Workers(1), match.Events{})), "by losing its pieces")
				return
			}
			res := testkit.Must(estimate.Run(context.Background(), g, cfg, t.TempDir(), match.Workers(1), match.Events{}))(t)
			if n, kinds := len(res.Ranking), len(opening.Valued(g)); res.Games.Games != 4 || n != kinds {
				t.Errorf("%d games, %d values of %d kinds of pieces that have one", res.Games.Games, n, kinds)
			}
		})
	}
}

// Each option that has a meaning in a game stands under exactly one of the rules
