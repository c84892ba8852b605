package selfplay

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"bestiary/engine/rules"
)

// maxDraws bounds the search for an opening that satisfies the configuration.
// On the games of the catalogue a handful of draws is enough.
const maxDraws = 10_000

// openings draws the opening of each pair. It is read-only.
type openings struct {
	*roster
	cfg Config // resolved
}

func newOpenings(g *rules.Game, cfg Config) *openings {
	return &openings{newRoster(g), cfg.Resolved()}
}

// pair is the start of both games of a pair, before any random plies.
func (o *openings) pair(round, pair int) ([2]*rules.Position, error) {
	rng := newRand(o.cfg.Seed, round, pair, openingStream)
	last := errors.New("the armies were equal or differed too much")
	for range maxDraws {
		a, b, ok := o.armies(rng)
		if !ok {
			continue
		}
		games, err := o.setUp(rng, a, b)
		if err == nil {
			return games, nil
		}
		last = err
	}
	return [2]*rules.Position{}, fmt.Errorf("%s: opening of pair %d: none of %d draws will do with units %d and max-imbalance %v: %w",
		o.g.Variant.Name, pair, maxDraws, o.cfg.Units, o.cfg.MaxImbalance, last)
}

func (o *openings) armies(rng *rand.Rand) (a, b army, ok bool) {
	if o.cfg.Openings == StandardOpenings {
		return o.arrays[rules.White].clone(), o.arrays[rules.Black].clone(), true
	}
	return o.draw(rng, &o.cfg)
}

// setUp puts two armies on the board, in both ways. It is an error when waiting
// pieces find no place, a king is attacked or White cannot move.
func (o *openings) setUp(rng *rand.Rand, a, b army) (games [2]*rules.Position, err error) {
	if err := o.placeWaiting(rng, &a, &b); err != nil {
		return games, err
	}
	for i, fen := range []string{o.fen(&a, &b), o.fen(&b, &a)} {
		p, err := o.g.ParseFEN(fen) // refuses to let White move when Black's king is attacked
		if err != nil {
			return games, err
		}
		if p.InCheck() {
			return games, fmt.Errorf("in %s White is in check", fen)
		}
		if result, reason := p.Outcome(); result != rules.Ongoing {
			return games, fmt.Errorf("%s is the end of a game: %s", fen, reason)
		}
		games[i] = p
	}
	return games, nil
}
