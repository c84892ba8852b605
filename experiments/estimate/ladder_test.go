package estimate

import (
	"context"
	"strings"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/tuning"

	"github.com/google/go-cmp/cmp"
)

func TestLadderPairs(t *testing.T) {
	for _, c := range []struct{ pairs, nodes, rung, want int }{
		{4000, 300, 100, 4000}, {4000, 300, 300, 4000}, {4000, 300, 1200, 2000}, {4000, 300, 120000, 200}, {100, 300, 6000, 100},
	} {
		if got := ladderPairs(c.pairs, c.nodes, c.rung); got != c.want {
			t.Errorf("%d pairs at %d nodes, rung of %d: %d pairs, want %d", c.pairs, c.nodes, c.rung, got, c.want)
		}
	}
}

// The rungs, including the estimate, are in the order of their nodes, and no game is
// played twice.
func TestPlayLadder(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := estimate(func(c *Config) {
		c.SetPairs(3)
		c.Rounds, c.OddsPairs, c.Play.Seed, c.Play.Nodes = 0, 2, 3, 20
	})
	res := testkit.Must(Run(context.Background(), g, cfg, t.TempDir(), match.Workers(1), match.Events{}))(t)
	games := 0
	ev := match.Events{GameDone: func(match.Progress) { games++ }}
	for range 2 {
		testkit.OK(t, PlayLadder(context.Background(), res, []int{30, 20, 10, 30}, match.Workers(1), ev))
		var nodes []int
		for _, r := range res.Ladder {
			nodes = append(nodes, r.Nodes)
			if !r.PawnOdds.Known() {
				t.Errorf("%d nodes: no score at pawn odds", r.Nodes)
			}
			if r.Measurement.Pairs != 3 || len(r.Differs) != len(r.Measurement.Design.Values) {
				t.Errorf("%d nodes: %d pairs, %d marks", r.Nodes, r.Measurement.Pairs, len(r.Differs))
			}
		}
		if diff := cmp.Diff([]int{10, 20, 30}, nodes); diff != "" || games != 20 {
			t.Errorf("%d games, want 20; rungs (-want +got):\n%s", games, diff)
		}
	}
	if check := checkOf(t, res, "values at other nodes"); check.Status != CheckCannotTell || check.Note == "" {
		t.Errorf("3 pairs: %+v", check)
	}
}

// If a value changes with the nodes, it is marked and the check fails.
func TestLadderGate(t *testing.T) {
	res := measured(t, "chess", usual)
	if len(res.ladderChecks()) > 0 {
		t.Error("a check without a ladder")
	}
	rung := func(values map[string]float64) *tuning.Measurement { return inPoints(measured(t, "chess", values)) }
	inPoints(res)
	same, other := map[string]float64{}, map[string]float64{}
	for piece, x := range usual {
		same[piece], other[piece] = 1.3*x, 1.3*x
	}
	other["rook"] *= 1.4
	for _, c := range []struct {
		values map[string]float64
		status CheckStatus
		figure string
	}{{same, CheckPassed, "none at 300, 1500 nodes"}, {other, CheckFailed, "rook at 1500"}} {
		res.Ladder = []Rung{{Nodes: 300, Measurement: res.Measurement}, {Nodes: 1500, Measurement: rung(c.values)}}
		markRungs(res.Ladder, res.Measurement)
		if check := checkOf(t, res, "values at other nodes"); check.Status != c.status || !strings.Contains(check.Found, c.figure) {
			t.Errorf("%+v, want %s, %s", check, c.status, c.figure)
		}
	}
}

// inPoints fills in the values in points.
func inPoints(res *Result) *tuning.Measurement {
	m := res.Measurement
	for i, v := range m.Design.Values {
		m.Design.Values[i].Worth = m.Design.Ratio(v.Type, m.Design.Values[0].Type, m.Level)
	}
	return m
}

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
