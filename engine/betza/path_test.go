package betza_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"bestiary/engine/betza"
	"bestiary/internal/testkit"

	gocmp "github.com/google/go-cmp/cmp"
)

// The error of an old form gives the move as it is written here.
func TestOldBendsGetTheirPattern(t *testing.T) {
	for old, want := range map[string]string{"t[FR]": "FyafsF", "NtFR": "FyafsF", "tWB": "WyafsW", "t[NR]": "modifier", "tKQ": "[K?Q]",
		"F-R": "as in [F?R]", "tFB": "[F?B]"} {
		if _, err := betza.Parse(old); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", old, err, want)
		}
	}
}

// TestSyntaxErrors checks the place and the reason of errors. In each string a
// vertical bar marks the place that the error must name.
func TestSyntaxErrors(t *testing.T) {
	type faulty struct{ marked, want string }
	list := []faulty{
		{"W|\xff", "byte 0xff, expected an atom"},
		{strings.Repeat("W", betza.MaxLength) + "|W", "found 257 bytes, expected at most 256"},
		{"W|[K" + strings.Repeat("-ffbbllrrfsbsK", 4) + "]", "number of paths over 4096"},
	}
	for _, row := range testkit.TSV(t, "testdata", "syntax-errors.tsv") {
		list = append(list, faulty{row["string"], row["error"]})
	}
	for _, test := range list {
		before, after, _ := strings.Cut(test.marked, "|")
		_, err := betza.Parse(before + after)
		var syntax *betza.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%s: error %v, want a SyntaxError with %q", test.marked, err, test.want)
			continue
		}
		if syntax.Offset != len(before) || !strings.Contains(syntax.Msg, test.want) {
			t.Errorf("%s: offset %d: %s; want offset %d and %q", test.marked, syntax.Offset, syntax.Msg, len(before), test.want)
		}
		if syntax.Source != before+after {
			t.Errorf("%s: source %q", test.marked, syntax.Source)
		}
	}
}

// TestErrorText checks that an error counts columns from 1 and shows no more of
// a long string than Parse would accept.
func TestErrorText(t *testing.T) {
	_, err := betza.Parse("WyasfX")
	want := `move string "WyasfX": column 6: found 'X', expected an atom (W F D N A H C L Z J G K Q R B U)`
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	_, err = betza.Parse(strings.Repeat("W", 1<<20))
	if err == nil || len(err.Error()) > 2*betza.MaxLength {
		t.Errorf("the error for a long string has %d bytes", len(fmt.Sprint(err)))
	}
}

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
