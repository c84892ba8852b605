package tuning

import (
	"bestiary/engine/eval"
	"bestiary/engine/rules"
)

// Unit is the piece that values in pawns are expressed in: the first kind of pawn
// or, in a game without pawns, the cheapest piece by the prior.
func Unit(g *rules.Game) rules.Type {
	c := newColumns(g)
	return c.types[c.unit(eval.PriorValues(g))]
}
