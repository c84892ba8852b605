package eval

import (
	"math"

	"bestiary/engine/rules"
)

// maxPhase is the phase of a full board.
const maxPhase = 256

// setShares weighs the pieces by their value before tuning, so that the phase of a
// position does not depend on the weights.
func (e *Evaluator) setShares() {
	for code := range e.pieces {
		if t := rules.Code(code).Type(); t != rules.NoType && officer(e.g, t) {
			e.pieces[code].share = max(int32(math.Round(e.l.kinds[t].value/100)), 1)
		}
	}
	e.full = max(e.fullness(e.g.NewPosition()), 1)
	for n := range e.full + 1 {
		e.phases = append(e.phases, int64(n*maxPhase/e.full))
	}
}

// fullness adds up the shares of all pieces, waiting ones included.
func (e *Evaluator) fullness(p *rules.Position) int32 {
	var n int32
	for i := range e.pieces {
		code := rules.Code(i)
		have := p.Pieces(code)
		n += e.pieces[i].share * int32(have.Count()+p.InHand(code.Type(), code.Color()))
	}
	gates := p.Gates()
	gates.Squares(func(sq rules.Square) { n += e.pieces[p.Behind(sq)].share })
	return n
}

// Phase is between 0, with pawns and royal pieces only, and 1, with at least
// the pieces of the start.
func (e *Evaluator) Phase(p *rules.Position) float64 {
	return float64(min(e.fullness(p), e.full)) / float64(e.full)
}
