package betza_test

import (
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"bestiary/engine/betza"
	"bestiary/internal/testkit"
)

// TestUniversalLeaper checks that U reaches every square but its own, whatever stands in
// between, within the limits of its modes.
func TestUniversalLeaper(t *testing.T) {
	b := scatteredBoard(1)
	want := map[string][]betza.Vec{}
	for dx := -b.reach; dx <= b.reach; dx++ {
		for dy := -b.reach; dy <= b.reach; dy++ {
			v := betza.Vec{DX: dx, DY: dy}
			switch o, _ := b.at(dx, dy); {
			case v == betza.Vec{}:
			case o == betza.Empty:
				want["mU"] = append(want["mU"], v)
			case o == betza.Enemy:
				want["cU"] = append(want["cU"], v)
			default:
				want["dU"] = append(want["dU"], v)
			}
		}
	}
	for _, s := range []string{"mU", "cU", "dU"} {
		testkit.Same(t, s, want[s], union(mustParse(t, s).Destinations(b.at)))
	}
	quiet, captures := mustParse(t, "U").Destinations(b.at)
	if diff := gocmp.Diff(want["mU"], quiet) + gocmp.Diff(want["cU"], captures); diff != "" {
		t.Errorf("U (-want +got):\n%s", diff)
	}
	corner := func(dx, dy int) (betza.Occupancy, bool) {
		return betza.Empty, dx >= 0 && dy <= 0 && dx < betza.MaxBoard && dy > -betza.MaxBoard
	}
	if quiet, _ := mustParse(t, "U").Destinations(corner); len(quiet) != betza.MaxBoard*betza.MaxBoard-1 {
		t.Errorf("from a corner of the largest board U goes to %d squares", len(quiet))
	}
}

// TestRose compares qN with walks around the eight circles of knight's leaps.
func TestRose(t *testing.T) {
	circle := []betza.Vec{{DX: 1, DY: 2}, {DX: 2, DY: 1}, {DX: 2, DY: -1}, {DX: 1, DY: -2}, {DX: -1, DY: -2}, {DX: -2, DY: -1}, {DX: -2, DY: 1}, {DX: -1, DY: 2}}
	walks := func(b board, most int) []betza.Vec {
		ends := []betza.Vec{}
		for start := range circle {
			for _, turn := range []int{1, 7} {
				at := betza.Vec{}
				for i := range most {
					leap := circle[(start+turn*i)%8]
					at = betza.Vec{DX: at.DX + leap.DX, DY: at.DY + leap.DY}
					o, ok := b.at(at.DX, at.DY)
					if ok && o != betza.Friend {
						ends = append(ends, at)
					}
					if !ok || o != betza.Empty {
						break
					}
				}
			}
		}
		sortVecs(ends)
		return slices.Compact(ends)
	}
	empty := board{reach: 7}
	for seed := range uint64(20) {
		for s, most := range map[string]int{"qN": 7, "qNN": 7, "qN2": 2, "qN99": 7} {
			for _, b := range []board{empty, scatteredBoard(seed)} {
				if diff := gocmp.Diff(walks(b, most), union(mustParse(t, s).Destinations(b.at))); diff != "" {
					t.Fatalf("%s on %v (-want +got):\n%s", s, b.pieces, diff)
				}
			}
		}
	}
	if n := len(walks(empty, 7)); n != 32 {
		t.Errorf("the walks reach %d squares, want 32", n)
	}
}

// TestBudget checks that move strings, valid or not, are rejected once earlier strings
// have used up the budget.
func TestBudget(t *testing.T) {
	for _, first := range []string{"aK", "aKaKfW@"} { // 56 and 113 paths
		b := betza.NewBudget(120)
		_, _ = b.Parse(first)
		if b.Spent() {
			t.Fatalf("%s: spent", first)
		}
		_, err := b.Parse("aKaK")
		want := `move string "aKaK": column 3: found a group that brings the number of paths of this move string and those before it over 120, expected fewer legs or directions`
		if first != "aK" {
			want = `move string "aKaK": column 1: found a group that brings the number of paths of this move string and those before it over 120, expected fewer legs or directions`
		}
		if err == nil || err.Error() != want {
			t.Errorf("after %s: %v", first, err)
		}
		if !b.Spent() {
			t.Errorf("after %s: not spent", first)
		}
	}
	b := betza.NewBudget(8)
	if e, err := b.Parse("K"); err != nil || len(e.Paths) != 8 || !b.Spent() {
		t.Errorf("%d paths, %v", len(e.Paths), err)
	}
}
