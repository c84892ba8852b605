package store

import (
	"database/sql"
	"fmt"
	"math"

	"bestiary/engine/rules"
	"bestiary/internal/format"
)

// Summary counts games by how they ended.
type Summary struct {
	Games   int                  `json:"games"`
	W       int                  `json:"white"` // wins of White
	D       int                  `json:"draws"`
	L       int                  `json:"black"` // wins of Black
	Plies   int                  `json:"plies"` // of all games together
	Reasons map[rules.Reason]int `json:"reasons"`
}

// String returns a summary such as "8 games, White +3 =1 −4".
func (s Summary) String() string {
	return fmt.Sprintf("%s, White %s", format.Plural(s.Games, "game"), format.Results(s.W, s.D, s.L))
}

// Add counts games with the same end; plies is their total length.
func (s *Summary) Add(result rules.Result, reason rules.Reason, games, plies int) {
	s.Games += games
	s.Plies += plies
	switch result {
	case rules.WhiteWins:
		s.W += games
	case rules.BlackWins:
		s.L += games
	default:
		s.D += games
	}
	if s.Reasons == nil {
		s.Reasons = map[rules.Reason]int{}
	}
	s.Reasons[reason] += games
}

// Merge adds the games of another summary.
func (s *Summary) Merge(o Summary) {
	s.Games, s.W, s.D, s.L, s.Plies = s.Games+o.Games, s.W+o.W, s.D+o.D, s.L+o.L, s.Plies+o.Plies
	if s.Reasons == nil {
		s.Reasons = map[rules.Reason]int{}
	}
	for reason, n := range o.Reasons {
		s.Reasons[reason] += n
	}
}

// Tally counts the games of two players that ended in the same way.
type Tally struct {
	White, Black int // players
	Result       rules.Result
	Reason       rules.Reason
	Games, Plies int
}

// Tallies counts the games in the first pairs of a round, in the order of players, result
// and reason.
func (s *Store) Tallies(round, pairs int) ([]Tally, error) {
	return query(s, func(rows *sql.Rows) (t Tally, err error) {
		var result string
		if err := rows.Scan(&t.White, &t.Black, &result, &t.Reason, &t.Games, &t.Plies); err != nil {
			return t, s.fault(err)
		}
		var ok bool
		if t.Result, ok = parseResult(result); !ok {
			return t, s.fail("has games with the result %q; the file is damaged", result)
		}
		return t, nil
	}, `SELECT white, black, result, reason, count(*), sum(plies) FROM games INDEXED BY tallies
		WHERE round = ? AND pair < ? GROUP BY white, black, result, reason ORDER BY white, black, result, reason`, round, pairs)
}

// Summary counts the games in the first pairs of a round.
func (s *Store) Summary(round, pairs int) (Summary, error) {
	list, err := s.Tallies(round, pairs)
	if err != nil {
		return Summary{}, err
	}
	var sum Summary
	for _, t := range list {
		sum.Add(t.Result, t.Reason, t.Games, t.Plies)
	}
	return sum, nil
}

// Rounds lists the rounds that have games, in order.
func (s *Store) Rounds() ([]int, error) {
	var list []int
	for next := 0; ; {
		var round *int
		if err := s.db.QueryRow(`SELECT min(round) FROM games WHERE round >= ?`, next).Scan(&round); err != nil {
			return nil, s.fault(err)
		}
		if round == nil {
			return list, nil
		}
		list, next = append(list, *round), *round+1
	}
}

// Totals summarizes a run: all games, by round and by players.
type Totals struct {
	Total    Summary          `json:"total"`
	Rounds   []RoundSummary   `json:"rounds"`
	Pairings []PairingSummary `json:"pairings"`
}

// RoundSummary is the summary of a round.
type RoundSummary struct {
	Round int `json:"round"`
	Summary
}

// PairingSummary summarizes the games between two players with the same colours.
type PairingSummary struct {
	White string `json:"white-player"`
	Black string `json:"black-player"`
	Summary
}

// Totals counts all games of the run.
func (s *Store) Totals() (Totals, error) {
	t := Totals{Total: Summary{Reasons: map[rules.Reason]int{}}, Rounds: []RoundSummary{}, Pairings: []PairingSummary{}}
	players, err := s.Players()
	if err != nil {
		return t, err
	}
	rounds, err := s.Rounds()
	if err != nil {
		return t, err
	}
	place := map[[2]int]int{} // index in Pairings
	for _, round := range rounds {
		list, err := s.Tallies(round, math.MaxInt)
		if err != nil {
			return t, err
		}
		sum := RoundSummary{Round: round}
		for _, x := range list {
			who := [2]int{x.White, x.Black}
			if _, ok := place[who]; !ok {
				place[who] = len(t.Pairings)
				t.Pairings = append(t.Pairings, PairingSummary{White: PlayerName(players, x.White), Black: PlayerName(players, x.Black)})
			}
			for _, into := range []*Summary{&sum.Summary, &t.Total, &t.Pairings[place[who]].Summary} {
				into.Add(x.Result, x.Reason, x.Games, x.Plies)
			}
		}
		t.Rounds = append(t.Rounds, sum)
	}
	return t, nil
}
