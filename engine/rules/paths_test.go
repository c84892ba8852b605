package rules

import (
	"testing"
)

// falconPaths are the ways to the two representative targets of a falcon, as
// pairs of squares that must be empty. The other 14 targets are images of these.
var falconPaths = map[[2]int][3][2][2]int{
	{1, 3}: {{{0, 1}, {0, 2}}, {{0, 1}, {1, 2}}, {{1, 1}, {1, 2}}},
	{2, 3}: {{{1, 1}, {2, 2}}, {{1, 1}, {1, 2}}, {{0, 1}, {1, 2}}},
}

// The falcon on e5 reaches each target exactly when one of its three paths is
// empty: all 16 targets, and all ways to occupy the four squares on the paths
// with pieces of either side.
func TestFalconNeedsOneOfThreePaths(t *testing.T) {
	g := gameWith(t, "hannibal-manticore")
	falcon := CodeOf(g.TypeNamed("falcon"), White)
	for target, paths := range falconPaths {
		squares := [][2]int{{0, 1}, {1, 1}, {1, 2}, {0, 2}}
		if target == [2]int{2, 3} {
			squares[3] = [2]int{2, 2}
		}
		for image := range 8 {
			at := func(v [2]int) Square { return imageOf(g, image, v) }
			for filling := range 81 { // each of four squares empty, white or black
				p := parsed(t, g, "9k/10/10/10/4F5/10/10/10/K9 w - - 0 1")
				taken := map[[2]int]bool{}
				for i, n := 0, filling; i < 4; i, n = i+1, n/3 {
					if n%3 != 0 {
						taken[squares[i]] = true
						p.put(CodeOf(g.TypeNamed("knight"), Color(n%3-1)), at(squares[i]))
					}
				}
				open := false
				for _, path := range paths {
					open = open || !taken[path[0]] && !taken[path[1]]
				}
				checkFalcon(t, p, at(target), falcon, open)
			}
		}
	}
}

// checkFalcon asserts that the falcon on e5 can move to a square, capture and
// attack there, when a path is open, and never lands on its own side.
func checkFalcon(t *testing.T, p *Position, to Square, falcon Code, open bool) {
	t.Helper()
	g := p.g
	e5 := g.SquareAt(4, 4)
	moves := func() int {
		n := 0
		for _, m := range p.walk(nil, falcon, e5, relAll) {
			if m.To() == to {
				n++
			}
		}
		return n
	}
	want := 0
	if open {
		want = 1
	}
	if got := moves(); got != want {
		t.Errorf("%s: %d moves to %s, want %d", p.FEN(), got, g.SquareName(to), want)
	}
	p.put(CodeOf(g.TypeNamed("pawn"), Black), to)
	var gone Set
	_, attacks := p.Attacker(falcon, to, &p.all, &gone)
	if got := moves(); got != want || attacks != open {
		t.Errorf("%s: %d captures on %s, attack %v, want %d", p.FEN(), got, g.SquareName(to), attacks, want)
	}
	p.remove(to)
	p.put(CodeOf(g.TypeNamed("pawn"), White), to)
	if got := moves(); got != 0 {
		t.Errorf("%s: the falcon captures its own pawn on %s", p.FEN(), g.SquareName(to))
	}
	p.remove(to)
}
