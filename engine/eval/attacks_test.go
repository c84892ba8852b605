package eval

import (
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
)

// viewOf looks at a position of chess and notes what both sides attack.
func viewOf(t *testing.T, fen string) *view {
	t.Helper()
	g := rulestest.Game(t, "chess")
	v := New(g, Prior(g)).newView()
	v.read(rulestest.Position(t, g, fen), new(pawnEntry))
	v.findOfficers()
	v.side(rules.White)
	v.side(rules.Black)
	return v
}

func TestHangingAndLesserThreats(t *testing.T) {
	for _, test := range []struct {
		name, fen       string
		hanging, lesser [2]int32 // by White, by Black
	}{
		{"a loose knight", "7k/8/8/3n4/8/8/8/3R3K w - - 0 1", [2]int32{1, 0}, [2]int32{0, 0}},
		{"protected by a pawn", "7k/8/4p3/3n4/8/8/8/3R3K w - - 0 1", [2]int32{0, 0}, [2]int32{0, 0}},
		{"protected by the king", "8/8/4k3/3n4/8/8/8/3R3K w - - 0 1", [2]int32{0, 0}, [2]int32{0, 0}},
		{"a bishop on a protected rook", "7k/8/4p3/3r4/8/1B6/8/7K w - - 0 1", [2]int32{0, 0}, [2]int32{1, 0}},
		{"a knight on rook and queen, the rook loose", "q6k/2N5/8/3r4/8/8/8/7K b - - 0 1", [2]int32{1, 0}, [2]int32{2, 0}},
		{"a rook on a knight is no lesser threat", "7k/8/4p3/3n4/8/8/8/3r3K w - - 0 1", [2]int32{0, 0}, [2]int32{0, 0}},
		{"pawns are not among them", "7k/8/8/3p4/8/8/8/3R3K w - - 0 1", [2]int32{0, 0}, [2]int32{0, 0}},
	} {
		v := viewOf(t, test.fen)
		for _, c := range []rules.Color{rules.White, rules.Black} {
			if got := v.tally(c)[hanging]; got != test.hanging[c] {
				t.Errorf("%s: colour %d attacks %d loose officers, want %d", test.name, c, got, test.hanging[c])
			}
			if got := v.tally(c)[lesserThreat]; got != test.lesser[c] {
				t.Errorf("%s: colour %d has %d lesser threats, want %d", test.name, c, got, test.lesser[c])
			}
		}
	}
}

// The zone of a king on h8 is g7, g8, h7 and h8.
func TestDangerToTheKing(t *testing.T) {
	const far = attackerUnits
	for _, test := range []struct {
		name, fen string
		units     int
	}{
		{"nothing near", "7k/8/8/8/8/8/8/R3K3 w - - 0 1", 0},
		// Two squares of the zone, which the king alone protects; checks on a8 and h1,
		// which count as one kind.
		{"a rook on the file beside it", "7k/8/8/8/8/8/8/4K1R1 w - - 0 1", far + 2*hitUnits + 2*weakUnits + checkUnits},
		{"the same with a rook that keeps a8 and h1", "7k/8/8/8/8/8/r7/4K1R1 w - - 0 1", far + 2*hitUnits + 2*weakUnits + checkUnits},
		{"a piece in between", "r6k/8/6n1/8/8/8/8/4K1R1 w - - 0 1", 0},
		// g8 is protected by a rook, which also keeps the rook from checking on a8.
		{"a rook at home", "r6k/8/8/8/8/8/8/4K1R1 w - - 0 1", far + 2*hitUnits + weakUnits + checkUnits},
		{"no check that loses nothing", "7k/8/8/8/4b3/8/8/4K1R1 w - - 0 1", far + 2*hitUnits + 2*weakUnits},
	} {
		v := viewOf(t, test.fen)
		if got, want := v.tally(rules.White)[kingDanger], int32(test.units*test.units); got != want {
			t.Errorf("%s: danger %d of units %v, want %d", test.name, got, v.attacks[rules.White].units, want)
		}
	}
	// Two attackers are more dangerous than the one and the other.
	danger := func(fen string) int32 { return viewOf(t, fen).tally(rules.White)[kingDanger] }
	rook, bishop := danger("7k/8/8/8/8/8/8/4K1R1 w - - 0 1"), danger("7k/8/8/8/8/3B4/8/4K3 w - - 0 1")
	if both := danger("7k/8/8/8/8/3B4/8/4K1R1 w - - 0 1"); both <= rook+bishop || bishop == 0 {
		t.Errorf("danger by a rook %d, by a bishop %d, by both %d; want more than the sum", rook, bishop, both)
	}
}

func TestShortLeaper(t *testing.T) {
	for game, want := range map[string]map[string]float64{
		// (30 + 5n/8)n with n = 8, 8 and 4 squares.
		"chess":              {"knight": 280},
		"hannibal-manticore": {"knight": 280, "elephant": 280},
		"shatranj":           {"knight": 280, "alfil": 130, "ferz": 130},
		"xiangqi":            {}, // the advisor stays in the palace, the soldier changes its moves
	} {
		g := rulestest.Game(t, game)
		found := map[string]float64{}
		for _, typ := range g.Types() {
			if x, ok := ShortLeaper(g, typ); ok {
				found[g.TypeName(typ)] = x
			}
		}
		for name, x := range want {
			if found[name] != x {
				t.Errorf("%s: %s is worth %v by the rule, want %v", game, name, found[name], x)
			}
		}
		if len(found) != len(want) {
			t.Errorf("%s: short leapers %v, want %v", game, found, want)
		}
		if _, ok := ShortLeaper(g, g.Royal()); ok {
			t.Errorf("%s: the rule values the royal piece", game)
		}
	}
}

// The prior is of the size that the rule gives: at most two fifths away.
func TestPriorAgreesWithTheLeaperRule(t *testing.T) {
	g := rulestest.Game(t, "shatranj")
	prior := PriorValues(g)
	for _, typ := range g.Types() {
		if x, ok := ShortLeaper(g, typ); ok && (prior[typ] < 0.7*x || prior[typ] > 1.4*x) {
			t.Errorf("%s: prior %.0f, rule %.0f", g.TypeName(typ), prior[typ], x)
		}
	}
}
