package match

import (
	"context"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
)

// A round may have its own openings, and cannot be continued with others.
func TestOpeningsOfARound(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := SelfPlay()
	cfg.Pairs, cfg.Nodes = 1, 5
	games := testkit.Must(OpenRun(t.TempDir(), g, cfg))(t)
	defer games.Close()
	p := testkit.Must(EnginePlayer(g, cfg, eval.Prior(g)))(t)
	own := cfg.Config
	own.Kind, own.Exchanges, own.NoPermute = opening.Exchanges, "queen= 1", true
	p.Openings = &own
	play := func() error {
		_, err := PlayWith(context.Background(), g, cfg, p, 1, Workers(1), games, Events{})
		return err
	}
	testkit.OK(t, play())
	for rec, err := range games.Games(1) {
		if err != nil || strings.Count(strings.ToLower(rec.FEN[:strings.Index(rec.FEN, " ")]), "q") != 1 {
			t.Errorf("game %s starts from %s (error %v), want one queen", rec.Name(), rec.FEN, err)
		}
	}
	own.Exchanges = "rook= 1"
	testkit.Fails(t, play(), "round 1 played with other openings")
}

// Measured games from the array hardly repeat each other.
func TestStandardOpeningsDiffer(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := SelfPlay().Standard()
	s := testkit.Must(opening.New(g, cfg.Config, 1))(t)
	const pairs = 200
	known := map[string]bool{}
	for i := range 2 * pairs {
		start := testkit.Must(s.Start(1, i/2, i%2))(t)
		known[start.Position.FEN()] = true
	}
	if repeated := 2*pairs - len(known); repeated > pairs/50 {
		t.Errorf("%d of %d openings are not new", repeated, 2*pairs)
	}
}
