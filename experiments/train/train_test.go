package train

import (
	"context"
	"errors"
	"slices"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// quick is a run of about a second.
var quick = func() Config {
	c := Default()
	c.Rounds, c.Match = 2, matchOf(0, 8, 20, 10)
	c.Play.Seed, c.Play.Pairs, c.Play.Nodes = 2, 12, 20
	return c
}()

func TestRunContinuesWhereItWasInterrupted(t *testing.T) {
	g := rulestest.Game(t, "chess")
	folder := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	games := 0
	_, err := Run(ctx, g, quick, folder, match.Workers(2), match.Events{GameDone: func(match.Progress) {
		if games++; games == 60 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want that of the context", err)
	}
	rest := 0
	broken := testkit.Must(Run(context.Background(), g, quick, folder, match.Workers(1), match.Events{GameDone: func(p match.Progress) {
		if p.Tally.Test == nil {
			rest++
		}
	}}))(t)
	whole := testkit.Must(Run(context.Background(), g, quick, t.TempDir(), match.Workers(3), match.Events{}))(t)
	if rest == 0 || rest > quick.Games()-60 {
		t.Errorf("%d of %d games played after 60", rest, quick.Games())
	}
	if whole.Data.Games != quick.Games() || len(whole.Rounds) != 2 || whole.Rounds[0].Fit.Games != quick.Games()/2 {
		t.Errorf("%d games, %d in the first of %d rounds", whole.Data.Games, whole.Rounds[0].Fit.Games, len(whole.Rounds))
	}
	if !slices.Equal(broken.Final.MG, whole.Final.MG) || !slices.Equal(broken.Final.EG, whole.Final.EG) || *broken.Match != *whole.Match {
		t.Error("the interrupted run ends with other weights or another match")
	}
	testkit.Same(t, "largest changes", whole.Changes(), broken.Changes())
	for i, c := range whole.Changes() {
		if c.By <= 0 || c.NewMG == c.OldMG && c.NewEG == c.OldEG || i > 0 && c.By > whole.Changes()[i-1].By {
			t.Errorf("change %d: %+v", i, c)
		}
	}
}
