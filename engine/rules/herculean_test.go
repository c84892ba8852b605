package rules

import (
	"fmt"
	"testing"
)

func TestFlyingChariotAndFlyingBishop(t *testing.T) {
	g := gameWith(t, "herculean")
	for column, want := range map[string]bool{ // from the chariot on e5 up to the king
		"k": true, ".k": true, "..k": true, "n.k": false, ".nk": false, "nk": true, "nnk": true,
		"...k": true, "nnnk": false, "n..k": false, "Nn.k": false, ".nnk": false,
	} {
		for name, dx := range map[string]int{"flying-chariot": 0, "flying-bishop": 1} {
			p := g.emptyPosition()
			p.put(CodeOf(g.TypeNamed(name), White), g.SquareAt(4, 4))
			for i, c := range []byte(column) {
				if c != '.' {
					p.put(g.bySym[c], g.SquareAt(4+dx*(i+1), 5+i))
				}
			}
			p.turn = Black
			p.king[Black] = g.SquareAt(4+dx*len(column), 4+len(column))
			if p.InCheck() != want {
				t.Errorf("%s with %s before it: check %v", name, column, !want)
			}
		}
	}
}

// The weaker sorcerer knight has two paths to each of its squares; the stronger
// one leaps. All ways to occupy the squares on the paths, in all directions.
func TestSorcererKnights(t *testing.T) {
	type offset = [2]int
	squares := []offset{{0, 1}, {1, 1}, {1, 2}, {2, 2}}
	free := map[offset]func(taken map[offset]bool) bool{
		{1, 2}: func(taken map[offset]bool) bool { return !taken[offset{0, 1}] || !taken[offset{1, 1}] },
		{2, 3}: func(taken map[offset]bool) bool {
			return !taken[offset{0, 1}] && !taken[offset{1, 2}] || !taken[offset{1, 1}] && !taken[offset{2, 2}]
		},
	}
	for spec, leaps := range map[string]bool{
		"herculean-2": true, "herculean-2-weak": false,
		"herculean-2 sorcerer-knight=dual-path": false, "herculean-2-weak sorcerer-knight=leaping": true,
	} {
		g := gameWith(t, spec)
		sorcerer := CodeOf(g.TypeNamed("sorcerer-knight"), White)
		e5 := g.SquareAt(4, 4)
		for image := range 8 {
			at := func(v [2]int) Square { return imageOf(g, image, v) }
			for filling := range 16 {
				var occupied Set
				taken := map[offset]bool{}
				for i, sq := range squares {
					if filling>>i&1 != 0 {
						occupied.Add(at(sq))
						taken[sq] = true
					}
				}
				quiet, captures := g.Reach(sorcerer, e5, &occupied)
				for target, open := range free {
					want := leaps || open(taken)
					if sq := at(target); target != (offset{1, 2}) || !taken[target] {
						if quiet.Has(sq) != want || captures.Has(sq) != want {
							t.Errorf("%s with %s taken: %s in reach %v, want %v", spec, fmt.Sprint(taken), g.SquareName(sq), quiet.Has(sq), want)
						}
					}
				}
			}
		}
	}
}
