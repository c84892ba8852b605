package variant_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/engine/variant/gamefile"
	"bestiary/internal/testkit"
)

func TestHostileVariantsINI(t *testing.T) {
	const full = "[x:chess]\n"
	var chain strings.Builder
	for i := range 1999 {
		fmt.Fprintf(&chain, "[x%d:x%d]\n", i, i+1)
	}
	var customs strings.Builder
	for i := range 100 {
		fmt.Fprintf(&customs, "customPiece%d = %c:%s\n", i+1, 'a'+i%26, strings.Repeat("NNpR9", 40)+spread(i))
	}
	for _, h := range []hostileFile{
		{"large board", full + "maxFile = 999\nmaxRank = 999\n", `maxFile: "999"; expected a file from a to p, or its number`, 1},
		{"its own parent", "[x:x]\n", "[x]: inherits from itself; expected another section or a game of the program", 1},
		{"a cycle of parents", "[x:y]\n[y:z]\n[z:x]\n", "inherits from itself or from too many others", 1},
		{"endless parents", strings.Replace(chain.String(), "[x0:", "[x:", 1), "inherits from itself or from too many others", 8},
		{"many sections", full + strings.Repeat("[y:x]\n", 150_000), "too many sections; expected at most 2000", 16},
		{"many keys", full + strings.Repeat("a = 1\n", 150_000), "too many lines; expected at most 500 keys", 16},
		{"many lines", full + strings.Repeat("?\n", 500_000), "too many lines; expected at most 500 keys", 16},
		{"too long", full + strings.Repeat("a = 1\n", megabytes10/6), "the file is too long; expected at most 1048576 bytes", 1},
		{"one long line", full + strings.Repeat("a", 1_000_000), "expected key = value", 16},
		{"long key", full + strings.Repeat("a", 1_000_000) + " = 1\n", "", 32},
		{"long name", "[" + strings.Repeat("x", 1_000_000) + "]\n" + full, "", 32},
		{"long parent", "[x:" + strings.Repeat("y", 1_000_000) + "]\n", "no such section", 16},
		{"long array", full + "startFen = " + strings.Repeat("8/", 400_000) + "\n", "startFen", 16},
		{"long region", full + "promotionRegionWhite = " + strings.Repeat("*8 ", 300_000) + "\n", "promotionRegionWhite: too many squares", 16},
		{"long number", full + "nMoveRule = " + strings.Repeat("9", 1_000_000) + "\n", "nMoveRule", 16},
		{"many pieces", full + customs.String(), "number of paths of this move string and those before it over 8192", 32},
		{"many kinds of pieces", "[x:chess]\n" + keys("customPiece%d = a:K\n", 101), "", 32},
		{"paths", full + "customPiece1 = a:" + strings.Repeat("pQ9", 80) + "\n", "number of paths over 4096", 64},
		{"long range", full + "customPiece1 = a:R999999999\n", "a range of two digits", 2},
		{"deep braces", full + "customPiece1 = a:" + strings.Repeat("{", 250) + "\n", "is not known", 2},
		{"NUL bytes", strings.Repeat("\x00", 1_000_000), "no such section", 16},
		{"not UTF-8", full + "\xff", "the file is not text in UTF-8", 1},
		{"lines of other systems", "[x:chess]\r\nnMoveRule = 40\r\n", "", 32},
		{"byte order mark", "\ufeff" + full, "", 32},
	} {
		t.Run(h.name, func(t *testing.T) {
			h.check(t, func(data []byte) (*variant.Variant, error) {
				gamefile.Sections(data)
				v, _, err := gamefile.ParseINI("hostile.ini", data, "x", true)
				return v, err
			})
		})
	}
}

