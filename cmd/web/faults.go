package web

import (
	"context"
	"fmt"
	"slices"

	"bestiary/experiments/advise"
)

// Faults says what is wrong with the design of a game.
type Faults struct {
	Summary string         `json:"summary"`
	Checks  []advise.Check `json:"checks"` // failed ones first
	// NotAsked lists the checks that have no meaning in the game, each with the reason.
	NotAsked []string `json:"not-asked"`
}

// faults examines the games of a measurement of who wins, those at the lowest strength left out.
func (a *API) faults(_ context.Context, m Measurement) (any, error) {
	a.collecting.Lock()
	defer a.collecting.Unlock()
	c, ok := a.collections.take(m)
	if !ok || c.wins == nil {
		return nil, &Fault{Message: fmt.Sprintf("no games from the array are known, expected at least %d pairs at each strength", leastWins)}
	}
	a.collections.put(m, c, maxCollections)
	one := c.sides[0]
	if c.arrays == nil {
		var err error
		if c.arrays, err = advise.Arrays(one.Game, m.Seed, one.Weights); err != nil {
			return nil, err
		}
	}
	s, err := advise.Faults(one.Game, c.arrays, c.wins, slices.Concat(c.plain[1:]...), anytime(c.counted, bestPairs))
	if err != nil {
		return nil, err
	}
	return Faults{s.Summary(), s.Checks(), s.NotAsked()}, nil
}
