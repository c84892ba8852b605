package search

import (
	"math/bits"

	"bestiary/engine/rules"
)

// see is the static exchange evaluation: who wins how much if both sides keep
// capturing on one square.
type see struct {
	values []int // by type, in centipawns; the royal piece has the highest
}

// maxExchange is the longest exchange, in captures.
const maxExchange = 32

// gain is the material, in centipawns, that m wins if each side then captures on
// the same square with its cheapest piece for as long as that pays.
func (x *see) gain(p *rules.Position, m rules.Move) int {
	if m.Kind() == rules.Exploding {
		return x.blast(p, m)
	}
	var gains [maxExchange]int
	var gone rules.Set
	all := p.Occupied()
	from, to := m.From(), m.To()
	side := p.Turn()
	gains[0] = x.values[p.At(to).Type()]
	if k := m.Kind(); k == rules.EnPassant || k == rules.Locust {
		victim := rules.Square(m.Extra())
		gains[0] += x.values[p.At(victim).Type()]
		all.Remove(victim)
		gone.Add(victim)
	}
	standing := x.values[p.At(from).Type()]
	if t := m.Promotion(); t != rules.NoType {
		gains[0] += x.values[t] - standing
		standing = x.values[t]
	}
	all.Remove(from)
	all.Add(to)
	gone.Add(from)
	gone.Add(to)
	n := 0
	for n < maxExchange-1 {
		side = side.Other()
		at, ok := p.CheapestAttacker(x.values, to, side, &all, &gone)
		if !ok {
			break
		}
		n++
		gains[n] = standing - gains[n-1]
		standing = x.values[p.At(at).Type()]
		all.Remove(at)
		gone.Add(at)
	}
	for ; n > 0; n-- {
		gains[n-1] = -max(-gains[n-1], gains[n])
	}
	return gains[0]
}

// blast is the opponent's material that an explosion removes, less one's own.
func (x *see) blast(p *rules.Position, m rules.Move) int {
	area := p.Game().Blast(m.From())
	sum := 0
	for w, word := range area {
		for ; word != 0; word &= word - 1 {
			code := p.At(rules.Square(w<<6 + bits.TrailingZeros64(word)))
			if code == 0 {
				continue
			}
			if code.Color() == p.Turn() {
				sum -= x.values[code.Type()]
			} else {
				sum += x.values[code.Type()]
			}
		}
	}
	return sum
}
