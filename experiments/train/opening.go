package train

import (
	"math/rand/v2"

	"bestiary/engine/rules"
	"bestiary/engine/search"
)

const (
	// openingBalance is the largest score, in centipawns, at which an opening
	// counts as balanced.
	openingBalance = 150
	// openingNodes is how many positions the search for that score visits.
	openingNodes = 500
	// openingDraws bounds the search for a balanced opening; the last one drawn
	// is played in any case, as both sides get it.
	openingDraws = 50
)

// newRand is the generator for the opening of a pair.
func newRand(seed uint64, pair int) *rand.Rand {
	const stream = 0x6d61746368 // differs from the openings of self-play
	return rand.New(rand.NewPCG(seed^stream, uint64(pair)))
}

// opening is the array after random moves, the placing of waiting pieces not
// counted among them, in which the given engine sees no great advantage.
func (m *match) opening(rng *rand.Rand, engine *search.Searcher) *rules.Position {
	var p *rules.Position
	for range openingDraws {
		p = m.g.NewPosition()
		for made := 0; made < m.cfg.RandomPlies; {
			placing := p.Placing()
			if !randomMove(rng, p) {
				break
			}
			if !placing {
				made++
			}
		}
		engine.Reset()
		if s := engine.Search(p, search.Limits{Nodes: openingNodes}).Score; s >= -openingBalance && s <= openingBalance {
			break
		}
	}
	return p
}

// randomMove makes a random move that does not end the game, if there is one.
func randomMove(rng *rand.Rand, p *rules.Position) bool {
	moves := p.Moves(nil)
	for _, i := range rng.Perm(len(moves)) {
		p.Make(moves[i])
		if result, _ := p.Outcome(); result == rules.Ongoing {
			return true
		}
		p.Unmake()
	}
	return false
}
