package eval

import (
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

func joined(t *testing.T, game string, w variant.WrapRule) *rules.Game {
	t.Helper()
	v := testkit.Must(variant.Find(game))(t)
	v.Rules.Wraps = w
	return testkit.Must(rules.Compile(v))(t)
}

// On an odd number of files a bishop comes to the other colour over the joined edge.
func TestBishopOverJoinedEdges(t *testing.T) {
	for _, c := range []struct {
		game  string
		wraps variant.WrapRule
		bound bool
	}{{"chess", variant.NoWrap, true}, {"chess", variant.FilesWrap, true}, {"shogi", variant.NoWrap, true}, {"shogi", variant.FilesWrap, false}} {
		g := joined(t, c.game, c.wraps)
		if got := ColourBound(g, g.TypeNamed("bishop")); got != c.bound {
			t.Errorf("%s, edges %s: bound to a colour: %t, expected %t", c.game, c.wraps, got, c.bound)
		}
	}
}

// Files next to each other over the edge are neighbours for pawns and kings.
func TestMasksOverJoinedEdges(t *testing.T) {
	g := joined(t, "chess", variant.FilesWrap)
	m := newMasks(g)
	at := func(name string) rules.Square { return g.SquareAt(int(name[0]-'a'), int(name[1]-'1')) }
	var pawns rules.Set
	pawns.Add(at("a4"))
	beside := m.sideways(&pawns)
	if want := at("h4"); !beside.Has(want) || !beside.Has(at("b4")) || beside.Count() != 2 {
		t.Errorf("beside a4 are %v", beside)
	}
	if zone := &m.kingZone[at("h1")]; zone.Count() != 6 || !zone.Has(at("a2")) || m.distance[at("a1")][at("h8")] != 7 || m.distance[at("a1")][at("g2")] != 2 {
		t.Errorf("the zone of a king on h1 is %v", *zone)
	}
	plain := newMasks(joined(t, "chess", variant.NoWrap))
	if beside := plain.sideways(&pawns); beside.Count() != 1 {
		t.Errorf("without joined edges, beside a4 are %v", beside)
	}
}

// No king is confined by an edge that is joined.
func TestNoCornersOnTorus(t *testing.T) {
	for w, want := range map[variant.WrapRule][2]int{variant.NoWrap: {4, 7}, variant.FilesWrap: {4, 4}} {
		g := joined(t, "chess", w)
		if king, both := stepsToEdges(g, g.SquareAt(3, 4), 0); king != want[0] || both != want[1] {
			t.Errorf("edges %s: %d and %d steps, expected %d", w, king, both, want)
		}
	}
}
