package opening

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"bestiary/engine/rules"
)

// maxDraws bounds the search for an opening that satisfies the configuration. A handful of
// draws is enough for the games of the catalogue.
const maxDraws = 1000

// armies draws first positions from the array. It is read-only.
type armies struct {
	*roster
	cfg  Config
	seed uint64
	// choose draws two armies for the first game of a pair and, if the armies of the game
	// differ, for the second. It reports whether it could. Errors name the armies (with) and
	// the problem (why).
	choose func(rng *rand.Rand, pair, index int) (a, b army, ok bool)
	with   string
	why    error
}

func newArmies(g *rules.Game, cfg Config, seed uint64) *armies {
	o := &armies{roster: newRoster(g), cfg: cfg, seed: seed, why: errors.New("the armies were equal or differed too much")}
	o.choose, o.with = o.armies, fmt.Sprintf("units %d and max-imbalance %v", cfg.Units, cfg.MaxImbalance)
	return o
}

// pair returns the first positions of both games of a pair, before any random plies.
func (o *armies) pair(round, pair int) ([2]*rules.Position, error) {
	rng := newRand(o.seed, round, pair, openingStream)
	last := o.why
	for range maxDraws {
		games, err := o.games(rng, func(index int) (a, b army, ok bool) { return o.choose(rng, pair, index) })
		if err == nil {
			return games, nil
		}
		if err != o.why {
			last = err
		}
	}
	return [2]*rules.Position{}, fmt.Errorf("%s: opening of pair %d: none of %d draws will do with %s: %w",
		o.g.Variant.Name, pair, maxDraws, o.with, last)
}

// games sets up the armies that choose draws. If they are equal in the array, it
// exchanges the armies of the first game in the second. Otherwise each side keeps to its
// own, and choose draws those of the second game, too.
func (o *armies) games(rng *rand.Rand, choose func(index int) (a, b army, ok bool)) (games [2]*rules.Position, err error) {
	for i := range games {
		a, b, ok := choose(i)
		if !ok {
			return games, o.why
		}
		order := o.drawShuffle(rng)
		if err := o.placeWaiting(rng, &a, &b, order); err != nil {
			return games, err
		}
		if games[i], err = o.setUp(&a, &b, order); err != nil {
			return games, err
		}
		if !o.differ {
			games[1], err = o.setUp(&b, &a, order)
			break
		}
	}
	return games, err
}

func (o *armies) armies(rng *rand.Rand, _, _ int) (a, b army, ok bool) {
	if o.cfg.Kind != Armies {
		return o.arrays[rules.White].clone(), o.arrays[rules.Black].clone(), true
	}
	return o.draw(rng, &o.cfg)
}

// setUp sets up two armies. It returns an error if a king is attacked or the side to move
// cannot move.
func (o *armies) setUp(white, black *army, order shuffle) (*rules.Position, error) {
	p, err := o.arrange(white, black, order) // returns an error if the king of the side not to move is attacked
	if err != nil {
		return nil, err
	}
	if p.InCheck() {
		return nil, fmt.Errorf("in %s %s is in check", p.FEN(), p.Turn())
	}
	if result, reason := p.Outcome(); result != rules.Ongoing {
		return nil, fmt.Errorf("%s is the end of a game: %s", p.FEN(), reason)
	}
	return p, nil
}
