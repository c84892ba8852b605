package tuning

import (
	"errors"
	"fmt"

	"bestiary/engine/rules"
	"bestiary/selfplay/opening"
)

// ErrOneSided means that one army of a game is so much stronger that no exchange leaves the
// other a chance.
var ErrOneSided = errors.New("values cannot be measured at this array")

// OneSided returns the error for a game in which White's army is worth more than Black's
// or, with a negative advantage, less.
func OneSided(g *rules.Game, advantage float64) error {
	stronger, weaker := rules.White, rules.Black
	if advantage < 0 {
		stronger, weaker = weaker, stronger
	}
	return fmt.Errorf("%s is so much stronger than %s that no exchange of pieces leaves the weaker side a chance: %w; give the armies more equal strength", g.ArmyName(stronger), g.ArmyName(weaker), ErrOneSided)
}

// minShareOfArmy is the least worth of an army, as a share of the other by the prior, with which
// games are worth playing. The prior misjudges armies of unusual pieces by up to a third.
const minShareOfArmy = 0.5

// CheckArmies returns ErrOneSided if one army of a game is worth less than half of the other
// by the prior, and an error if the game has no pieces of which to measure the value.
func CheckArmies(g *rules.Game) error {
	start, prior, worth := g.NewPosition(), opening.PriorValues(g), [2]float64{}
	valued := opening.Valued(g)
	if len(valued) == 0 {
		return errors.New("the game has no pieces but royal ones, so there are no values to measure")
	}
	for _, t := range valued {
		for c := range worth {
			worth[c] += owned(start, t, rules.Color(c)) * prior[t]
		}
	}
	if white, black := worth[rules.White], worth[rules.Black]; min(white, black) < minShareOfArmy*max(white, black) {
		return OneSided(g, white-black)
	}
	return nil
}
