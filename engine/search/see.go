package search

import (
	"math/bits"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// see is the static exchange evaluation: who wins how much if both sides keep
// capturing on one square, each with its cheapest piece and for as long as that
// pays.
type see struct {
	values []int // by type, in centipawns; the royal piece has the highest
}

// maxExchange is the longest exchange, in captures.
const maxExchange = 32

// wins reports whether m wins at least some centipawns by exchanges on its target square. It stops
// as soon as that is certain: a side that can afford to lose the piece there need not look for
// attackers.
func (x *see) wins(p *rules.Position, m rules.Move, least int) bool {
	if m.Kind() == rules.Exploding {
		return x.blast(p, m) >= least
	}
	if p.Game().BlastsOnCapture() && p.IsCapture(m) {
		return x.captureBlast(p, m) >= least
	}
	if p.Game().HasSequel() && p.IsCapture(m) {
		return x.sequel(p, m) >= least
	}
	from, to := m.From(), m.To()
	standing := x.values[p.At(from).Type()]
	if m.Kind() == rules.Placing {
		standing = x.values[m.Promotion()]
	}
	// margin is what the side that captured last can afford to lose.
	margin := x.values[taken(p, m)] - least
	locust := m.Kind() == rules.EnPassant || m.Kind() == rules.Locust
	if locust {
		margin += x.values[p.At(rules.Square(m.Extra())).Type()]
	}
	if t := m.Promotion(); m.IsPromotion() {
		margin += x.values[t] - standing
		standing = x.values[t]
	}
	if margin < 0 || margin >= standing {
		return margin >= 0
	}
	var gone rules.Set
	all := p.Occupied()
	if locust {
		all.Remove(rules.Square(m.Extra()))
		gone.Add(rules.Square(m.Extra()))
	}
	all.Remove(from)
	all.Add(to)
	gone.Add(from)
	gone.Add(to)
	us := p.Turn()
	side := us
	for range maxExchange - 1 {
		margin = standing - margin - 1
		at, ok := p.CheapestAttacker(x.values, margin, to, side.Other(), &all, &gone)
		if !ok {
			break
		}
		side = side.Other()
		standing = x.values[p.At(at).Type()]
		if margin >= standing {
			break
		}
		all.Remove(at)
		gone.Add(at)
	}
	return side == us
}

// taken returns the type on the target square of a move, NoType for a piece that captures without
// moving.
func taken(p *rules.Position, m rules.Move) rules.Type {
	if m.Kind() == rules.Locust && m.From() == m.To() {
		return rules.NoType
	}
	return p.At(m.To()).Type()
}

// blast returns the opponent's material that an explosion removes, less one's own.
func (x *see) blast(p *rules.Position, m rules.Move) int {
	return x.balance(p, p.Game().Blast(m.From()))
}

// balance returns the opponent's material in an area, less one's own.
func (x *see) balance(p *rules.Position, area rules.Set) (sum int) {
	for w, word := range area {
		for ; word != 0; word &= word - 1 {
			switch code := p.At(rules.Square(w<<6 + bits.TrailingZeros64(word))); {
			case code == 0:
			case code.Color() == p.Turn():
				sum -= x.values[code.Type()]
			default:
				sum += x.values[code.Type()]
			}
		}
	}
	return sum
}

// captureBlast returns the opponent's material that a capture removes, explosions included, less
// one's own.
func (x *see) captureBlast(p *rules.Position, m rules.Move) int {
	t := p.At(m.From()).Type()
	if m.IsPromotion() {
		t = m.Promotion()
	}
	sum := x.values[taken(p, m)]
	if k := m.Kind(); k == rules.EnPassant || k == rules.Locust {
		sum += x.values[p.At(rules.Square(m.Extra())).Type()]
	}
	area := p.Blasted(m.To(), t)
	if area.Has(m.To()) {
		sum -= x.values[p.At(m.From()).Type()]
		area.Remove(m.To())
	}
	area.Remove(m.From())
	return sum + x.balance(p, area)
}

// sequel returns the gain of a capture with its effects, without exchanges. A piece that comes back
// counts less than 0, so that captures of quiescence come to an end.
func (x *see) sequel(p *rules.Position, m rules.Move) int {
	sum := 0
	win := func(sq rules.Square) {
		if p.ComesBack(m, sq) {
			sum--
		} else {
			sum += x.values[p.At(sq).Type()]
		}
	}
	if taken(p, m) != rules.NoType {
		win(m.To())
	}
	if k := m.Kind(); k == rules.EnPassant || k == rules.Locust {
		win(rules.Square(m.Extra()))
	}
	t := p.At(m.From()).Type()
	stands := x.values[t]
	if m.IsPromotion() {
		stands = x.values[m.Promotion()]
		sum += stands - x.values[t]
	}
	switch p.Game().Sequel(t) {
	case variant.Petrifies:
		sum -= stands
	case variant.ChangesSides:
		sum -= 2 * stands
	}
	return sum
}
