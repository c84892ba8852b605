package betza_test

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"bestiary/engine/betza"
)

// way is a move to a square in the first octant (0 <= DX <= DY), with the squares that
// must be empty or occupied for it.
type way struct {
	to              betza.Vec
	empty, occupied []betza.Vec
}

func vec(dx, dy int) betza.Vec {
	return betza.Vec{DX: dx, DY: dy}
}

func vecs(numbers ...int) []betza.Vec {
	var list []betza.Vec
	for i := 0; i+1 < len(numbers); i += 2 {
		list = append(list, vec(numbers[i], numbers[i+1]))
	}
	return list
}

// TestPiecesOnRandomBoards compares pieces of the games with tables of the squares that
// can block them.
func TestPiecesOnRandomBoards(t *testing.T) {
	falcon := []way{
		{to: vec(1, 3), empty: vecs(0, 1, 0, 2)},
		{to: vec(1, 3), empty: vecs(0, 1, 1, 2)},
		{to: vec(1, 3), empty: vecs(1, 1, 1, 2)},
		{to: vec(2, 3), empty: vecs(1, 1, 2, 2)},
		{to: vec(2, 3), empty: vecs(1, 1, 1, 2)},
		{to: vec(2, 3), empty: vecs(0, 1, 1, 2)},
	}
	sorcererKnight := []way{
		{to: vec(1, 2), empty: vecs(0, 1)},
		{to: vec(1, 2), empty: vecs(1, 1)},
		{to: vec(2, 3), empty: vecs(0, 1, 1, 2)},
		{to: vec(2, 3), empty: vecs(1, 1, 2, 2)},
	}
	jumper := []way{
		{to: vec(0, 2), occupied: vecs(0, 1)},
		{to: vec(0, 3), occupied: vecs(0, 1, 0, 2)},
	}
	for _, test := range []struct {
		betza string
		ways  []way
	}{
		{"aflafrKafraflKafafsKafsafK", falcon},
		{"afafsKafsafzfK", falcon},
		{"afsKafsafWafafsF", sorcererKnight},
		{"pafWpafpafW", jumper},
		{"R3pafWpafpafW", append(straight(0, 1, 3), jumper...)},
		{"WyasfW", bent(vec(0, 1), vec(1, 1))},
		{"FyafsF", bent(vec(1, 1), vec(0, 1))},
		{"nN", []way{{to: vec(1, 2), empty: vecs(0, 1)}}},
		{"nDnA", []way{{to: vec(0, 2), empty: vecs(0, 1)}, {to: vec(2, 2), empty: vecs(1, 1)}}},
		{"jDjA", []way{{to: vec(0, 2), occupied: vecs(0, 1)}, {to: vec(2, 2), occupied: vecs(1, 1)}}},
		{"nHnG", []way{{to: vec(0, 3), empty: vecs(0, 1, 0, 2)}, {to: vec(3, 3), empty: vecs(1, 1, 2, 2)}}},
		{"nNN", []way{
			{to: vec(1, 2), empty: vecs(0, 1)},
			{to: vec(2, 4), empty: vecs(0, 1, 1, 2, 1, 3)},
			{to: vec(3, 6), empty: vecs(0, 1, 1, 2, 1, 3, 2, 4, 2, 5)},
		}},
		{"jB3", []way{{to: vec(2, 2)}, {to: vec(3, 3), empty: vecs(2, 2)}}},
		{"gW3", []way{
			{to: vec(0, 2), occupied: vecs(0, 1)},
			{to: vec(0, 3), empty: vecs(0, 1), occupied: vecs(0, 2)},
		}},
		{"pW3", []way{
			{to: vec(0, 2), occupied: vecs(0, 1)},
			{to: vec(0, 3), empty: vecs(0, 2), occupied: vecs(0, 1)},
			{to: vec(0, 3), empty: vecs(0, 1), occupied: vecs(0, 2)},
		}},
		{"N2", []way{{to: vec(1, 2)}, {to: vec(2, 4), empty: vecs(1, 2)}}},
	} {
		e := mustParse(t, test.betza)
		rapid.Check(t, func(t *rapid.T) {
			b := randomBoard(t)
			wantQuiet, wantCaptures := b.destinations(test.ways)
			quiet, captures := e.Destinations(b.at)
			if diff := gocmp.Diff(wantQuiet, quiet) + gocmp.Diff(wantCaptures, captures); diff != "" {
				t.Fatalf("%s on %v: quiet moves and captures (-want +got):\n%s", test.betza, b.pieces, diff)
			}
		})
	}
}

