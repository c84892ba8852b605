package betza_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"bestiary/engine/betza"
	"bestiary/internal/testkit"
)

// TestNormalForms compares the paths of the main pieces with a golden file.
func TestNormalForms(t *testing.T) {
	var out strings.Builder
	out.WriteString("# move string, then one path a line: at offset | legs | flags\n")
	out.WriteString("# leg: (step)least-most, no limit *; ends on e empty x enemy f friend, ! takes; passes over e only unless said\n")
	for _, s := range []string{
		"N", "R", "K", "FA", "NN", "B2", "WyafsW", "[F?R]", "v[F?R]",
		"fmWfceFifmnD", "fmnD", "ifmnW3", "ifmnN", "ifmenD", "mRcpR", "RpafWpafpafW", "gQ", "jjB", "jD", "nN", "vjN2", "nH",
		"afsKafsafWafafsF", "fcafmF", "cpafF", "cabK", "dK", "eF", "zB2", "KispO5", "KisO2", "irO3ilO2",
	} {
		e := mustParse(t, s)
		fmt.Fprintf(&out, "\n%s\n", s)
		for _, p := range e.Paths {
			fmt.Fprintf(&out, "  %2d | %s\n", p.At, pathText(p))
		}
		for _, c := range e.Castlings {
			fmt.Fprintf(&out, "  %2d | castling left=%t right=%t steps=%d jumps=%t\n", c.At, c.Left, c.Right, c.Steps, c.Jumps)
		}
	}
	testkit.Golden(t, "normal-forms.golden", out.String())
}

// pathText formats a path without its position in the source.
func pathText(p betza.Path) string {
	var legs []string
	for _, l := range p.Legs {
		most := "*"
		if l.Max != 0 {
			most = fmt.Sprint(l.Max)
		}
		text := fmt.Sprintf("(%d,%d)%d-%s %s", l.Step.DX, l.Step.DY, l.Min, most, occupancyText(l.End))
		if l.Takes {
			text += "!"
		}
		if l.Through != betza.Empty {
			text += " over " + occupancyText(l.Through)
		}
		legs = append(legs, text)
	}
	var flags []string
	for _, f := range []struct {
		set  bool
		name string
	}{{p.Initial, "initial"}, {p.EnPassant, "en passant"}, {p.LeavesEnPassant, "leaves en passant"}} {
		if f.set {
			flags = append(flags, f.name)
		}
	}
	text := strings.Join(legs, ", ")
	if flags != nil {
		text += " | " + strings.Join(flags, ", ")
	}
	return text
}

func occupancyText(o betza.Occupancy) string {
	text := ""
	for i, name := range []string{"e", "x", "f"} {
		if o>>i&1 == 1 {
			text += name
		}
	}
	if text == "" {
		return "-"
	}
	return text
}

// TestEquivalentStrings checks that different spellings have the same paths.
func TestEquivalentStrings(t *testing.T) {
	for _, row := range testkit.TSV(t, "testdata", "equivalent.tsv") {
		same := strings.Fields(row["strings"])
		want := pathSet(mustParse(t, same[0]))
		for _, s := range same[1:] {
			if diff := gocmp.Diff(want, pathSet(mustParse(t, s))); diff != "" {
				t.Errorf("%s and %s differ (-%[1]s +%[2]s):\n%s", same[0], s, diff)
			}
		}
	}
}

// pathSet returns the paths as sorted text.
func pathSet(e betza.Expression) []string {
	var list []string
	for _, p := range e.Paths {
		list = append(list, pathText(p))
	}
	slices.Sort(list)
	return list
}

// TestDirections compares the destinations on an empty board with the squares given in
// words by descriptions of the notation.
func TestDirections(t *testing.T) {
	for _, row := range testkit.TSV(t, "testdata", "directions.tsv") {
		e := mustParse(t, row["move"])
		got := union(e.Destinations(crowdedBoard(t, "-", vectorReach)))
		if diff := gocmp.Diff(readVecs(t, strings.Fields(row["destinations"])), got); diff != "" {
			t.Errorf("%s: destinations (-want +got):\n%s", row["move"], diff)
		}
	}
}
