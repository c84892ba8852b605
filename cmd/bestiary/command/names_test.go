package command

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	names := []string{"variants", "show", "moves", "perft", "betza"}
	for _, test := range []struct{ name, want string }{
		{"moevs", "moves"},
		{"SHOW", "show"},
		{"var", "variants"},
		{"prefect", "perft"},
		{"bezta", "betza"},
		{strings.Repeat("é", 1000), "variants"},
	} {
		if got := Nearest(test.name, names); got != test.want {
			t.Errorf("nearest to %.20q is %q, want %q", test.name, got, test.want)
		}
	}
}