// straight returns the ways of a slider.
func straight(dx, dy, reach int) []way {
	var ways []way
	var passed []betza.Vec
	for i := 1; i <= reach; i++ {
		ways = append(ways, way{to: vec(i*dx, i*dy), empty: passed})
		passed = append(passed[:i-1:i-1], vec(i*dx, i*dy))
	}
	return ways
}

// bent returns the ways of a rider that takes one step and then continues in another
// direction.
func bent(first, then betza.Vec) []way {
	ways := []way{{to: first}}
	passed := []betza.Vec{first}
	for i := 1; i <= 2*vectorReach; i++ {
		to := vec(first.DX+i*then.DX, first.DY+i*then.DY)
		ways = append(ways, way{to: to, empty: passed})
		passed = append(passed[:i:i], to)
	}
	return ways
}

// randomBoard draws a board with about as many empty as occupied squares near
// the piece.
func randomBoard(t *rapid.T) board {
	b := board{reach: vectorReach, pieces: map[betza.Vec]betza.Occupancy{}}
	squares := (2*b.reach + 1) * (2*b.reach + 1)
	kinds := []betza.Occupancy{betza.Empty, betza.Empty, betza.Empty, betza.Enemy, betza.Friend}
	for i, o := range rapid.SliceOfN(rapid.SampledFrom(kinds), squares, squares).Draw(t, "squares") {
		v := vec(i%(2*b.reach+1)-b.reach, i/(2*b.reach+1)-b.reach)
		if o != betza.Empty && v != (betza.Vec{}) {
			b.pieces[v] = o
		}
	}
	return b
}

// destinations applies the ways in all eight octants.
func (b board) destinations(ways []way) (quiet, captures []betza.Vec) {
	quiet, captures = []betza.Vec{}, []betza.Vec{}
	open := map[betza.Vec]bool{}
	for octant := range 8 {
		for _, w := range ways {
			if b.all(octant, w.empty, betza.Empty) && b.all(octant, w.occupied, betza.Occupied) {
				open[reflect(octant, w.to)] = true
			}
		}
	}
	for v := range open {
		switch o, ok := b.at(v.DX, v.DY); {
		case ok && o == betza.Empty:
			quiet = append(quiet, v)
		case ok && o == betza.Enemy:
			captures = append(captures, v)
		}
	}
	sortVecs(quiet)
	sortVecs(captures)
	return quiet, captures
}

// all reports whether all the squares, moved to another octant, hold a member of the set.
func (b board) all(octant int, squares []betza.Vec, set betza.Occupancy) bool {
	for _, v := range squares {
		v = reflect(octant, v)
		if o, ok := b.at(v.DX, v.DY); !ok || o&set == 0 {
			return false
		}
	}
	return true
}

// reflect moves an offset from the first octant to another one.
func reflect(octant int, v betza.Vec) betza.Vec {
	if octant&1 != 0 {
		v.DX = -v.DX
	}
	if octant&2 != 0 {
		v.DY = -v.DY
	}
	if octant&4 != 0 {
		v.DX, v.DY = v.DY, v.DX
	}
	return v
}

// TestCounts checks published numbers of paths and targets on an empty board.
func TestCounts(t *testing.T) {
	for _, test := range []struct {
		betza               string
		paths, destinations int
	}{
		{"afafsKafsafzfK", 48, 16},
		{"aflafrKafraflKafafsKafsafK", 48, 16},
		{"WyasfW", 12, 44},
		{"[F?R]", 12, 44},
		{"WFDA", 16, 16},
		{"NZ", 16, 16},
		{"zB", 4 + 8*14, 32},
		{"zR", 4 + 8*29, 68},
	} {
		e := mustParse(t, test.betza)
		if len(e.Paths) != test.paths {
			t.Errorf("%s has %d paths, want %d", test.betza, len(e.Paths), test.paths)
		}
		got := union(e.Destinations(crowdedBoard(t, "-", vectorReach)))
		if len(got) != test.destinations {
			t.Errorf("%s has %d destinations, want %d: %v", test.betza, len(got), test.destinations, got)
		}
	}
}
