package eval

import (
	"math/bits"

	"bestiary/engine/rules"
)

// waitingScore adds up the pieces that are not on the board yet.
func (e *Evaluator) waitingScore(p *rules.Position, c rules.Color) (s packed, full int32) {
	gates := p.Gates()
	for w, word := range gates {
		for ; word != 0; word &= word - 1 {
			if code := p.Behind(rules.Square(w<<6 + bits.TrailingZeros64(word))); code.Color() == c {
				s += e.waiting[code]
				full += e.share[code]
			}
		}
	}
	if p.Placing() {
		for t := range e.material {
			code := rules.CodeOf(rules.Type(t), c)
			n := int32(p.InHand(rules.Type(t), c))
			s += e.waiting[code] * packed(n)
			full += e.share[code] * n
		}
	}
	return s, full
}
