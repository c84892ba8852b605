package opening

import (
	"math/rand/v2"
	"slices"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// Guest reports whether only an exchange brings a piece to the board: it stands in no array, is never
// in hand, and nothing promotes to it. The game that it was added to, to be measured, is its host.
func Guest(g *rules.Game, t rules.Type) bool {
	start := g.NewPosition()
	return !IsInHand(t) && !g.IsPawn(t) && start.Owned(t, rules.White)+start.Owned(t, rules.Black) == 0 &&
		!g.CanHold(t) && !promoted(g, t)
}

func promoted(g *rules.Game, t rules.Type) bool {
	return slices.ContainsFunc(g.Variant.Rules.Promotions, func(p variant.Promotion) bool {
		return slices.Contains(p.Choices, g.TypeName(t)) || p.Captured && len(p.Choices) == 0
	})
}

// isGuest reports whether a type is a guest.
func (r *roster) isGuest(t rules.Type) bool { return slices.Contains(r.guests, t) }

func (r *roster) hasGuest(list []rules.Type) bool { return slices.ContainsFunc(list, r.isGuest) }

// hosts reports whether guests on one side of an exchange can take the places of officers of the
// array on the other: there are as many or more of these, and no other guest. Pawns may be on
// either side.
func (r *roster) hosts(x Exchange) bool {
	if !r.hasGuest(x.Left) {
		x = x.reversed()
	}
	guests, places := r.withoutPawns(x.Left), r.withoutPawns(x.Right)
	return !r.differ && len(guests) > 0 && !slices.ContainsFunc(guests, func(t rules.Type) bool { return !r.isGuest(t) }) &&
		!r.hasGuest(x.Right) && len(guests) <= len(places) && r.bothHave(places) && r.bothHave(r.pawnsOf(x.Left)) && r.bothHave(r.pawnsOf(x.Right))
}

// host makes two armies that differ by an exchange with guests: A's guests take the places of some
// pieces, and each side gives up the pawns that only the other keeps. Two guests of a kind that
// never leaves its colour of squares stand on both colours.
func (o *odds) host(rng *rand.Rand, a, b army) (army, army, bool) {
	x := o.exchange
	ahead := o.hasGuest(x.Left)
	if !ahead {
		x = x.reversed()
	}
	guests := o.withoutPawns(x.Left)
	a, _, okA := o.apply(rng, a, Exchange{Left: guests, Right: o.withoutPawns(x.Right)})
	a, _, _ = o.apply(rng, a, Exchange{Right: o.pawnsOf(x.Right)})
	b, _, okB := o.apply(rng, b, Exchange{Right: o.pawnsOf(x.Left)})
	if isDouble(guests) && o.bound[guests[0]] && o.onBothColours(&a)>>guests[0]&1 == 0 {
		okA = false
	}
	if !ahead {
		a, b = b, a
	}
	return a, b, okA && okB
}

func (r *roster) pawnsOf(list []rules.Type) []rules.Type {
	return slices.DeleteFunc(slices.Clone(list), func(t rules.Type) bool { return !slices.Contains(r.pawns, t) })
}

func (r *roster) withoutPawns(list []rules.Type) []rules.Type {
	return slices.DeleteFunc(slices.Clone(list), func(t rules.Type) bool { return slices.Contains(r.pawns, t) })
}
