package rules

import "bestiary/engine/variant"

// promotion is where a piece of one colour promotes and to what.
type promotion struct {
	zone       Set
	must       Set  // the part of the zone where the piece cannot stay what it is
	captured   bool // the choice is among captured pieces
	losesEmpty bool // a piece that must promote to none loses the game
	choices    []Type
}

func (g *Game) compilePromotions() {
	for _, p := range g.Variant.Rules.Promotions {
		var choices []Type
		for _, name := range p.Choices {
			choices = append(choices, g.TypeNamed(name))
		}
		for _, name := range p.Pieces {
			for _, c := range []Color{White, Black} {
				pr := promotion{
					choices: choices, captured: p.Captured,
					losesEmpty: p.Captured && p.EmptyPool != variant.EmptyPoolForbidden,
				}
				g.pooled = g.pooled || p.Captured
				for sq := range g.geo.size() {
					depth := g.geo.ranks - g.geo.homeRank(Square(sq), c)
					if depth <= p.Zone {
						pr.zone.Add(Square(sq))
						if !p.Optional || depth <= p.Compulsory {
							pr.must.Add(Square(sq))
						}
					}
				}
				t := g.TypeNamed(name)
				g.markPromoting(CodeOf(t, c), &pr)
				g.types[t].promotes[c] = pr
			}
		}
	}
}

// markPromoting marks the squares from which a piece has a move that may
// promote it.
func (g *Game) markPromoting(p Code, pr *promotion) {
	for sq, steps := range g.programs[p] {
		for i := range steps {
			if steps[i].flags&relAll != 0 && pr.zone.Has(steps[i].to) {
				g.rays.forms[p][sq] |= rayPromotes
			}
		}
	}
}
