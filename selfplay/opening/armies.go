package opening

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"bestiary/engine/rules"
)

// maxDraws bounds the search for an opening that satisfies the configuration. A handful of
// draws is enough for the games of the catalogue.
const maxDraws = 10_000

// armies draws first positions from the array. It is read-only.
type armies struct {
	*roster
	cfg  Config
	seed uint64
	// choose draws two armies and reports whether it could. Its errors name the armies and
	// the problem.
	choose    func(rng *rand.Rand, pair int) (a, b army, ok bool)
	with, why string
}

func newArmies(g *rules.Game, cfg Config, seed uint64) *armies {
	o := &armies{roster: newRoster(g), cfg: cfg, seed: seed, why: "the armies were equal or differed too much"}
	o.choose, o.with = o.armies, fmt.Sprintf("units %d and max-imbalance %v", cfg.Units, cfg.MaxImbalance)
	return o
}

// position returns the first position of one game of a pair.
func (o *armies) position(round, pair, index int) (*rules.Position, error) {
	games, err := o.pair(round, pair)
	return games[index], err
}

// pair returns the first positions of both games of a pair, before any random plies.
func (o *armies) pair(round, pair int) ([2]*rules.Position, error) {
	rng := newRand(o.seed, round, pair, openingStream)
	last := errors.New(o.why)
	for range maxDraws {
		a, b, ok := o.choose(rng, pair)
		if !ok {
			continue
		}
		games, err := o.setUp(rng, a, b)
		if err == nil {
			return games, nil
		}
		last = err
	}
	return [2]*rules.Position{}, fmt.Errorf("%s: opening of pair %d: none of %d draws will do with %s: %w",
		o.g.Variant.Name, pair, maxDraws, o.with, last)
}

func (o *armies) armies(rng *rand.Rand, _ int) (a, b army, ok bool) {
	if o.cfg.Kind != Armies {
		return o.arrays[rules.White].clone(), o.arrays[rules.Black].clone(), true
	}
	return o.draw(rng, &o.cfg)
}

// setUp sets up two armies, once with each colour. It returns an error if there is no
// place for a waiting piece, a king is attacked or White cannot move.
func (o *armies) setUp(rng *rand.Rand, a, b army) (games [2]*rules.Position, err error) {
	order := o.drawShuffle(rng)
	if err := o.placeWaiting(rng, &a, &b, order); err != nil {
		return games, err
	}
	for i, sides := range [][2]*army{{&a, &b}, {&b, &a}} {
		p, err := o.arrange(sides[0], sides[1], order) // returns an error if Black's king is attacked with White to move
		if err != nil {
			return games, err
		}
		if p.InCheck() {
			return games, fmt.Errorf("in %s White is in check", p.FEN())
		}
		if result, reason := p.Outcome(); result != rules.Ongoing {
			return games, fmt.Errorf("%s is the end of a game: %s", p.FEN(), reason)
		}
		games[i] = p
	}
	return games, nil
}
