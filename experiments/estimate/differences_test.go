package estimate

import (
	"context"
	"strings"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/run"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
)

// The games of the last round begin with the exchanges chosen by the run, according to
// their shares, and are counted from the left side; learning rounds have other armies.
func TestDifferencesOfARun(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := estimate(func(c *Config) {
		c.SetPairs(40)
		c.OddsPairs, c.Rounds, c.RoundPairs, c.Play.Nodes, c.About = 0, 1, 4, 10, "rook=knight"
	})
	cfg.Panel = []string{run.Learned, run.Perturbed}
	folder := t.TempDir()
	res := testkit.Must(Run(context.Background(), g, cfg, folder, match.Workers(1), match.Events{}))(t)
	pairs, shares := 0, 0.0
	for _, d := range res.Differences {
		pairs, shares = pairs+d.Pairs, shares+d.Share
		if want := d.Share * 40; float64(d.Pairs) < want-2.5 || float64(d.Pairs) > want+2.5 {
			t.Errorf("%s: %d of 40 pairs, want %.1f", d.Exchange, d.Pairs, want)
		}
		if d.Expected < 0.2 || d.Expected > 0.8 || d.Pairs > 1 && !d.Score.Known() {
			t.Errorf("%s: expected %.2f, found %v", d.Exchange, d.Expected, d.Score)
		}
	}
	if pairs != 40 || shares < 0.999 || shares > 1.001 || res.Openings.Kind != opening.Exchanges || !res.Openings.NoPermute {
		t.Errorf("%d pairs, shares of %.3f, openings %+v", pairs, shares, res.Openings)
	}
	games := testkit.Must(store.Open(folder))(t)
	defer games.Close()
	board := func(fen string) string {
		fen, _, _ = strings.Cut(fen, " ")
		for n := '8'; n > '0'; n-- {
			fen = strings.ReplaceAll(fen, string(n), strings.Repeat(" ", int(n-'0')))
		}
		return fen
	}
	array, other, traded := board(g.NewPosition().FEN()), 0, 0.0
	for _, d := range res.Differences {
		if strings.HasSuffix(d.Exchange, " traded") {
			traded += 2 * float64(d.Pairs)
		}
	}
	for rec, err := range games.Games(2) {
		testkit.OK(t, err)
		for i, c := range board(rec.FEN) {
			if c != ' ' && c != rune(array[i]) {
				other++
				break
			}
		}
	}
	if traded == 0 || float64(other) > traded {
		t.Errorf("%d games start with other pieces than those of the array, %v of traded exchanges", other, traded)
	}
}

// A run with random armies continues with random armies, not with exchanges.
func TestRunsWithRandomArmiesGoOn(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := estimate(func(c *Config) {
		c.SetPairs(4)
		c.Design, c.Rounds, c.Play.Nodes = RandomArmies, 0, 10
	})
	folder := t.TempDir()
	testkit.Must(Run(context.Background(), g, cfg, folder, match.Workers(1), match.Events{}))(t)
	cfg.Design = Exchanges
	testkit.Fails(t, testkit.Error(Run(context.Background(), g, cfg, folder, match.Workers(1), match.Events{})), "design was armies and is now exchanges")
	cfg.Design, cfg.About = RandomArmies, "rook=knight"
	testkit.Fails(t, cfg.Validate(), "armies drawn at random are about all pieces")
}
