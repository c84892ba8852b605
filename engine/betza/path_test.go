package betza_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"bestiary/engine/betza"
)

// TestSyntaxErrors checks the place and the reason of errors. In each string a
// vertical bar marks the place that the error must name.
// The error of an old form gives the move as it is written here.
func TestOldBendsGetTheirPattern(t *testing.T) {
	for old, want := range map[string]string{"t[FR]": "FyafsF", "NtFR": "FyafsF", "tWB": "WyafsW", "t[NR]": "modifier", "tKQ": "[K?Q]",
		"F-R": "as in [F?R]", "tFB": "[F?B]"} {
		if _, err := betza.Parse(old); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", old, err, want)
		}
	}
}

func TestSyntaxErrors(t *testing.T) {
	for _, test := range []struct{ marked, want string }{
		// Strings and groups.
		{"|", "the end of the string, expected an atom"},
		{"|w", "'w', expected a modifier"},
		{"fm|", "the end of the string, expected an atom"},
		{"W| W", "' ', expected an atom"},
		{"fW|é", "'é', expected an atom"},
		{"W|\xff", "byte 0xff, expected an atom"},
		{"W|-F", "'-', expected an atom"},
		{"W[W-F]|]", "']', expected an atom"},
		{strings.Repeat("W", betza.MaxLength) + "|W", "found 257 bytes, expected at most 256"},
		// What has no normal form.
		{"af|U", "the universal leaper is a group of its own with one leg"},
		{"[|U-W]", "the universal leaper is a group of its own with one leg"},
		{"|fU", "'f' before U"},
		{"mUcUdUmcU|mdUcdU", "number of paths over 4096"},
		{"U|5", "no range after U"},
		{"U|U", "no range after U"},
		{"W|I", "imitators are not supported"},
		{"|@3", "drops are not supported"},
		{"|kK", "royalty is not supported"},
		{"f|oR", "wrapping around the board's edges is not supported"},
		{"K|tQ", "is not supported"},
		{"|ucR", "unloading captured pieces is not supported"},
		{"|xaK", "borrowing the moves of other pieces is not supported"},
		{"afs|(afz)W", "repeated groups in parentheses are not supported"},
		{"|qB", "the only circular rider is qN"},
		{"|qafN", "the only circular rider is qN"},
		{"|qqN", "expected one q"},
		{"q|fN", "'f' on a circular rider"},
		{"i|iW", "(ii) is not supported"},
		// Atoms and ranges.
		{"|XW", "'X', expected an atom"},
		{"|AX", "leap differs between descriptions"},
		{"N|ZX", "leap differs between descriptions"},
		{"f|GX", "leap differs between descriptions"},
		{"|WY", "\"WY\", which is not defined, expected WX"},
		{"|RX", "\"RX\", which is not defined"},
		{"NN|N", "expected a different atom after a doubled one"},
		{"NN|3", "expected no number after a doubled atom"},
		{"R|R", "R has no limit on its range already"},
		{"W10|0", "expected a number from 0 to 99"},
		{"W0|5", "without leading zeros"},
		// Directions.
		{"fm|rW", "expected directions side by side"},
		{"f|hW", "\"fh\", expected h only after"},
		{"s|hN", "\"sh\", expected h only after"},
		{"|hK", "'h', expected it only after a single"},
		{"|hN", "expected hr or hl and nothing else"},
		{"|hrfN", "expected hr or hl and nothing else"},
		{"|vsK", "\"vs\", which is ambiguous here"},
		{"|sfN", "expected \"fs\" for a subset or \"sff\" for both"},
		{"|sfrK", "\"sfr\", which is ambiguous"},
		{"fbm|zW", "expected directions side by side"},
		{"|zafW", "'z' on a first leg"},
		{"af|zF", "'z' without an earlier bend"},
		{"af|qW", "'q' without an earlier bend"},
		{"[W?|qB]", "'q' without an earlier bend"},
		// Modes and manners of moving.
		{"mp|gR", "'g' together with 'p'"},
		{"e|eW", "a second 'e', expected it once"},
		{"|pW", "cannot move over a piece"},
		{"f|gF1", "cannot move over a piece"},
		{"|jK", "leaves no square to go to"},
		{"|jjR2", "leaves no square to go to"},
		{"|jjN", "expected it only on W, F and K as sliders"},
		{"|jG", "no half-way square"},
		{"|jC", "expected it on N, D, A or a slider"},
		{"|nZ", "expected it on N, D, A, H or G"},
		{"|nNX", "expected it on N, D, A, H or G"},
		{"fm|nW3", "expected it there only with i and m"},
		{"ifm|nW", "expected it there only with i and m"},
		{"ifc|nW2", "expected it there only with i and m"},
		{"i|nR", "expected it there only with i and m"},
		{"|zN", "expected it before B or R"},
		{"|zzB", "expected one z"},
		{"z|fB", "'f' on a crooked slider"},
		// Several legs.
		{"|yW", "'y' in a move of one leg"},
		{"af|yW", "'y' on the last of several legs"},
		{"af|iW", "'i' on the last of several legs"},
		{"|eafW", "'e' on the first of several legs"},
		{"|nafW", "'n' on the first of several legs"},
		{"af|eafW", "'e' between the first leg and the last"},
		{"|gyafW", "'g' together with 'y'"},
		{"a|N", "expected f or b on every leg but the first"},
		{"af|sN", "the only turns defined for the oblique atom N"},
		{"af|WX", "an atom without X or Y"},
		{"aaaaaaa|aK", "one more leg, expected at most 8"},
		{"K|aaaaaaaK", "number of paths over 4096"},
		{"R|masasasR", "more than 2 sliding legs"},
		// Brackets.
		{"[W|]", "expected '-' or '?' and a second leg"},
		{"[|]", "']', expected an atom"},
		{"[W-F|", "the end of the string, expected '-', '?' or ']'"},
		{"[W?|", "the end of the string, expected an atom"},
		{"[W-|aF]", "'a', expected an atom"},
		{"a|[W-F]", "brackets stand neither inside brackets nor"},
		{"[|[W-F]-F]", "brackets stand neither inside brackets nor"},
		{"[W-F]|3", "expected no number after a bracket"},
		{"[W-W-W-W-W-W-W-W-|W]", "one more leg, expected at most 8"},
		{"[W-|N]", "an oblique atom only before and after the same atom"},
		{"[N-|C]", "an oblique atom only before and after the same atom"},
		{"[W?|fF]", "directions in which F does not move after W"},
		{"[K?|fsR]", "directions in which R does not move after K"},
		{"[|yW-F]", "'y' on a leg before '-'"},
		{"[|pW?F]", "'p' on a leg before '?'"},
		{"[W-|iF]", "'i' on the last leg of a bracket"},
		{"m[W?|cB]", "expected modes either there or before the bracket"},
		{"|p[W?B]", "'p' before a bracket"},
		{"|f[W-sW]", "expected them inside the bracket"},
		{"W|[K" + strings.Repeat("-ffbbllrrfsbsK", 4) + "]", "number of paths over 4096"},
		{"|s[W-bW]", "expected them inside the bracket"},
		{"|f[lW-W]", "none of the moves in the bracket has"},
		// Castling.
		{"KisO|", "expected the number of squares"},
		{"|O2", "castling without i"},
		{"i|O2", "castling without a side"},
		{"isO|0", "expected a number from 1 to 99"},
		{"isO0|2", "without leading zeros"},
		{"is|jO2", "not at the edge is not supported"},
		{"i|fO2", "'f' before O"},
		{"af|O2", "castling is a group of its own"},
	} {
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
