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

// countSpecial counts what is special about a move that is to be made. What
// enters is seen when it has been.
func countSpecial(counts *[specialKinds]int, p *rules.Position, m rules.Move) {
	g := p.Game()
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
}
