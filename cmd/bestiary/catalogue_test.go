package main

import (
	"context"
	"slices"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments"
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
			cfg := experiments.EstimateConfig{Rounds: -1}
			cfg.Pairs, cfg.Play.Nodes = 2, 20
			res, err := experiments.Estimate(context.Background(), g, cfg, t.TempDir(), 1, experiments.EstimateEvents{})
			if err != nil {
				t.Fatal(err)
			}
			if res.Games.Games != 4 || len(res.Ranking) == 0 || len(res.Ranking) >= len(v.Pieces) {
				t.Errorf("%d games, %d values of %d kinds of pieces", res.Games.Games, len(res.Ranking), len(v.Pieces))
			}
		})
	}
}

// Each option that has a meaning in a game stands under exactly one of the rules
// in words, and no other does.
func TestRulesInWordsNameAllOptions(t *testing.T) {
	for _, name := range variant.Catalogue() {
		v, err := variant.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, castling := range []string{"", "none", "orthodox", "fast", "flexible", "free", "swap"} {
			if castling != "" && v.Override("castling", castling) != nil {
				continue // there is no partner
			}
			var want, got []string
			for _, s := range v.Settings() {
				want = append(want, s.Name)
			}
			for _, s := range rulesInWords(v) {
				got = append(got, s.Options...)
			}
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s with castling %q: options\n%v, want\n%v", name, castling, got, want)
			}
		}
	}
}

// The words follow the readings that a game chooses.
func TestRulesInWordsOfPromotion(t *testing.T) {
	for _, test := range []struct {
		rule variant.Promotion
		want string
	}{
		{variant.Promotion{Pieces: []string{"elk"}, Zone: 0, Choices: []string{"rook"}}, "An elk does not promote."},
		{variant.Promotion{Pieces: []string{"pawn"}, Zone: 3, Optional: true, Compulsory: 1, Choices: []string{"rook"}},
			"On the last 3 ranks a pawn may promote to rook. On the last rank it must."},
		{variant.Promotion{Pieces: []string{"pawn"}, Zone: 1, Captured: true, EmptyPool: variant.EmptyPoolForbidden, Choices: []string{"rook"}},
			"On the last rank a pawn must promote to a piece of its side that has been captured: rook. When it must and there is nothing to choose from, the move is not legal."},
		{variant.Promotion{Pieces: []string{"pawn"}, Zone: 1, Captured: true, Optional: true, Choices: []string{"rook"}},
			"On the last rank a pawn may promote to a piece of its side that has been captured: rook."},
	} {
		if got := promotionInWords(test.rule); got != test.want {
			t.Errorf("%+v:\n%s\nwant\n%s", test.rule, got, test.want)
		}
	}
}
