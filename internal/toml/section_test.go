package toml

import (
	"bestiary/internal/testkit"
	"testing"
)

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
