package eval

import (
	"math"

	"bestiary/engine/rules"
)

// maxPhase is the phase of a full board.
const maxPhase = 256

// phaseShares weighs the types by their prior value, so that the phase of a
// position does not depend on the weights.
func phaseShares(g *rules.Game, values []float64) ([]int32, int32) {
	share := make([]int32, len(values))
	for _, t := range g.Types() {
		if t != g.Royal() && !g.IsPawn(t) {
			share[t] = max(int32(math.Round(values[t]/100)), 1)
		}
	}
	return share, max(fullness(g.NewPosition(), share), 1)
}

// fullness adds up the shares of all pieces, waiting ones included.
func fullness(p *rules.Position, share []int32) int32 {
	g := p.Game()
	var n int32
	for _, t := range g.Types() {
		if share[t] == 0 {
			continue
		}
		for _, c := range []rules.Color{rules.White, rules.Black} {
			set := p.Pieces(rules.CodeOf(t, c))
			n += share[t] * int32(set.Count()+p.InHand(t, c))
		}
	}
	gates := p.Gates()
	gates.Squares(func(sq rules.Square) { n += share[p.Behind(sq).Type()] })
	return n
}

// Phase is between 0, with pawns and royal pieces only, and 1, with at least
// the pieces of the start.
func (e *Evaluator) Phase(p *rules.Position) float64 {
	return float64(min(e.filled(p), e.full)) / float64(e.full)
}

// filled adds up the shares of the pieces of a position.
func (e *Evaluator) filled(p *rules.Position) int32 {
	share := make([]int32, len(e.material))
	for t := range share {
		share[t] = e.share[rules.CodeOf(rules.Type(t), rules.White)]
	}
	return fullness(p, share)
}
