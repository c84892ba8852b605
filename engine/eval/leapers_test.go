package eval

import "testing"

func TestShortLeaper(t *testing.T) {
	for game, want := range map[string]map[string]float64{
		// (30 + 5n/8)n with n = 8, 8 and 4 squares.
		"chess":              {"knight": 280},
		"hannibal-manticore": {"knight": 280, "elephant": 280},
		"shatranj":           {"knight": 280, "alfil": 130, "ferz": 130},
	} {
		g := compile(t, game)
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
	g := compile(t, "shatranj")
	prior := PriorValues(g)
	for _, typ := range g.Types() {
		if x, ok := ShortLeaper(g, typ); ok && (prior[typ] < 0.7*x || prior[typ] > 1.4*x) {
			t.Errorf("%s: prior %.0f, rule %.0f", g.TypeName(typ), prior[typ], x)
		}
	}
}
