package gamefile

import (
	"slices"
	"strings"
	"testing"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"Pawn": "pawn", "Flying Chariot": "flying-chariot", "+promoted  _Pawn-": "promoted-pawn", "1st": "st", "Général": "g-n-ral",
		"": "", "象": "", "Queen's": "queens", strings.Repeat("ab", 30): strings.Repeat("ab", 20),
	} {
		if got := nameFrom(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"dir/Some Game.html": "some-game", "x": "x", "": "game", "??": "game"} {
		if got := gameName(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := uniqueName("a", []string{"a", "a-2"}); got != "a-3" {
		t.Error(got)
	}
	if got := uniqueName(strings.Repeat("b", 40), []string{strings.Repeat("b", 40)}); got != strings.Repeat("b", 38)+"-2" {
		t.Error(got)
	}
	if got := variant.FreeLetter("camel", []string{"C", "A"}); got != "M" {
		t.Error(got)
	}
	if got := variant.FreeLetter("cc", []string{"C", "A"}); got != "B" {
		t.Error(got)
	}
}

func TestGroups(t *testing.T) {
	for _, groups := range [][]string{
		{"fmW", "fceF", "ifmnD"}, {"NN", "B2"}, {"[F?fsR]", "v[W-F]", "N"}, {"WX", "F", "yafsF", "DY3", "R"}, {"isO2", "K"}, nil,
	} {
		if got := betza.Groups(strings.Join(groups, "")); !slices.Equal(got, groups) {
			t.Errorf("%q, want %q", got, groups)
		}
	}
}

func TestLimitFirstMoves(t *testing.T) {
	pawn := []variant.MoveSet{{Betza: "fmWfceF"}, {Betza: "fmnD", FirstRank: 2, LastRank: 2, LeavesEnPassant: true}}
	for _, test := range []struct {
		move   string
		starts []int
		sets   []variant.MoveSet
	}{
		{"N", []int{1, 3}, []variant.MoveSet{{Betza: "N"}}},
		{"fmWfceFifmnD", []int{2}, pawn},
		{"fmWifmnDfceF", []int{2}, pawn},
		{"fmWifD", []int{2, 3, 5}, []variant.MoveSet{{Betza: "fmWifD"}}},
		{"KifD", []int{1}, []variant.MoveSet{{Betza: "KifD"}}},
		{"fWsiD", []int{1}, []variant.MoveSet{{Betza: "fWsiD"}}},
		{"fWifD", nil, []variant.MoveSet{{Betza: "fWifD"}}},
		{"KisO2", []int{1}, []variant.MoveSet{{Betza: "K"}}},
	} {
		if sets := limitFirstMoves(test.move, test.starts); !slices.Equal(sets, test.sets) {
			t.Errorf("%s from %v: %+v", test.move, test.starts, sets)
		}
	}
}
