package match

import (
	"fmt"

	"bestiary/selfplay/rating"
)

// Table returns the results of the tournament by pairing and colours, for
// rating.Rate.
func (t *Tally) Table() rating.Table {
	var table rating.Table
	for _, s := range t.Pairings {
		a, b := t.Players[s.A], t.Players[s.B]
		if w := s.Colours[0]; w.Games() > 0 {
			table = append(table, rating.Match{White: a, Black: b, Result: w})
		}
		if w := s.Colours[1]; w.Games() > 0 {
			table = append(table, rating.Match{White: b, Black: a, Result: rating.WDL{Wins: w.Losses, Draws: w.Draws, Losses: w.Wins}})
		}
	}
	return table
}

// priorSD keeps the ratings of players finite who lost or won everything.
const priorSD = 400

// Rate rates the players of a tournament. The note says if their ratings have a
// prior and why.
func (t *Tally) Rate() (ratings *rating.Ratings, note string, err error) {
	table := t.Table()
	if ratings, err = rating.Rate(table, rating.PlayersConfig{}); err == nil {
		return ratings, "", nil
	}
	bounded, again := rating.Rate(table, rating.PlayersConfig{PriorSD: priorSD})
	if again != nil {
		return nil, "", again
	}
	return bounded, fmt.Sprintf("The ratings are drawn to 0 by a prior of %d Elo: %v.", priorSD, err), nil
}
