package estimate

import (
	"strings"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// According to the published ladders, 1,500 nodes are enough on 64 squares, and 300 are
// too few on larger boards.
func TestDefaultNodes(t *testing.T) {
	for _, c := range []struct {
		game  string
		nodes int
		says  string
	}{
		{"chess", 1500, "on 64 squares (chess) no value changed by more than 1.8 % when nodes were doubled, from there to 6,000"},
		{"capablanca", affordableNodes, "on 80 squares (capablanca) values still changed by up to 6.3 % when nodes were doubled, from 300 to 6,000"},
		{"grand", affordableNodes, "on 90 squares (hannibal-manticore)"}, // the largest board that there is
	} {
		d, err := DefaultNodes(rulestest.Game(t, c.game))
		if err != nil || d.Nodes != c.nodes || !strings.Contains(d.Because, c.says) {
			t.Errorf("%s: %+v, error %v", c.game, d, err)
		}
	}
	cfg := Default()
	cfg.SetDepth(Depth{Nodes: 600})
	if cfg.Play.Nodes != 600 || cfg.Pairs != 5656 || cfg.OddsPairs != 707 {
		t.Errorf("%d nodes, %d pairs, %d at odds", cfg.Play.Nodes, cfg.Pairs, cfg.OddsPairs)
	}
}

// The lowest rung close enough to the strongest is chosen, and bad lines are reported.
func TestLaddersAreRead(t *testing.T) {
	const text = "# note\ngame\tsquares\tnodes\tpiece\tvalue\tpairs\n" +
		"b\t80\t100\tr\t5\t10\nb\t80\t400\tr\t4.5\t10\nb\t80\t1600\tr\t4.45\t10\na\t64\t100\tr\t5\t10\n"
	list, err := parseRungs(text)
	if err != nil || len(list) != 4 || list[0].game != "a" {
		t.Fatalf("%+v, error %v", list, err)
	}
	for nodes, moves := range map[int]bool{100: true, 400: false, 1600: false} {
		if got := largest(list[1:], nodes); got > Tolerance != moves {
			t.Errorf("from %d nodes: %v", nodes, got)
		}
	}
	for line, want := range map[string]string{
		"b\t80\t100\tr\t5":        "wrong number of fields",
		"b\t80\t100\tr\tfive\t10": "is not a game",
		"b\t0\t100\tr\t5\t10":     "is not a game",
	} {
		testkit.Fails(t, testkit.Error(parseRungs(line)), want)
	}
}
