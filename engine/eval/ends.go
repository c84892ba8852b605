package eval

import (
	"slices"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// The terms by the ends of a game other than mate.

// Loses reports whether a side wins by losing all its pieces.
func Loses(g *rules.Game) bool {
	e := &g.Variant.Rules.Extinction
	return e.Result == variant.EndWin && len(e.Pieces) == 0
}

// loses reports whether a side wins by losing its pieces of a type.
func loses(g *rules.Game, t rules.Type) bool {
	e := &g.Variant.Rules.Extinction
	return Loses(g) || e.Result == variant.EndWin && slices.Contains(e.Pieces, g.TypeName(t))
}

func hasGoal(g *rules.Game) bool { return len(g.GoalTypes()) > 0 }

// goalSteps is the distance at which a piece no longer counts as on its way to its goal.
const goalSteps = 7

// goalNear counts how close to its goal the nearest piece that can win there is, in king
// moves.
func goalNear(v *view, code rules.Code) int {
	c, g := code.Color(), v.e.g
	squares := g.Goal(c)
	nearest := goalSteps
	for _, t := range g.GoalTypes() {
		have := v.p.Pieces(rules.CodeOf(t, c))
		have.Squares(func(from rules.Square) {
			squares.Squares(func(to rules.Square) {
				king, _ := steps(g, from, to)
				nearest = min(nearest, king)
			})
		})
	}
	return goalSteps - nearest
}

// checksGiven counts the squares of the checks that a side has given, in games that are
// won by a number of checks.
func checksGiven(v *view, code rules.Code) int {
	n := v.e.g.Variant.Rules.Checks - v.p.ChecksLeft(code.Color())
	return n * n
}
