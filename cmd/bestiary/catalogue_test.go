package main

import (
	"context"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments/estimate"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

// Every game of the catalogue can be measured from end to end.
func TestEveryGameCanBeEstimated(t *testing.T) {
	games := variant.Catalogue()
	if testing.Short() {
		games = []string{"al-ces", "complete-permutation", "hannibal-manticore"}
	}
	for _, name := range games {
		t.Run(name, func(t *testing.T) {
			v, err := variant.Find(name)
			if err != nil {
				t.Fatal(err)
			}
			g, err := rules.Compile(v)
			if err != nil {
				t.Fatal(err)
			}
			cfg := estimate.Default()
			cfg.SetPairs(2)
			cfg.Rounds, cfg.Play.Nodes = 0, 20
			if eval.Loses(g) {
				if _, err := estimate.Run(context.Background(), g, cfg, t.TempDir(), match.Workers(1), estimate.Events{}); err == nil || !strings.Contains(err.Error(), "by losing its pieces") {
					t.Errorf("error %v", err)
				}
				return
			}
			res, err := estimate.Run(context.Background(), g, cfg, t.TempDir(), match.Workers(1), estimate.Events{})
			if err != nil {
				t.Fatal(err)
			}
			if n, kinds := len(res.Ranking), len(opening.Valued(g)); res.Games.Games != 4 || n != kinds {
				t.Errorf("%d games, %d values of %d kinds of pieces that have one", res.Games.Games, n, kinds)
			}
		})
	}
}

// Each option that has a meaning in a game stands under exactly one of the rules