func TestHostileDiagrams(t *testing.T) {
	const head, king = "files=4\nranks=4\n", "king:K:K:king:a1,,a4\n"
	for _, h := range []hostileFile{
		{"large board", "files=999\nranks=999\n" + king, `files: "999"; expected a number from 2 to 16`, 1},
		{"huge number", "files=" + strings.Repeat("9", 1_000_000) + "\n" + king, "in at most 4096 bytes", 64},
		{"too long", head + king + strings.Repeat(" \n", megabytes10/2), "the file is too long; expected at most 1048576 bytes", 1},
		{"one long line", head + king + strings.Repeat("a", 1_000_000), "", 64},
		{"one line of items", strings.Repeat("a=1 ", 250_000), "no diagram", 200},
		{"many items", "<div class=idiagram>" + strings.Repeat("a=1 ", 250_000), "more than 200 parameters, pieces", 200},
		{"many lines", "<div class=idiagram>\n" + strings.Repeat("x\n", 500_000), "more than 200 parameters, pieces", 200},
		{"many pieces", head + king + strings.Repeat("rook:R:R:rook:b1\n", 50_000), "more than 200 parameters, pieces", 200},
		{"more pieces than letters", head + king + keys("rook%d::R:rook:b1\n", 150), "151 kinds of pieces; expected at most 26", 16},
		{"long list of squares", head + "king:K:K:king:" + strings.Repeat("a1-d4,", 600) + "\n", "more squares than the board has", 64},
		{"longer list of squares", head + "king:K:K:king:" + strings.Repeat("a1-d4,", 150_000) + "\n", "in at most 4096 bytes", 64},
		{"long range of squares", head + "king:K:K:king:a1-z999999999\n", "a square from a1 to d4 or a range", 1},
		{"large count", head + king + "rook:R:R:rook::999999999\n", "a number of pieces from 0 to 16", 1},
		{"long name", head + king + strings.Repeat("rook", 1000) + ":R:R:rook:b1\n", "", 64},
		{"longer name", head + king + strings.Repeat("rook", 200_000) + ":R:R:rook:b1\n", "in at most 4096 bytes", 64},
		{"many fields", head + king + "rook" + strings.Repeat(":", 4000), "fields in", 1},
		{"more fields", head + king + "rook" + strings.Repeat(":", 1_000_000), "in at most 4096 bytes", 64},
		{"many modes", head + king + keys("rook%d::paaaK:rook:b1\n", 150), "number of paths of this move string and those before it over 8192", 32},
		{"long range", head + king + "rook:R:R999999999:rook:b1\n", "found '9', expected a number from 0 to 99", 1},
		{"deep brackets", head + king + "rook:R:" + strings.Repeat("[", 200) + ":rook:b1\n", "brackets stand neither inside brackets", 1},
		{"tags without end", strings.Repeat("<a ", 300_000), "no diagram", 64},
		{"comments without end", strings.Repeat("<!--", 250_000), "no diagram", 16},
		{"scripts without end", strings.Repeat("<script>", 120_000), "no diagram", 64},
		{"elements in elements", strings.Repeat("<div class=idiagram>", 50_000) + head + king, "", 64},
		{"entities", head + king + strings.Repeat("&amp", 250_000), "", 64},
		{"NUL bytes", strings.Repeat("\x00", 1_000_000), "no diagram", 16},
		{"not UTF-8", head + king + "\xff", "the file is not text in UTF-8", 1},
		{"lines of other systems", strings.ReplaceAll(head+king, "\n", "\r\n"), "", 2},
		{"byte order mark", "\ufeff" + head + king, "", 2},
	} {
		t.Run(h.name, func(t *testing.T) {
			h.check(t, func(data []byte) (*variant.Variant, error) {
				f := gamefile.New("hostile.html", data)
				f.Approximate = true
				v, _, err := f.Parse()
				return v, err
			})
		})
	}
}

// Messages quote only the beginning of the offending text.
func TestWarningsAreShort(t *testing.T) {
	long := strings.Repeat("a", 4000)
	for name, text := range map[string]string{
		"x.txt": "files=4\nranks=4\nking:K:K:king:a1,,a4\n" + long + ":R:R:rook:b1\n" + long + "=1\n",
		"x.ini": "[x:chess]\n" + long + " = 1\n",
	} {
		f := gamefile.New(name, []byte(text))
		f.Approximate = true
		_, warnings, err := f.Parse()
		if err != nil || len(warnings) == 0 || slices.ContainsFunc(warnings, func(w string) bool { return len(w) > 300 }) {
			t.Errorf("%s: error %v, warnings %.400q", name, err, warnings)
		}
	}
	for _, section := range []string{"[x" + long + "]", "[x:chess]\n" + long, "[x:" + long + "]"} {
		_, _, err := gamefile.ParseINI("x.ini", []byte(section), "x", false)
		if err == nil || len(err.Error()) > 500 {
			t.Errorf("%.20s: an error of %d bytes", section, len(fmt.Sprint(err)))
		}
	}
}

func TestHostileFEN(t *testing.T) {
	v := testkit.Must(variant.Find("chess"))(t)
	game := testkit.Must(rules.Compile(v))(t)
	for _, test := range []struct{ name, fen, want string }{
		{"long", strings.Repeat("8/", megabytes10/2), "longer than 2048 characters"},
		{"rows", strings.Repeat("8/", 1000), "1,001 rows, expected 8"},
		{"empty squares", "4k3/8/8/8/8/8/8/" + strings.Repeat("99", 900), "files, expected 8"},
		{"pieces", strings.Repeat("Q", 2000), "1 row, expected 8"},
		{"pieces in a row", strings.Repeat("Q", 1900) + "/8/8/8/8/8/8/8", "has more than 8 files"},
		{"hands", "4k3/8/8/8/8/8/8/4K3[" + strings.Repeat("Q", 1900) + "]", "cannot be in hand"},
		{"fields", strings.Repeat("w ", 1000), "found 1000"},
		{"counter", "4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1", "expected a number of plies"},
		{"NUL", "4k3/8/8/8/8/8/8/4K2\x00 w - - 0 1", "no piece of this game"},
		{"not UTF-8", "4k3/8/8/8/8/8/8/4K2\xff w - - 0 1", "no piece of this game"},
		{"byte order mark", "\ufeff4k3/8/8/8/8/8/8/4K3 w - - 0 1", "no piece of this game"},
		{"line ends", "4k3/8/8/8/8/8/8/4K3 w - - 0 1\r\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := game.ParseFEN(test.fen)
			runtime.ReadMemStats(&after)
			if spent := after.TotalAlloc - before.TotalAlloc; spent > 1<<20 {
				t.Errorf("allocated %d bytes", spent)
			}
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("error %.200v, want %q", err, test.want)
			}
		})
	}
}
