package rules

import (
	"bestiary/internal/format"
	"fmt"
	"slices"
	"strings"
)

// DeadEnds lists the kinds of pieces that cannot move again from squares where they begin or which they
// may reach, without having promoted or won there: one line for each side's pieces of a kind and each of
// these two faults. Kinds that never move are meant so, and those that may explode can still do that.
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
		name := g.TypeName(t) + ": " + format.Title(c.String()) + "'s"
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

// promotionSquares returns the squares on which a piece may become another, or may not go as it is.
func (g *Game) promotionSquares(t Type, c Color) Set {
	pr := &g.types[t].promotes[c]
	return pr.zone.Or(&pr.must)
}

// reachedFrom returns the squares that a piece may reach from others by any number of moves, without
// the final ones, where it stops to be what it is.
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
