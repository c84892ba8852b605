package betza_test

import (
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// TestDestinations checks which moves count as captures and which squares count
// as empty during a move.
func TestDestinations(t *testing.T) {
	for _, test := range []struct {
		name, betza, occupancy string
		quiet, captures        string
	}{
		{"friend blocks", "fR3", "0,2=f", "0,1", ""},
		{"enemy is taken", "fR3", "0,2=e", "0,1", "0,2"},
		{"friend is taken with d", "fmdR3", "0,2=f", "0,1", "0,2"},
		{"quiet moves only", "fmR3", "0,2=e", "0,1", ""},
		{"captures only", "fcR3", "0,2=e", "", "0,2"},
		{"en passant is not known", "fceF", "1,1=e", "", "1,1"},
		{"initial moves are included", "fmWifmnD", "-", "0,1 0,2", ""},
		{"double step is blocked half-way", "fmWifmnD", "0,1=e", "", ""},
		{"castling is not included", "isO2", "-", "", ""},
		{"piece taken on the way", "fcafmF", "1,1=e;-1,1=f", "", "2,2"},
		{"taking on the way and at the end", "fcafF", "1,1=e;2,2=e", "", "2,2"},
		{"one square by both", "fcafmFfmA", "1,1=e", "-2,2 2,2", "2,2"},
		{"take and return", "cabW", "1,0=e", "", "0,0"},
		{"pass over either side", "fpafW", "0,1=f;0,2=e", "", "0,2"},
		{"pass over or take", "fcpafmW", "0,1=e", "0,2", "0,2"},
		{"the emptied square can be passed", "fcababafmW", "0,1=e", "", "0,2"},
		{"the emptied square can be entered", "fcababmW", "0,1=e", "", "0,1"},
		{"own start is empty for a slider", "fmabR4", "0,2=f", "0,-3 0,-2 0,-1 0,0", ""},
		{"hook mover turns on every empty square", "fmasmR2", "0,2=f", "-2,1 -1,1 1,1 2,1", ""},
		{"hook mover takes and turns", "fcasmR2", "0,2=e", "", "-2,2 -1,2 1,2 2,2"},
		{"cannon needs a screen", "fmRfcpR", "0,3=f;0,5=e", "0,1 0,2", "0,5"},
		{"grasshopper", "fgQ", "0,3=f", "0,4", ""},
		{"grasshopper takes", "fgQ", "0,3=f;0,4=e", "", "0,4"},
		{"ski rook skips any piece", "fjR4", "0,1=f;0,3=e", "0,2", "0,3"},
		{"lame leap", "fnD", "0,1=f", "", ""},
		{"must jump", "fjD", "0,1=f", "0,2", ""},
		{"crooked bishop", "mzB3", "1,1=e;1,-1=e;-1,-1=e", "-2,0 -1,1 -1,3 -3,1 0,2", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := mustParse(t, test.betza)
			quiet, captures := e.Destinations(crowdedBoard(t, test.occupancy, vectorReach))
			wantQuiet, wantCaptures := readVecs(t, strings.Fields(test.quiet)), readVecs(t, strings.Fields(test.captures))
			sortVecs(wantQuiet)
			if diff := gocmp.Diff(wantQuiet, quiet) + gocmp.Diff(wantCaptures, captures); diff != "" {
				t.Errorf("%s on %s: quiet moves and captures (-want +got):\n%s", test.betza, test.occupancy, diff)
			}
		})
	}
}
