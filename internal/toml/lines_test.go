package toml

import (
	"bestiary/internal/testkit"
	"testing"
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
