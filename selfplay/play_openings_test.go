package selfplay

import (
	"context"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

// A round may have openings of its own. It keeps them: with others it does not go on.
func TestOpeningsOfARound(t *testing.T) {
	g := compile(t, "chess")
	cfg := Default()
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
		_, err := PlayWith(context.Background(), g, cfg, p, 1, match.Workers(1), games, Events{})
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
	if err := play(); err == nil || !strings.Contains(err.Error(), "round 1 with other openings") {
		t.Errorf("other openings: %v", err)
	}
}
