package bench

import (
	"strings"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/engine/search"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

func TestEveryGameHasPositions(t *testing.T) {
	for _, name := range variant.Catalogue() {
		seen := map[string]bool{}
		for _, p := range Positions(rulestest.Game(t, name)) {
			if p.Placing() || len(p.Moves(nil)) == 0 || seen[p.FEN()] {
				t.Errorf("%s: %s is no use", name, p.FEN())
			}
			seen[p.FEN()] = true
		}
		if len(seen) != len(plies) {
			t.Errorf("%s: %d positions, want %d", name, len(seen), len(plies))
		}
	}
}

// The signature is the same in every run, and tells different searches apart.
func TestSignature(t *testing.T) {
	seen := map[uint32]Config{}
	for _, c := range []Config{{Depth: 4, Perft: 1}, {Depth: 3, Perft: 1}, {Nodes: 500, Perft: 1}, {Nodes: 500, Perft: 2}} {
		var runs [2][]Measurement
		for i := range runs {
			for _, name := range []string{"chess", "al-ces", "musketeer"} {
				m := testkit.Must(Run(rulestest.Game(t, name), c))(t)
				runs[i] = append(runs[i], m)
			}
		}
		a, b := Total(runs[0]), Total(runs[1])
		if a.Signature != b.Signature || a.Nodes != b.Nodes || a.Leaves != b.Leaves {
			t.Errorf("%+v: %+v, then %+v", c, a, b)
		}
		if other, ok := seen[a.Signature]; ok {
			t.Errorf("%+v has the signature of %+v", c, other)
		}
		seen[a.Signature] = c
		if a.Positions != 3*len(plies) || a.Searching <= 0 || a.Counting <= 0 {
			t.Errorf("%+v: incomplete: %+v", c, a)
		}
	}
}

func TestConfigOutOfRange(t *testing.T) {
	g := rulestest.Game(t, "chess")
	for want, c := range map[string]Config{
		"depth is 101":     {Depth: search.MaxDepth + 1},
		"depth is -1":      {Depth: -1},
		"perft depth is 7": {Perft: MaxPerft + 1},
	} {
		if _, err := Run(g, c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want one with %q", c, err, want)
		}
	}
}
