package tuning

import (
	"bestiary/engine/eval"
	"bestiary/engine/rules"
)

// Unit is the piece that values in pawns are expressed in: the first kind of pawn
// or, in a game without pawns, the cheapest piece by the prior.
func Unit(g *rules.Game) rules.Type {
	c := newColumns(g)
	for _, t := range c.types {
		if g.IsPawn(t) {
			return t // without the prior, which takes time
		}
	}
	return c.types[c.unit(eval.PriorValues(g))]
}
