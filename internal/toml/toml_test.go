package toml

import (
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

func TestIndexLines(t *testing.T) {
	src := `# comment = 1
a = 1
b . "c.d" = "#" # x = 2
text = """
k = 1 \""" "" """
raw = '''
[x]
'''''
escaped = "\"\\" # comment
list = [ # comment ]
  1, [2,
  3],
  { x = 1, y.z = [ ] },
]
date = 1979-05-27 07:32:00
[ t . u ]
k = true
[[many]]
k = 1
[[many.inner]]
k = 'a]'
[[many.inner]]
[many.one]
k = {}
[[many]]
many = 1
`
	want := lineIndex{
		"a": 2, "b": 3, `b."c.d"`: 3, "text": 4, "raw": 6, "escaped": 9,
		"list": 10, "list[1]": 11, "list[2]": 11, "list[2][1]": 11, "list[2][2]": 12,
		"list[3]": 13, "list[3].x": 13, "list[3].y": 13, "list[3].y.z": 13, "date": 15,
		"t": 16, "t.u": 16, "t.u.k": 17,
		"many": 18, "many[1].inner": 20, "many[1]": 18, "many[1].k": 19,
		"many[1].inner[1]": 20, "many[1].inner[1].k": 21, "many[1].inner[2]": 22,
		"many[1].one": 23, "many[1].one.k": 24, "many[2]": 25, "many[2].many": 26,
	}
	for _, text := range []string{src, crlf(src)} {
		got, err := indexLines(text)
		if err != nil { // a *FieldError, whose nil is not a nil error
			t.Fatal(err)
		}
		testkit.Same(t, "", want, got)
	}
}

func crlf(s string) string {
	var b []byte
	for i := range len(s) {
		if s[i] == '\n' {
			b = append(b, '\r')
		}
		b = append(b, s[i])
	}
	return string(b)
}

func TestFindLine(t *testing.T) {
	lines := lineIndex{"a": 1, "a.b[2]": 5}
	for path, want := range map[string]int{
		"a": 1, "a.b": 1, "a.b[2]": 5, "a.b[2].c[3]": 5, "a.b[1].c": 1, "z": 0, "": 0,
	} {
		if got := lines.find(path); got != want {
			t.Errorf("find(%q) = %d, want %d", path, got, want)
		}
	}
}

// On text that is not TOML the scanner must stop rather than loop.
func TestIndexLinesOfBrokenText(t *testing.T) {
	for _, src := range []string{"=", "a", "a =", "a = [", "a = {", "a = {b", "[", "[[", "[a", "[[a]", "a = \"", "a = '''", "a = \"\\",
		"a = [1 2]", "a = {b = 1 c = 2}", "]", "a.= 1", ".", "a = ,", "\"", "a = [[[", "a = 1 }"} {
		if _, err := indexLines(src); err != nil {
			t.Errorf("%q: %v", src, err)
		}
	}
}

func TestNearest(t *testing.T) {
	candidates := []string{"knight", "bishop", "rook", "queen", "manticore", "n-move", "hannibal-gryphon", "hannibal-manticore"}
	for name, want := range map[string]string{
		"night": "knight", "kinght": "knight", "Bishop": "bishop", "rok": "rook", "qeen": "queen",
		"mantikor": "manticore", "nmove": "n-move", "hanibal": "hannibal-gryphon", "hannibal-mantikor": "hannibal-manticore", "n-moves": "n-move",
		"elephant": "", "ro": "", "": "", "x": "", "rooooook": "", strings.Repeat("k", 1000): "",
	} {
		if got := Nearest(name, candidates); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestEditDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "a", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abd", 1}, {"abc", "acb", 1},
		{"ca", "abc", 3}, {"kitten", "sitting", 3}, {"flaw", "lawn", 2},
	} {
		if got := EditDistance(test.a, test.b, 100); got != test.want {
			t.Errorf("EditDistance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

// read holds the fields that the test below reads.
type read struct {
	Number float64
	List   []float64
	Lists  [][]string
	Pairs  []Pair
	Names  []string
}

func readSection(text string) (out read, err error) {
	f, err := Open("x.toml", []byte(text))
	if err != nil {
		return out, err
	}
	root := f.Root()
	root.Float("number", &out.Number)
	root.Read("list", &out.List)
	root.Read("lists", &out.Lists)
	root.Pairs("pairs", &out.Pairs)
	for _, s := range root.Sections("part", 2) {
		name := ""
		s.Text("name", &name)
		if !s.Has("name") {
			s.Report("name", "missing", "a text", "")
		}
		s.Close()
		out.Names = append(out.Names, name)
	}
	root.Close()
	return out, f.Err()
}

func TestSection(t *testing.T) {
	got := testkit.Must(readSection("number = 3\nlist = [1, 2.5]\nlists = [[\"a\"], [\"b\", \"c\"]]\npairs = { z = 1, a = true, m = \"x\" }\n[[part]]\nname = \"one\"\n"))(t)
	want := read{3, []float64{1, 2.5}, [][]string{{"a"}, {"b", "c"}}, []Pair{{"a", "true"}, {"m", "x"}, {"z", "1"}}, []string{"one"}}
	testkit.Same(t, "", want, got)
}

func TestSectionFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"\nnumber = \"3\"", `x.toml:2: number: text "3"; expected a number`},
		{"list = 1", "x.toml:1: list: the number 1; expected a list of numbers, as in [0.5, 1]"},
		{"list = [1, true]", "x.toml:1: list[2]: true; expected a number"},
		{"lists = [1]", `x.toml:1: lists[1]: the number 1; expected a list of texts, as in ["a", "b"]`},
		{"lists = [[\"a\", 2]]", "x.toml:1: lists[1][2]: the number 2; expected text in quotes"},
		{"pairs = { a = [1] }", "x.toml:1: pairs.a: a list; expected a text, a number, true or false"},
		{"[[part]]\n[[part]]\nname = \"b\"", "x.toml:1: part[1].name: missing; expected a text"},
		{"nmber = 1", `x.toml:1: nmber: unknown key; expected number, list, lists, pairs or part; did you mean "number"?`},
		{"number = ", "x.toml:1: not valid TOML: unexpected EOF; expected value"},
	} {
		_, err := readSection(c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q:\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}
