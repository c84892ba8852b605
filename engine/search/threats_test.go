package search

import (
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// A move out of a lesser piece's reach relieves, one into it does the opposite; equal and
// greater pieces do not count.
func TestThreatsOfLesserPieces(t *testing.T) {
	g, e := compile(t, "chess")
	s := New(e, Options{})
	p := rulestest.Position(t, g, "3rk3/8/8/4p3/8/2N1b3/8/R2QK3 w - - 0 1")
	s.threats.find(p, s.see.values)
	v := func(name string) int { return s.see.values[g.TypeNamed(name)] }
	for _, c := range []struct {
		move string
		want int
	}{
		{"d1e2", v("queen")}, // out of the rook's file
		{"d1d4", 0},          // from the rook's reach into that of pawn, bishop and rook
		{"a1c1", -v("rook")}, // the bishop guards it
		{"a1b1", 0},          //
		{"c3d5", 0},          // a rook may guard it
		{"c3b5", 0},          //
		{"e1e2", 0},          //
	} {
		m := testkit.Must(p.ParseMove(c.move))(t)
		if got := s.threats.relief(p, m, s.see.values); got != c.want {
			t.Errorf("%s: %d, want %d", c.move, got, c.want)
		}
	}
	// Of two moves without a history the one that saves the queen comes first.
	pk := s.newPicker(p, 0, 1, false)
	for m, kind := pk.pick(); kind != noMove; m, kind = pk.pick() {
		if kind == quietClass {
			if p.At(m.From()) != rules.CodeOf(g.TypeNamed("queen"), rules.White) || s.threats.relief(p, m, s.see.values) != v("queen") {
				t.Errorf("%s is the first quiet move, want one that saves the queen", g.MoveText(m))
			}
			break
		}
	}
}
