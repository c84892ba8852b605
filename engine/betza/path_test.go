package betza_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"bestiary/engine/betza"
	"bestiary/internal/testkit"
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
