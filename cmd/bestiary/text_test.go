package main

import (
	"strings"
	"testing"
)

func TestCaret(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"fmQqz", "  fmQqz\n       ^\n"},
		{"N*", "  N*\n   ^\n"},
		{"Wé", "  Wé\n   ^\n"},
		{"W\x00W", "  W?W\n   ^\n"},
		{strings.Repeat("WF", 20) + "*" + strings.Repeat("F", 40),
			"  ..." + strings.Repeat("WF", 15) + "*" + strings.Repeat("F", 29) + "...\n" + strings.Repeat(" ", 35) + "^\n"},
	} {
		_, stderr, code := runHere("piece", test.text)
		line, rest, _ := strings.Cut(stderr, "\n")
		if code != 1 || !strings.HasPrefix(line, "bestiary: move string ") || rest != test.want {
			t.Errorf("%q: exit code %d, errors\n%s\nwant, behind the first line,\n%s", test.text, code, stderr, test.want)
		}
	}
}
