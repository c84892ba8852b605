package eval

import (
	"math/bits"

	"bestiary/engine/rules"
)

// Terms by the attacks of both sides, danger to the king aside.

// attackCount is something counted once for a side.
type attackCount int

const (
	notCounted   attackCount = iota
	hanging                  // enemy officers attacked and not protected
	weakOfficers             // enemy officers attacked and not firmly protected
	weakPawns                // enemy pawns attacked and not protected
	kingThreats              // enemy pieces that the king attacks and nothing protects
	restricted               // squares that both sides attack and the opponent does not hold firmly
	kingWeak                 // attacked squares around the enemy king that only it protects
	kingFlank                // attacked squares on the flank of the enemy king, twice those attacked twice
	lesserThreat             // attacks of officers on officers that are worth more
	kingDanger               // squared units of danger to the enemy king; the square of 8 counts 1
	attackCounts
	safeCheck // 1 for a kind that has a safe check; the only one counted by kind
)

// parts returns the number of parts into which a count is divided.
func (a attackCount) parts() int64 {
	if a == kingDanger {
		return part
	}
	return 1
}

// tally holds the counts of the attack terms for a side.
type tally [attackCounts]int32

// tally fills in the tally of a side. A side holds a square firmly with a pawn, or with
// two pieces if the other side does not attack it twice.
func (v *view) tally(c rules.Color) *tally {
	own, opp := &v.attacks[c], &v.attacks[1-c]
	t := &own.tally
	if own.tallied {
		return t
	}
	own.tallied = true
	*t = tally{lesserThreat: own.lesser}
	royal, enemyRoyal := &v.e.attack.royal[c][v.p.King(c)], &v.e.attack.royal[1-c][v.p.King(1-c)]
	flank, pawns, pawnAttacks := &v.e.geo.flank[1-c][v.p.King(1-c)], &v.pawns.of[1-c], &v.pawns.attacks[1-c]
	side := v.p.Side(1 - c)
	for i := 0; i < v.e.words; i++ {
		w := i & 3
		once, twice, enemy := own.once[w], own.twice[w], opp.once[w]
		firm := pawnAttacks[w] | opp.twice[w]&^twice
		guarded := enemy | enemyRoyal[w]
		near := once & flank[w]
		t[restricted] += int32(bits.OnesCount64(once & enemy &^ firm))
		t[kingWeak] += int32(bits.OnesCount64(once & own.zone[w] &^ enemy))
		t[kingFlank] += int32(bits.OnesCount64(near) + bits.OnesCount64(near&twice))
		if hit := once & own.targets[w]; hit&^(guarded&firm) != 0 {
			t[hanging] += int32(bits.OnesCount64(hit &^ guarded))
			t[weakOfficers] += int32(bits.OnesCount64(hit &^ firm))
		}
		if hit := once & pawns[w] &^ guarded; hit != 0 {
			t[weakPawns] += int32(bits.OnesCount64(hit))
		}
		if hit := royal[w] & side[w] &^ guarded; hit != 0 {
			t[kingThreats] += int32(bits.OnesCount64(hit))
		}
	}
	t[kingDanger] = v.danger(c, t[kingWeak])
	return t
}

// counted returns how often an attack term holds for a side, or for one of its kinds.
func (v *view) counted(a attackCount, code rules.Code) int32 {
	if a == safeCheck {
		return int32(v.checks(code.Color()) >> (code.Type() & 63) & 1)
	}
	return v.tally(code.Color())[a]
}

// passedPath counts the progress of passed pawns that nothing can stop before the last
// rank: the way is free and the opponent attacks none of its squares.
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
