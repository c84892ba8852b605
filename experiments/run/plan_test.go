package run

import (
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

func TestNewPlan(t *testing.T) {
	g := rulestest.Game(t, "chess")
	p := testkit.Must(NewPlan(g, match.Workers(4), []PlannedPart{{"games", 20, 300}, {"levels", 2, 50}}))(t)
	if p.Games != 22 || p.Positions != 100*(20*300+2*50) || p.Workers != 4 {
		t.Errorf("%+v, want 22 games with 610,000 positions", p)
	}
	// Between 1,000 and 100 million positions a second for each worker.
	if !(p.Seconds > p.Positions/4/1e8 && p.Seconds < p.Positions/4/1e3) {
		t.Errorf("%v seconds for %v positions", p.Seconds, p.Positions)
	}
	if p := testkit.Must(NewPlan(g, match.Crew{}, nil))(t); p.Workers < 1 || p.Games != 0 || p.Seconds != 0 {
		t.Errorf("nothing to play: %+v", p)
	}
	for seconds, want := range map[float64]string{12.3: "12s", 3599: "59m59s", 7290: "2h1m30s"} {
		if got := (&Plan{Seconds: seconds}).Time(); got != want {
			t.Errorf("%v seconds are %s, want %s", seconds, got, want)
		}
	}
}
