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

// goalSteps is the distance from which a piece is not on its way to its goal.
const goalSteps = 7

// goalNear counts how near the nearest piece that can win on its goal has come to it,
// in moves of a king.
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

// checksGiven counts the squares of the checks that a side has given, which win
// when there are enough of them.
func checksGiven(v *view, code rules.Code) int {
	n := v.e.g.Variant.Rules.Checks - v.p.ChecksLeft(code.Color())
	return n * n
}
