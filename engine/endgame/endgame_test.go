package endgame

import (
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

func game(t *testing.T, name string) *rules.Game {
	t.Helper()
	v, err := variant.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	g, err := rules.Compile(v)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func solve(t *testing.T, s *Solver, text string) *Table {
	t.Helper()
	m, err := ParseMaterial(s.Game, text)
	if err != nil {
		t.Fatal(err)
	}
	table, err := s.Solve(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestChess(t *testing.T) {
	s := New(game(t, "chess"))
	for _, test := range []struct {
		ending string
		moves  int
	}{{"queen", 10}, {"rook", 16}, {"bishop", 0}, {"knight", 0}} {
		longest := 0
		for _, v := range solve(t, s, test.ending).values[rules.White] {
			if v.Won() {
				longest = max(longest, (v.Plies()+1)/2)
			}
		}
		if longest != test.moves {
			t.Errorf("%s: the longest win takes %d moves, want %d", test.ending, longest, test.moves)
		}
	}
}

func TestChessFourMen(t *testing.T) {
	if testing.Short() {
		t.Skip("some minutes")
	}
	s := New(game(t, "chess"))
	for _, test := range []struct {
		ending string
		moves  int
	}{{"bishop+bishop", 19}, {"bishop+knight", 33}, {"queen/rook", 35}} {
		longest := 0
		for _, v := range solve(t, s, test.ending).values[rules.White] {
			if v.Won() {
				longest = max(longest, (v.Plies()+1)/2)
			}
		}
		t.Log(test.ending, longest)
		if longest != test.moves {
			t.Errorf("%s: the longest win takes %d moves, want %d", test.ending, longest, test.moves)
		}
	}
}
