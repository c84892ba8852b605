package store

import (
	"database/sql"
	"iter"

	"bestiary/engine/rules"
)

// Outcome is a game without its moves.
type Outcome struct {
	Key
	White, Black int // players
	Result       rules.Result
	Reason       rules.Reason
	Plies        int
}

// Outcomes iterates over the games of a round as Games does, without reading
// their moves.
func (s *Store) Outcomes(round int) iter.Seq2[Outcome, error] {
	return func(yield func(Outcome, error) bool) {
		last := Key{-1, 0}
		for {
			list, err := s.readOutcomes(round, last)
			if err != nil {
				yield(Outcome{}, err)
				return
			}
			for _, o := range list {
				if !yield(o, nil) {
					return
				}
			}
			if len(list) < outcomeChunk {
				return
			}
			last = list[len(list)-1].Key
		}
	}
}

// outcomeChunk is how many outcomes are read at once.
const outcomeChunk = 4096

func (s *Store) readOutcomes(round int, last Key) ([]Outcome, error) {
	rows, err := s.db.Query(`SELECT pair, game, white, black, result, reason, plies FROM games INDEXED BY outcomes
		WHERE round = ? AND (pair, game) > (?, ?) ORDER BY pair, game LIMIT ?`, round, last.Pair, last.Index, outcomeChunk)
	if err != nil {
		return nil, s.fault(err)
	}
	defer rows.Close()
	var list []Outcome
	for rows.Next() {
		var o Outcome
		var result, reason sql.RawBytes
		if err := rows.Scan(&o.Pair, &o.Index, &o.White, &o.Black, &result, &reason, &o.Plies); err != nil {
			return nil, s.fault(err)
		}
		var ok bool
		if o.Result, ok = parseResult(string(result)); !ok {
			return nil, s.fail("is damaged: game %d.%d.%d has the result %q", round, o.Pair, o.Index, result)
		}
		if o.Pair < 0 || o.Index>>1 != 0 {
			return nil, s.fail("is damaged: round %d has a game %d of pair %d", round, o.Index, o.Pair)
		}
		o.Reason = rules.Reason(reason)
		list = append(list, o)
	}
	if err := rows.Err(); err != nil {
		return nil, s.fault(err)
	}
	return list, nil
}
