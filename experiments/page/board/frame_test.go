package board

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// A flying move ignores the squares in between and does not capture; moves limited to
// ranks appear in the panels of those ranks.
func TestFrame(t *testing.T) {
	f := frame(t, variant.MoveSet{Betza: "R", Flying: true}, variant.MoveSet{Betza: "fcF2", FirstRank: 1, LastRank: 2},
		variant.MoveSet{Betza: "bF", FirstRank: 2, LastRank: 3})
	captions := []string{"rank 1", "rank 2", "rank 3", "other ranks"}
	for _, test := range []struct {
		at   betza.Vec
		want []Target // by panel
	}{
		{betza.Vec{DX: 0, DY: 4}, []Target{{Quiet: Always}, {Quiet: Always}, {Quiet: Always}, {Quiet: Always}}},
		{betza.Vec{DX: 2, DY: 2}, []Target{{Capture: ThroughEmpty}, {Capture: ThroughEmpty}, {}, {}}},
		{betza.Vec{DX: 1, DY: -1}, []Target{{}, {Quiet: Always, Capture: Always}, {Quiet: Always, Capture: Always}, {}}},
		{betza.Vec{DX: 1, DY: 2}, make([]Target, 4)},
	} {
		var got []Target
		for i, p := range f.Panels {
			if p.Caption != captions[i] {
				t.Errorf("panel %d is %q, want %q", i, p.Caption, captions[i])
			}
			got = append(got, p.Targets[test.at])
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.at, diff)
		}
	}
	if want := (Box{-4, 4, -4, 4}); f.Panels[0].Box != want || !f.Cut {
		t.Errorf("box %v, cut %v; want %v, true", f.Panels[0].Box, f.Cut, want)
	}
}

// Moves limited to an area are drawn from its middle and end at its edge; an attack on the
// opposing royal piece is not a move.
func TestAreaAndRoyalOnly(t *testing.T) {
	f := frame(t, variant.MoveSet{Betza: "Q", Area: "a1-h4"}, variant.MoveSet{Betza: "cfR", RoyalOnly: true})
	if len(f.Panels) != 2 || f.Panels[0].Caption != "on d2 in a1-h4" || f.Panels[1].Caption != "elsewhere" {
		t.Fatalf("panels %+v", f.Panels)
	}
	threat := Target{Threat: true}
	for at, want := range map[betza.Vec][]Target{
		{DX: 0, DY: 2}:  {{Quiet: ThroughEmpty, Capture: ThroughEmpty, Threat: true}, threat},
		{DX: 0, DY: 3}:  {threat, threat},
		{DX: 3, DY: 3}:  {{}, {}},
		{DX: -4, DY: 0}: {{}, {}},
		{DX: 4, DY: 0}:  {{Quiet: ThroughEmpty, Capture: ThroughEmpty}, {}},
	} {
		for i, panel := range f.Panels {
			if panel.Targets[at] != want[i] {
				t.Errorf("%v on the panel %q: %+v, want %+v", at, panel.Caption, panel.Targets[at], want[i])
			}
		}
	}
}

func TestRegions(t *testing.T) {
	limited := func(first, last int) Move {
		return Move{MoveSet: variant.MoveSet{FirstRank: first, LastRank: last}}
	}
	for _, test := range []struct {
		moves []Move
		want  []string
	}{
		{[]Move{limited(0, 0)}, []string{""}},
		{[]Move{limited(0, 0), limited(2, 2)}, []string{"rank 2", "other ranks"}},
		{[]Move{limited(1, 8)}, []string{"ranks 1-8"}},
		{[]Move{limited(1, 1), limited(2, 3), limited(4, 8)}, []string{"rank 1", "ranks 2-3", "ranks 4-8"}},
		{[]Move{limited(0, 0), limited(3, 5), limited(4, 4)}, []string{"ranks 3, 5", "rank 4", "other ranks"}},
	} {
		var got []string
		for _, r := range regions(test.moves, 8) {
			got = append(got, r.caption)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.moves, diff)
		}
	}
}

// Each kind of jump gets an example in which the piece can land beyond the others. Leaps
// and plain moves get none.
func TestExamples(t *testing.T) {
	type example struct {
		caption string
		pieces  int
		landing betza.Vec
	}
	right := func(n int) betza.Vec { return betza.Vec{DX: n} }
	for _, test := range []struct {
		betza  string
		flying bool
		want   []example
	}{
		{"QN", false, nil}, {"FA", false, nil}, {"WyafsW", false, nil}, {"afafsKafsafzfK", false, nil},
		{"cabW", false, nil}, // back to its own square
		{"mRcpR", false, []example{{"over a piece", 1, right(3)}}},
		{"cpR", false, []example{{"over a piece", 1, right(3)}}},
		{"RpafWpafpafW", false, []example{{"over a piece", 1, right(2)}, {"over 2 pieces", 2, right(3)}}},
		{"gB", false, []example{{"over a piece", 1, betza.Vec{DX: 3, DY: 3}}}},
		{"fpafW", false, []example{{"over a piece", 1, betza.Vec{DY: 2}}}},
		{"mQ", true, []example{{"whatever stands between", 2, right(4)}}},
		{"cafW", false, []example{{"capturing on the way", 1, right(2)}}},
	} {
		var got []example
		for _, p := range frame(t, variant.MoveSet{Betza: test.betza, Flying: test.flying}).Examples {
			landing := p.Jump[len(p.Jump)-1]
			got = append(got, example{p.Caption, len(p.Pieces), landing})
			if p.Targets[landing] == (Target{}) {
				t.Errorf("%s: the piece cannot land on %v", test.betza, landing)
			}
		}
		testkit.Same(t, test.betza, test.want, got, cmp.AllowUnexported(example{}))
	}
}

// A piece captured on the way makes a move a capture.
func TestCaptureOnTheWay(t *testing.T) {
	f := frame(t, variant.MoveSet{Betza: "cafmW"})
	if got, want := f.All.Targets[betza.Vec{DX: 2}], (Target{Capture: OverPiece, OverCapture: true}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

func frame(t *testing.T, moves ...variant.MoveSet) *Frame {
	t.Helper()
	return testkit.Must(NewFrame(variant.Piece{Name: "elk", Symbol: "E", Moves: moves}, 8))(t)
}
