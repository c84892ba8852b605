package betza_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/betza"
	"bestiary/internal/testkit"
)

// TestReference checks the tables of docs/betza.md: every move in the first column is
// read, and what is called the same is.
func TestReference(t *testing.T) {
	reference, _, _ := strings.Cut(testkit.Read(t, "../../docs/betza.md"), "## What is not read")
	move := regexp.MustCompile("`([^`]+)`")
	moves, equal := 0, 0
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*) \\| [^|]* \\| ([^|]*) \\|$").FindAllStringSubmatch(reference, -1) {
		for _, m := range move.FindAllStringSubmatch(row[1], -1) {
			mustParse(t, m[1])
			moves++
		}
		first := move.FindStringSubmatch(row[1])[1]
		for _, m := range regexp.MustCompile("(the|The) same (squares )?as `([^`]+)`").FindAllStringSubmatch(row[2], -1) {
			equal++
			open := func(dx, dy int) (betza.Occupancy, bool) { return betza.Empty, max(dx, -dx, dy, -dy) <= vectorReach }
			testkit.Same(t, first+" and "+m[3], union(mustParse(t, first).Destinations(open)), union(mustParse(t, m[3]).Destinations(open)))
			if m[2] == "" {
				testkit.Same(t, "paths of "+first+" and "+m[3], paths(t, first), paths(t, m[3]))
			}
		}
	}
	if moves < 60 || equal < 8 {
		t.Errorf("%d moves, %d of them the same as others", moves, equal)
	}
}

// paths lists the paths of a move in one order.
func paths(t *testing.T, move string) []string {
	var list []string
	for _, p := range mustParse(t, move).Paths {
		list = append(list, fmt.Sprint(p.Legs))
	}
	slices.Sort(list)
	return list
}

// TestWhatIsNotRead checks the table in docs/betza.md: every example of an unsupported
// form gives the error shown beside it.
func TestWhatIsNotRead(t *testing.T) {
	text := testkit.Must(os.ReadFile("../../docs/betza.md"))(t)
	_, section, _ := strings.Cut(string(text), "## What is not read")
	section, _, _ = strings.Cut(section, "\n## ")
	rows := regexp.MustCompile("(?m)^\\| [^|]+ \\| `([^`|]+)` \\| (column [0-9]+: [^|]+) \\| [^|]+ \\|$").FindAllStringSubmatch(section, -1)
	lines := strings.Count(section, "\n| ") - 1 // without the head
	if len(rows) != lines || lines < 20 {
		t.Errorf("%d of %d rows of the table are well formed", len(rows), lines)
	}
	for _, row := range rows {
		_, err := betza.Parse(row[1])
		if err == nil || !strings.HasPrefix(err.Error(), `move string "`+row[1]+`": `+row[2]) {
			t.Errorf("%s: error %v, want %s", row[1], err, row[2])
		}
	}
}

// TestDocumentedLimits checks the numbers in docs/betza.md.
func TestDocumentedLimits(t *testing.T) {
	for s, paths := range map[string]int{"R": 4, "Q": 8, "afafsKafsafzfK": 48} {
		if e := mustParse(t, s); len(e.Paths) != paths {
			t.Errorf("%s has %d paths, want %d", s, len(e.Paths), paths)
		}
	}
	if betza.MaxLength != 256 || betza.MaxLegs != 8 || betza.MaxTurningSlides != 2 || betza.MaxPaths != 4096 {
		t.Error("docs/betza.md has other limits")
	}
}

// A manticore steps orthogonally and may then slide outwards. A greatest number
// of 0 means as far as the board reaches.
func ExampleParse() {
	e, err := betza.Parse("f[W?B]")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range e.Paths {
		fmt.Print("path:")
		for _, l := range p.Legs {
			fmt.Printf(" %v×%d-%d", l.Step, l.Min, l.Max)
		}
		fmt.Println()
	}
	// Output:
	// path: {0 1}×1-1
	// path: {0 1}×1-1 {1 1}×1-0
	// path: {0 1}×1-1 {-1 1}×1-0
}

func ExampleSyntaxError() {
	_, err := betza.Parse("fmWfcxF")
	fmt.Println(err)
	// Output: move string "fmWfcxF": column 6: found 'x'; borrowing the moves of other pieces is not supported, expected another modifier or an atom
}
