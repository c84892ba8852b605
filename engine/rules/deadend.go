package rules

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/internal/format"
)

// DeadEnds lists the kinds of pieces that can never move from a square where they start, or never again
// from a square that they can reach, although they neither promote nor win there: one line for each
// side, kind and fault. It leaves out kinds that have no moves at all, which is no oversight, and kinds that can
// explode, which is a move.
func (g *Game) DeadEnds() (faults []string) {
	for _, code := range g.codes {
		t, c := code.Type(), code.Color()
		starts := g.squaresOf(code)
		moves := slices.ContainsFunc(g.programs[code], func(steps []step) bool { return len(steps) > 0 })
		if !moves || g.types[t].explodes || starts.Empty() {
			continue
		}
		final := g.promotionSquares(t, c)
		if slices.Contains(g.GoalTypes(), t) {
			won := g.Goal(c)
			final = final.Or(&won)
		}
		reached := g.reachedFrom(code, starts, &final)
		name := format.Title(c.String()) + "'s " + g.TypeName(t)
		if squares := g.withoutMoves(code, &starts); squares != "" {
			faults = append(faults, fmt.Sprintf("%s on %s never moves", name, squares))
		}
		later := reached.AndNot(&starts)
		if squares := g.withoutMoves(code, &later); squares != "" {
			faults = append(faults, fmt.Sprintf("%s cannot move again from %s, and does not promote there", name, squares))
		}
	}
	return faults
}

// squaresOf returns the squares where the array has a piece.
func (g *Game) squaresOf(code Code) (set Set) {
	for sq, on := range g.arrayBoard() {
		if on == code {
			set.Add(Square(sq))
		}
	}
	return set
}

// promotionSquares returns the squares on which a piece may or must promote.
func (g *Game) promotionSquares(t Type, c Color) Set {
	pr := &g.types[t].promotes[c]
	return pr.zone.Or(&pr.must)
}

// reachedFrom returns the squares that a piece can reach from the starts in any number of moves. It
// leaves out the final squares, where the piece promotes or wins.
func (g *Game) reachedFrom(code Code, starts Set, final *Set) Set {
	reached := starts
	for grown := starts; !grown.Empty(); {
		var next Set
		grown.Squares(func(sq Square) {
			to := g.Goals(code, sq)
			next = next.Or(&to)
		})
		next = next.AndNot(&reached)
		grown = next.AndNot(final)
		reached = reached.Or(&grown)
	}
	return reached
}

// withoutMoves lists the squares of a set from which a piece never moves.
func (g *Game) withoutMoves(code Code, set *Set) string {
	var names []string
	set.Squares(func(sq Square) {
		if to := g.Goals(code, sq); to.Empty() {
			names = append(names, g.SquareName(sq))
		}
	})
	const shown = 4
	if len(names) > shown {
		return fmt.Sprintf("%s and %d other squares", strings.Join(names[:shown], ", "), len(names)-shown)
	}
	return strings.Join(names, ", ")
}
