package bench

import (
	"errors"
	"testing"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// Both search every position in every round, and the ratio is the median of the rounds.
func TestBeside(t *testing.T) {
	g := rulestest.Game(t, "chess")
	positions := testkit.Must(Middle(g))(t)[:2]
	var asked []string
	c := testkit.Must(Beside(g, positions, 100, 3, func(p *rules.Position, nodes uint64) (Effort, error) {
		asked = append(asked, p.FEN())
		return Effort{nodes, time.Second}, nil
	}))(t)
	a, b := positions[0].FEN(), positions[1].FEN()
	testkit.Same(t, "asked", []string{a, b, a, b, a, b}, asked)
	both := Together([]Comparison{c, c})
	for round := range 3 {
		if c.Own[round].Nodes != 200 || both.Own[round].Nodes != 400 || both.Peer[round] != (Effort{400, 4 * time.Second}) {
			t.Errorf("round %d: %+v, twice %+v", round, c, both)
		}
	}
	failing := errors.New("failing")
	_, err := Beside(g, positions, 100, 3, func(*rules.Position, uint64) (Effort, error) { return Effort{}, failing })
	if !errors.Is(err, failing) {
		t.Errorf("error %v, want that of the other program", err)
	}
	known := Comparison{Own: []Effort{{100, time.Second}, {900, time.Second}, {300, time.Second}}, Peer: []Effort{{100, time.Second}, {100, time.Second}, {50, time.Second}}}
	if median, low, high := known.Ratio(); median != 6 || low != 1 || high != 9 || Median(known.Own) != 300 {
		t.Errorf("ratio %v, %v to %v, rate %v, want 6, 1 to 9, 300", median, low, high, Median(known.Own))
	}
}
