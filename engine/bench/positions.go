package bench

import (
	"math/rand/v2"

	"bestiary/engine/rules"
)

// plies are the numbers of random moves that lead to the positions, after the
// placement phase.
var plies = [...]int{0, 8, 20, 40}

// Positions returns the positions of a game to be measured. In none of them is the
// game over.
func Positions(g *rules.Game) []*rules.Position {
	var out []*rules.Position
	for i, n := range plies {
		for seed := uint64(1); ; seed++ {
			if p := wander(g, n, rand.New(rand.NewPCG(seed, uint64(i)))); p != nil {
				out = append(out, p)
				break
			}
		}
	}
	return out
}

// wander plays n random moves after the placement phase. It returns nil if the game
// ends earlier.
func wander(g *rules.Game, n int, rng *rand.Rand) *rules.Position {
	p := g.NewPosition()
	for p.Placing() || n > 0 {
		if !p.Placing() {
			n--
		}
		moves := p.Moves(nil)
		if len(moves) == 0 {
			return nil
		}
		p.Make(moves[rng.IntN(len(moves))])
	}
	if result, _ := p.Outcome(); result != rules.Ongoing {
		return nil
	}
	return p
}
