package opening

import (
	"math/rand/v2"

	"bestiary/engine/rules"
)

// randomPlies makes n random moves that do not end the game, or fewer where
// there is no such move.
func randomPlies(rng *rand.Rand, p *rules.Position, n int) []rules.Move {
	var made []rules.Move
	for len(made) < n {
		m := randomMove(rng, p)
		if m == 0 {
			break
		}
		made = append(made, m)
	}
	return made
}

// randomMove makes a random move that does not end the game, or none.
func randomMove(rng *rand.Rand, p *rules.Position) rules.Move {
	moves := p.Moves(nil)
	for _, i := range rng.Perm(len(moves)) {
		p.Make(moves[i])
		if result, _ := p.Outcome(); result == rules.Ongoing {
			return moves[i]
		}
		p.Unmake()
	}
	return 0
}
