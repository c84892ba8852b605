package league

import (
	"context"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/estimate"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// An estimate plays ten matches afterwards, once, and says how well it predicted them.
func TestShort(t *testing.T) {
	for pairs, want := range map[int]int{8000: 100, 100_000: 100, 1600: 20, 1599: 0} {
		if got := ShortPairs(pairs); got != want {
			t.Errorf("%d pairs have a league of %d, want %d", pairs, got, want)
		}
	}
	cfg := estimate.Default()
	cfg.SetPairs(60)
	cfg.OddsPairs, cfg.Rounds, cfg.Play.Nodes = 0, 0, 8
	folder := t.TempDir()
	run := func() (*estimate.Result, int) {
		res := testkit.Must(estimate.Run(context.Background(), rulestest.Game(t, "chess"), cfg, folder, match.Workers(2), match.Events{}))(t)
		games := 0
		testkit.OK(t, Short(context.Background(), res, 2, match.Workers(2), match.Events{GameDone: func(match.Progress) { games++ }}))
		return res, games
	}
	res, games := run()
	if f := res.Predicted; f == nil || f.Matches != 10 || f.Inside < 4 || f.Inside > 10 || !f.Off.Known() || games != ShortGames(2, match.Workers(2)) {
		t.Errorf("%+v after %d games", f, games)
	}
	again, games := run()
	testkit.Same(t, "again", res.Predicted, again.Predicted)
	if games != 0 {
		t.Errorf("%d games were played again", games)
	}
	res.Predicted = nil
	testkit.OK(t, Short(context.Background(), res, 0, match.Workers(1), match.Events{}))
	if res.Predicted != nil {
		t.Error("no pairs make a league")
	}
}
