package main

import (
	"strings"
	"testing"
)

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 10, ""},
		{"one two three", 7, "one two|three"},
		{"one two three", 8, "one two|three"},
		{"a verylongword b", 4, "a|verylongword|b"},
		{"  blanks \n and\tlines ", 80, "blanks and lines"},
		{"größe über", 5, "größe|über"},
	} {
		if got := strings.Join(wrap(test.text, test.width), "|"); got != test.want {
			t.Errorf("wrap(%q, %d) = %q, want %q", test.text, test.width, got, test.want)
		}
	}
}

func TestCaret(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"fmQqz", "  fmQqz\n       ^\n"},
		{"N*", "  N*\n   ^\n"},
		{"Wé", "  Wé\n   ^\n"},
		{"W\x00W", "  W?W\n   ^\n"},
		{strings.Repeat("WF", 20) + "*" + strings.Repeat("F", 40),
			"  ..." + strings.Repeat("WF", 15) + "*" + strings.Repeat("F", 29) + "...\n" + strings.Repeat(" ", 35) + "^\n"},
	} {
		_, stderr, code := runHere("betza", test.text)
		line, rest, _ := strings.Cut(stderr, "\n")
		if code != 1 || !strings.HasPrefix(line, "bestiary: move string ") || rest != test.want {
			t.Errorf("%q: exit code %d, errors\n%s\nwant, behind the first line,\n%s", test.text, code, stderr, test.want)
		}
	}
}
