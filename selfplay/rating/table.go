package rating

import (
	"fmt"
	"slices"
)

// Match is a row of a table of results: games between two players with given
// colours.
type Match struct {
	White, Black string // names of the players, different and not empty
	// Result counts the games from the point of view of White.
	Result WDL
}

// Table is the results of a tournament, in any order.
type Table []Match

// Validate reports the first row that is not valid, and a table without games.
func (t Table) Validate() error {
	games := 0
	for i, m := range t {
		row := func(err error) error { return fmt.Errorf("rating: row %d of the table: %w", i+1, err) }
		if m.White == "" || m.Black == "" || m.White == m.Black {
			return row(fmt.Errorf("%q against %q, expected two different names", m.White, m.Black))
		}
		if err := m.Result.Validate(); err != nil {
			return row(err)
		}
		games += m.Result.Games()
	}
	if games == 0 {
		return ErrNoGames
	}
	return nil
}

// names lists the players in the order of their names.
func (t Table) names() []string {
	var names []string
	for _, m := range t {
		names = append(names, m.White, m.Black)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// total adds up the results of White.
func (t Table) total() WDL {
	var sum WDL
	for _, m := range t {
		sum.Wins += m.Result.Wins
		sum.Draws += m.Result.Draws
		sum.Losses += m.Result.Losses
	}
	return sum
}

// encounter is a match between players by number.
type encounter struct {
	white, black    int
	win, draw, loss float64
}

// encounters adds up the rows of a table with the same players and colours.
func (t Table) encounters(names []string) []encounter {
	number := map[string]int{}
	for i, name := range names {
		number[name] = i
	}
	var list []encounter
	place := map[[2]int]int{}
	for _, m := range t {
		key := [2]int{number[m.White], number[m.Black]}
		k, known := place[key]
		if !known {
			k = len(list)
			place[key] = k
			list = append(list, encounter{white: key[0], black: key[1]})
		}
		list[k].win += float64(m.Result.Wins)
		list[k].draw += float64(m.Result.Draws)
		list[k].loss += float64(m.Result.Losses)
	}
	return list
}
