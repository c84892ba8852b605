package rules

import "slices"

// safeBlast plays a capture that blows up on a copy by the slow generator.
func (b *slowBoard) safeBlast(from [2]int, e slowEnd, arrives Code) bool {
	rule, after := b.g.Variant.Rules.Blast, b.copy()
	delete(after.pieces, from)
	if e.enPassant {
		delete(after.pieces, b.passer)
	}
	if e.locust {
		delete(after.pieces, e.victim)
	}
	after.pieces[e.to] = arrives
	for at, code := range after.pieces {
		if code == Wall {
			continue
		}
		name := b.g.TypeName(code.Type())
		near := b.nextTo(at, e.to)
		if near && !slices.Contains(rule.Immune, name) && (at == e.to || !slices.Contains(rule.Spared, name)) {
			delete(after.pieces, at)
		}
	}
	own, theirs := b.royals(b.turn), b.royals(b.turn.Other())
	if own[from] {
		delete(own, from)
		own[e.to] = true
	}
	for at := range own {
		if code, ok := after.pieces[at]; !ok || code == Wall {
			return false
		}
	}
	for at := range theirs {
		if code, ok := after.pieces[at]; !ok || code.Color() == b.turn || code == Wall {
			return true
		}
	}
	return !after.kingHangs(b.turn)
}

// touching takes the royal pieces out of a set that stand next to one of the other
// side's, in a game with blasts.
func (b *slowBoard) touching(us Color, royals map[[2]int]bool) {
	if !b.g.Variant.Rules.Blast.OnCapture {
		return
	}
	for at := range royals {
		for other := range b.royals(us.Other()) {
			if b.nextTo(at, other) {
				delete(royals, at)
			}
		}
	}
}

// nextTo reports whether two squares are the same or next to each other.
func (b *slowBoard) nextTo(one, other [2]int) bool {
	for n := range 9 {
		if b.around([2]int{one[0] + n%3 - 1, one[1] + n/3 - 1}) == other {
			return true
		}
	}
	return false
}

func (g *Game) adjacent(one, other Square) bool {
	b := slowBoard{g: g}
	return b.nextTo(b.at(one), b.at(other))
}
