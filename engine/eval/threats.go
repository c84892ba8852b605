package eval

import "bestiary/engine/rules"

// The terms by the attacks of both sides, danger to the king aside.

// guards is what the pieces of a side protect, the king included.
func (v *view) guards(c rules.Color) rules.Set {
	return v.attacks[c].once.Or(&v.e.attack.royal[c][v.p.King(c)])
}

// firm is what a side protects with a pawn, or with two pieces if the other side does
// not attack it twice.
func (v *view) firm(c rules.Color) rules.Set {
	twice := v.attacks[c].twice.AndNot(&v.attacks[c.Other()].twice)
	return twice.Or(&v.pawns.attacks[c])
}

// weakOfficers counts the enemy officers that are attacked and not firmly protected.
func weakOfficers(v *view, code rules.Code) int32 {
	own := &v.attacks[code.Color()]
	firm := v.firm(code.Color().Other())
	weak := own.once.And(&own.targets)
	weak = weak.AndNot(&firm)
	return part * int32(weak.Count())
}

// weakPawns counts the enemy pawns that are attacked and not protected.
func weakPawns(v *view, code rules.Code) int32 {
	c := code.Color()
	guarded := v.guards(c.Other())
	weak := v.attacks[c].once.And(&v.pawns.of[c.Other()])
	weak = weak.AndNot(&guarded)
	return part * int32(weak.Count())
}

// kingThreats counts the enemy pieces that the king attacks and nothing protects.
func kingThreats(v *view, code rules.Code) int32 {
	c := code.Color()
	side := v.p.Side(c.Other())
	weak := side.And(&v.e.attack.royal[c][v.p.King(c)])
	if weak.Empty() {
		return 0
	}
	guarded := v.guards(c.Other())
	weak = weak.AndNot(&guarded)
	return part * int32(weak.Count())
}

// restricted counts the squares that the opponent attacks, not firmly, and that the
// side attacks too.
func restricted(v *view, code rules.Code) int32 {
	own, opp := &v.attacks[code.Color()], &v.attacks[code.Color().Other()]
	firm := v.firm(code.Color().Other())
	both := own.once.And(&opp.once)
	both = both.AndNot(&firm)
	return part * int32(both.Count())
}

// safeCheck is 1 for a kind that has a safe check.
func safeCheck(v *view, code rules.Code) int32 {
	return part * int32(v.checks(code.Color())>>(code.Type()&63)&1)
}

// kingWeak counts the attacked squares around the enemy king that only it protects.
func kingWeak(v *view, code rules.Code) int32 {
	own, opp := &v.attacks[code.Color()], &v.attacks[code.Color().Other()]
	weak := own.zone.And(&own.once)
	weak = weak.AndNot(&opp.once)
	return part * int32(weak.Count())
}

// kingFlank counts the squares on the flank of the enemy king that a side attacks,
// those that two pieces attack twice.
func kingFlank(v *view, code rules.Code) int32 {
	c := code.Color()
	flank := &v.e.geo.flank[c.Other()][v.p.King(c.Other())]
	once, twice := v.attacks[c].once.And(flank), v.attacks[c].twice.And(flank)
	return part * int32(once.Count()+twice.Count())
}

// passedPath counts the progress of passed pawns that nothing can stop before the last
// rank: no piece stands there, and the opponent attacks nothing of it.
func passedPath(v *view, c rules.Color, sq rules.Square) int32 {
	path, all := &v.e.geo.path[c][sq], v.p.Occupied()
	if path.Meets(&all) || path.Meets(&v.attacks[c.Other()].once) || path.Meets(&v.e.attack.royal[c.Other()][v.p.King(c.Other())]) {
		return 0
	}
	return v.e.geo.progress[c][sq]
}

// passedStop counts the progress of passed pawns that can advance safely.
func passedStop(v *view, c rules.Color, sq rules.Square) int32 {
	front, all := &v.e.geo.front[c][sq], v.p.Occupied()
	if front.Meets(&all) || front.Meets(&v.attacks[c.Other()].once) && !front.Meets(&v.attacks[c].once) {
		return 0
	}
	return v.e.geo.progress[c][sq]
}
