package compare

import "bestiary/engine/rules"

// The kinds of special moves, as far as a game has them.
const (
	castling = iota
	promotion
	enPassant
	doubleStep
	longStep
	entry
	explosion
	locust
	specialKinds
)

// specialNames are the names of the measures, by kind.
var specialNames = [specialKinds]struct{ name, label string }{
	{"castlings", "castlings"},
	{"promotions", "promotions"},
	{"en-passant", "captures en passant"},
	{"double-steps", "double steps"},
	{"long-steps", "steps of three and more"},
	{"entries", "waiting pieces entered"},
	{"explosions", "explosions"},
	{"locust-captures", "locust captures"},
}

// countSpecial makes a move and counts what is special about it.
func countSpecial(counts *[specialKinds]int, p *rules.Position, m rules.Move) {
	g, side := p.Game(), p.Turn()
	before := ownGates(p, side)
	switch m.Kind() {
	case rules.Castling:
		counts[castling]++
	case rules.EnPassant:
		counts[enPassant]++
	case rules.Exploding:
		counts[explosion]++
	case rules.Locust:
		counts[locust]++
	case rules.Passing:
		if distance := g.Rank(m.To()) - g.Rank(m.From()); distance >= 3 || distance <= -3 {
			counts[longStep]++
		} else {
			counts[doubleStep]++
		}
	}
	if m.IsPromotion() {
		counts[promotion]++
	}
	kind := m.Kind()
	p.Make(m)
	if kind != rules.Placing && kind != rules.Exploding {
		counts[entry] += before - ownGates(p, side)
	}
}

// ownGates counts the pieces of a side that wait behind others.
func ownGates(p *rules.Position, side rules.Color) int {
	gates, own := p.Gates(), 0
	if gates.Empty() {
		return 0
	}
	gates.Squares(func(sq rules.Square) {
		if p.Behind(sq).Color() == side {
			own++
		}
	})
	return own
}
