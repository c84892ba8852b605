package estimate

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/player"
)

// An estimate with enough pairs plays one match at pawn odds, with the weights of its last
// round.
func TestEstimatePlaysPawnOdds(t *testing.T) {
	g, folder := rulestest.Game(t, "chess"), t.TempDir()
	cfg := tiny
	cfg.OddsPairs = 4
	var odds []match.Part
	games, announced := 0, 0
	res, err := Run(context.Background(), g, cfg, folder, match.Workers(2), match.Events{
		PartStarts: func(p match.Part) {
			announced += p.Games + p.Skipped
			if p.Label == "pawn=" {
				odds = append(odds, p)
			}
		},
		GameDone: func(match.Progress) { games++ },
	})
	testkit.OK(t, err)
	if want := []match.Part{{Label: "pawn=", Games: 8}}; !slices.Equal(odds, want) {
		t.Errorf("rounds at odds %+v, want %+v", odds, want)
	}
	if want := cfg.GamesAtMost(g, nil, match.Workers(2)); announced != want || want != 20*4+6+8 {
		t.Errorf("%d games played or skipped, want the %d that were announced", announced, want)
	}
	if games != 14+8 {
		t.Errorf("%d games, want 22", games)
	}
	if res.Odds == nil || len(res.Odds.Lines) != 1 || res.Odds.Lines[0].Results.Number() != 4 {
		t.Fatalf("odds %+v, want one match of 4 pairs", res.Odds)
	}
	if got, want := player.HashWeights(res.Odds.Weights), player.HashWeights(res.Weights); got != want {
		t.Errorf("odds played with weights %s, want those of the last round, %s", got, want)
	}
	if got, want := res.Odds.Lines[0].Folder, filepath.Join(folder, oddsFolder, "odds-pawn="); got != want {
		t.Errorf("odds in %s, want %s", got, want)
	}
	again, err := Run(context.Background(), g, cfg, folder, match.Workers(1), match.Events{
		GameDone: func(match.Progress) { t.Error("a finished run played a game") },
	})
	testkit.OK(t, err)
	if again.Odds.Lines[0].Score != res.Odds.Lines[0].Score {
		t.Errorf("score at odds %v, before %v", again.Odds.Lines[0].Score, res.Odds.Lines[0].Score)
	}
}

// By default the match has an eighth of the pairs, unless that is too few to be useful; a
// game without pawns has no match.
func TestOddsPairs(t *testing.T) {
	for pairs, want := range map[int]int{8000: 1000, 79: 0, 80: 10, 400: 50, 100_000: 1000} {
		if cfg := estimate(func(c *Config) { c.SetPairs(pairs) }); cfg.OddsPairs != want {
			t.Errorf("%d pairs: %d at odds, want %d", pairs, cfg.OddsPairs, want)
		}
	}
}

// If a side cannot move without its pawn, there is no match at pawn odds, but still an
// estimate.
func TestNoArmiesAtPawnOdds(t *testing.T) {
	g := rulestest.Parse(t, `name = "stones"
board = { files = 3, ranks = 4, array = "ksp/3/3/KSP" }
piece = [
  { name = "king", symbol = "K", move = "G", royal = true },
  { name = "stone", symbol = "S", move = "mH" },
  { name = "pawn", symbol = "P", move = "fmW", pawn = true },
]
`)
	cfg := tiny
	cfg.OddsPairs = 4
	res := testkit.Must(Run(context.Background(), g, cfg, t.TempDir(), match.Workers(1), match.Events{}))(t)
	if res.Odds != nil {
		t.Errorf("odds %+v, want none", res.Odds)
	}
}
