package rules

import (
	"slices"

	"bestiary/engine/variant"
)

// promotes reports whether the rule applies to a move.
func (pr *promotion) promotes(p *Position, m Move) bool {
	if pr.passing && m.Kind() == EnPassant {
		return false
	}
	return (pr.zone.Has(m.To()) || pr.leaving && pr.zone.Has(m.From())) && (!pr.onCapture || p.IsCapture(m))
}

// mayChoose reports whether the side to move may promote to a type with a move to which
// one of the rules applies.
func (pr *promotion) mayChoose(p *Position, m Move, c *choice) bool {
	if pr.captured && p.pool[p.turn][c.to] == 0 || !c.zone.Has(m.To()) && !pr.leaving {
		return false
	}
	have := &p.pieces[CodeOf(c.to, p.turn)]
	return c.limit == 0 || have.Count() < c.limit
}

// resets reports whether a promotion to a type resets the half-move clock.
func (pr *promotion) resets(to Type) bool {
	return slices.ContainsFunc(pr.choices, func(c choice) bool { return c.to == to && c.resets })
}

// forbidImmobility keeps pieces from squares where they could never move again.
func (g *Game) forbidImmobility() {
	for _, code := range g.codes {
		pr := &g.types[code.Type()].promotes[code.Color()]
		for sq := range g.Squares() {
			if sq := Square(sq); !g.IsHole(sq) && g.stuck(code, sq) {
				pr.must.Add(sq)
			}
		}
	}
}

// hasForm reports whether a type has a promoted form.
func (g *Game) hasForm(t Type) bool {
	return slices.ContainsFunc(g.Variant.Pieces, func(p variant.Piece) bool { return p.PromotedFrom == g.types[t].name })
}
