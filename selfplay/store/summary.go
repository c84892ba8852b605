package store

import (
	"database/sql"

	"bestiary/engine/rules"
)

// Summary counts the games of a round.
type Summary struct {
	Games   int
	W, D, L int // White's wins, draws and White's losses
	Plies   int // of all games together
	Reasons map[rules.Reason]int
}

// Add counts games with the same end; plies is their length together.
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

// Tally counts the games of two players that ended alike.
type Tally struct {
	White, Black int // players
	Result       rules.Result
	Reason       rules.Reason
	Games, Plies int
}

// Tallies counts the games of a round that belong to its first pairs, in the
// order of players, result and reason.
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

// Summary counts the games of a round that belong to its first pairs.
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
