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
	for _, same := range [][]string{
		{"WyafsW", "WyasfW", "[W?B]", "[W?fsB]", "W[W-B]"},
		{"FyafsF", "FyasfF", "[F?R]", "[F?fsR]", "F[F-R]", "[F?fqR]s[F?R]"},
		{"v[F?R]", "[F?fqR]"},
		{"c[W?B]", "cW[W-cB]"},
		{"m[W?B]", "mWyafsmW"},
		{"aflafrKafraflKafafsKafsafK", "afafsKafsafzfK"},
		{"afafsKafsafqK", "afafsKaflaflKafrafrK"},
		{"[K-K-fsK]", "afafsK"},
		{"afrafaqK", "afrafarK"},
		{"afrabaqK", "afrabarK"},
		{"afrafrafzK", "afrafraflK"},
		{"gQ", "gafQ"},
		{"pR", "pafR", "[pR-R]"},
		{"nN", "afsW", "[W-F]"},
		{"nD", "afW", "[W-W]"},
		{"nA", "afF"},
		{"K", "WF", "FW", "mcK", "mccK", "ffbbrrllKfrflbrblK", "frFflFbsFW", "fhKbhKsK"},
		{"R", "WW", "W0", "R0", "vRsR", "fbRrlR"},
		{"Q", "KK", "RB", "K0", "vQrrQllQfsQbsQ"},
		{"R4", "W4"},
		{"Q3", "K3", "B3W3"},
		{"NN", "N0"},
		{"C", "L"},
		{"Z", "J"},
		{"CX", "LX"},
		{"CY", "LY"},
		{"ZY", "JY"},
		{"N", "fNbNsN", "vNsN", "fhNbhN", "lhNrhN", "hrNhlN", "ffrrNllbbN", "fsNbsNlvNrvN"},
		{"frF", "rfF"},
		{"fsK", "sfK", "frflK", "fF"},
		{"fsW", "fWlWrW"},
		{"sN", "lrN", "ssN"},
		{"aW", "afWalWarW"},
		{"aK", "afhKasKabsK"},
		{"DyafsD", "D[D-AA]"},
	} {
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
	for _, test := range []struct{ betza, want string }{
		{"fW", "0,1"},
		{"fsW", "-1,0 0,1 1,0"},
		{"fF", "-1,1 1,1"},
		{"frF", "1,1"},
		{"fN", "-1,2 1,2"},
		{"sN", "-2,-1 -2,1 2,-1 2,1"},
		{"lfN", "-1,2"},
		{"flN", "-2,1"},
		{"fsN", "-2,1 2,1"},
		{"bsN", "-2,-1 2,-1"},
		{"lvN", "-1,-2 -1,2"},
		{"fhN", "-2,1 -1,2 1,2 2,1"},
		{"ffrrN", "-1,2 1,2 2,-1 2,1"},
		{"hrN", "-2,1 -1,-2 1,2 2,-1"},
		{"hlN", "-2,-1 -1,2 1,-2 2,1"},
		{"fK", "0,1"},
		{"sK", "-1,0 1,0"},
		{"vK", "0,-1 0,1"},
		{"fsK", "-1,1 1,1"},
		{"ffsK", "-1,0 0,1 1,0"},
		{"fhK", "-1,1 0,1 1,1"},
		{"rfH", "0,3 3,0"},
		{"blG", "-3,-3"},
		{"fZ", "-2,3 2,3"},
		{"fFX", "-1,4 1,4"},
		{"rWX", "4,0"},
		{"rDX", "5,0"},
		{"flNX", "-5,1"},
		{"fHX", "0,6"},
		{"fCX", "-1,6 1,6"},
		{"fNY", "-3,4 3,4"},
		{"fCY", "-3,5 3,5"},
		{"rJY", "5,-4 5,4"},
		{"flDY", "-4,2"},
		{"frAY", "4,4"},
		{"rAY", "4,-4 4,4"},
		{"fR2", "0,1 0,2"},
		{"jW3", "-3,0 -2,0 0,-3 0,-2 0,2 0,3 2,0 3,0"},
		{"fjjR5", "0,3 0,4 0,5"},
	} {
		e := mustParse(t, test.betza)
		got := union(e.Destinations(crowdedBoard(t, "-", vectorReach)))
		if diff := gocmp.Diff(readVecs(t, strings.Fields(test.want)), got); diff != "" {
			t.Errorf("%s: destinations (-want +got):\n%s", test.betza, diff)
		}
	}
}
