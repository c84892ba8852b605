package eval

import (
	"math/bits"

	"bestiary/engine/rules"
)

// The terms by the attacks of both sides, danger to the king aside.

// tally counts, for one side, squares by who attacks them.
type tally struct {
	hanging      int32 // enemy officers attacked and not protected
	weakOfficers int32 // enemy officers attacked and not firmly protected
	weakPawns    int32 // enemy pawns attacked and not protected
	kingThreats  int32 // enemy pieces that the king attacks and nothing protects
	restricted   int32 // squares that both sides attack and the opponent does not hold firmly
	kingWeak     int32 // attacked squares around the enemy king that only it protects
	kingFlank    int32 // attacked squares on the flank of the enemy king, twice those attacked twice
}

// tally fills in the tally of a side. A side holds a square firmly with a pawn, or with
// two pieces if the other side does not attack it twice.
func (v *view) tally(c rules.Color) *tally {
	own, opp := &v.attacks[c], &v.attacks[1-c]
	if own.tallied {
		return &own.tally
	}
	own.tallied = true
	var t tally
	king, enemyKing := v.p.King(c), v.p.King(1-c)
	royal, enemyRoyal := &v.e.attack.royal[c][king], &v.e.attack.royal[1-c][enemyKing]
	flank, pawns, pawnAttacks := &v.e.geo.flank[1-c][enemyKing], &v.pawns.of[1-c], &v.pawns.attacks[1-c]
	side := v.p.Side(1 - c)
	for i := 0; i < v.e.words; i++ {
		w := i & 3
		once, twice, enemy := own.once[w], own.twice[w], opp.once[w]
		firm := pawnAttacks[w] | opp.twice[w]&^twice
		guarded := enemy | enemyRoyal[w]
		targets := once & own.targets[w]
		near := once & flank[w]
		t.hanging += int32(bits.OnesCount64(targets &^ guarded))
		t.weakOfficers += int32(bits.OnesCount64(targets &^ firm))
		t.weakPawns += int32(bits.OnesCount64(once & pawns[w] &^ guarded))
		t.kingThreats += int32(bits.OnesCount64(royal[w] & side[w] &^ guarded))
		t.restricted += int32(bits.OnesCount64(once & enemy &^ firm))
		t.kingWeak += int32(bits.OnesCount64(once & own.zone[w] &^ enemy))
		t.kingFlank += int32(bits.OnesCount64(near) + bits.OnesCount64(near&twice))
	}
	own.tally = t
	return &own.tally
}

func hanging(v *view, code rules.Code) int32      { return part * v.tally(code.Color()).hanging }
func weakOfficers(v *view, code rules.Code) int32 { return part * v.tally(code.Color()).weakOfficers }
func weakPawns(v *view, code rules.Code) int32    { return part * v.tally(code.Color()).weakPawns }
func kingThreats(v *view, code rules.Code) int32  { return part * v.tally(code.Color()).kingThreats }
func restricted(v *view, code rules.Code) int32   { return part * v.tally(code.Color()).restricted }
func kingWeak(v *view, code rules.Code) int32     { return part * v.tally(code.Color()).kingWeak }
func kingFlank(v *view, code rules.Code) int32    { return part * v.tally(code.Color()).kingFlank }

// safeCheck is 1 for a kind that has a safe check.
func safeCheck(v *view, code rules.Code) int32 {
	return part * int32(v.checks(code.Color())>>(code.Type()&63)&1)
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
