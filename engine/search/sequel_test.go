package search

import (
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// What follows a capture counts: the piece stays where it is, or is lost, or is the
// opponent's, or has won nothing.
func TestExchangeWithSequels(t *testing.T) {
	for _, c := range []struct {
		then, move string
		want       func(pawn, rook int) int
	}{
		{"stay", "d1d1xd5", func(pawn, rook int) int { return pawn }},
		{"petrify", "d1d5", func(pawn, rook int) int { return pawn - rook }},
		{"change-sides", "d1d5", func(pawn, rook int) int { return pawn - 2*rook }},
		{"reborn", "d1d5", func(pawn, rook int) int { return -1 }},
	} {
		g, e := compile(t, "chess capture-then="+c.then)
		s := New(e, Options{})
		p := rulestest.Position(t, g, "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1")
		m := testkit.Must(p.ParseMove(c.move))(t)
		want := c.want(e.Value(g.TypeNamed("pawn")), e.Value(g.TypeNamed("rook")))
		if !s.see.wins(p, m, want) || s.see.wins(p, m, want+1) {
			t.Errorf("%s: the capture does not win %d exactly", c.then, want)
		}
	}
}

// The search finds a mate, plays on to the end or for some time, and allocates nothing.
func TestSearchWithSequels(t *testing.T) {
	for _, spec := range []string{"chess capture-then=stay", "chess capture-then=reborn", "chess capture-then=petrify", "chess capture-then=change-sides", "atomic capture-then=petrify"} {
		g, e := compile(t, spec)
		s := New(e, Options{})
		p := rulestest.Position(t, g, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
		if got := g.MoveText(s.Search(p, Limits{Nodes: 3000}).Move); got != "a1a8" {
			t.Errorf("%s: %s, want a1a8", spec, got)
		}
		p = g.NewPosition()
		for ply := 0; ply < 100; ply++ {
			if result, _ := p.Outcome(); result != rules.Ongoing {
				break
			}
			p.Make(s.Search(p, Limits{Nodes: 300}).Move)
		}
		if n := testing.AllocsPerRun(2, func() { s.Search(p, Limits{Nodes: 2000}) }); n != 0 {
			t.Errorf("%s: %v allocations in a search, want 0", spec, n)
		}
	}
}
