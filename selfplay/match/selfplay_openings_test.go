package match

import (
	"context"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules/rulestest"
	"bestiary/selfplay/opening"
)

// A round may have openings of its own. It keeps them: with others it does not go on.
func TestOpeningsOfARound(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := SelfPlay()
	cfg.Pairs, cfg.Nodes = 1, 5
	games, err := OpenRun(t.TempDir(), g, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer games.Close()
	p, err := EnginePlayer(g, cfg, eval.Prior(g))
	if err != nil {
		t.Fatal(err)
	}
	own := cfg.Config
	own.Kind, own.Exchanges, own.NoPermute = opening.Exchanges, "queen= 1", true
	p.Openings = &own
	play := func() error {
		_, err := PlayWith(context.Background(), g, cfg, p, 1, Workers(1), games, Events{})
		return err
	}
	if err := play(); err != nil {
		t.Fatal(err)
	}
	for rec, err := range games.Games(1) {
		if err != nil || strings.Count(strings.ToLower(rec.FEN[:strings.Index(rec.FEN, " ")]), "q") != 1 {
			t.Errorf("game %s starts from %s (error %v), want one queen", rec.Name(), rec.FEN, err)
		}
	}
	own.Exchanges = "rook= 1"
	if err := play(); err == nil || !strings.Contains(err.Error(), "round 1 played with other openings") {
		t.Errorf("other openings: %v", err)
	}
}

// Games from the array that are measured hardly repeat each other.
func TestStandardOpeningsDiffer(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := SelfPlay().Standard()
	s, err := opening.New(g, cfg.Config, 1)
	if err != nil {
		t.Fatal(err)
	}
	const pairs = 200
	known := map[string]bool{}
	for i := range 2 * pairs {
		start, err := s.Start(1, i/2, i%2)
		if err != nil {
			t.Fatal(err)
		}
		known[start.Position.FEN()] = true
	}
	if repeated := 2*pairs - len(known); repeated > pairs/50 {
		t.Errorf("%d of %d openings are not new", repeated, 2*pairs)
	}
}
