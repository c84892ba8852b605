package toml

import (
	"strings"
	"testing"
)

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
