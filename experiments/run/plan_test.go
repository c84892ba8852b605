package run

import (
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules/rulestest"
)

func TestNewPlan(t *testing.T) {
	g := rulestest.Game(t, "chess")
	part := func(games, nodes int) PlannedPart {
		return PlannedPart{Label: "games", Games: games, Nodes: nodes, Game: g, Weights: eval.Prior(g)}
	}
	p := NewPlan(4, []PlannedPart{part(20, 300), part(0, 1), part(2, 50)})
	if p.Games != 22 || p.Positions != 100*(20*300+2*50) || p.Workers != 4 {
		t.Errorf("%+v, want 22 games with 610,000 positions", p)
	}
	// Between 1,000 and 100 million positions a second.
	if !(p.Seconds > p.Positions/4/1e8 && p.Seconds < p.Positions/2/1e3) {
		t.Errorf("%v seconds for %v positions", p.Seconds, p.Positions)
	}
	if p := NewPlan(0, nil); p.Workers < 1 || p.Games != 0 || p.Seconds != 0 {
		t.Errorf("nothing to play: %+v", p)
	}
	for seconds, want := range map[float64]string{12.3: "12s", 3599: "59m59s", 7290: "2h2m0s"} {
		if got := (&Plan{Seconds: seconds}).Time(); got != want {
			t.Errorf("%v seconds are %s, want %s", seconds, got, want)
		}
	}
}
