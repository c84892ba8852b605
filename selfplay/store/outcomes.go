package store

import (
	"database/sql"
	"iter"
	"strconv"
	"strings"

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

// outcomeChunk is how many outcomes are read at once.
const outcomeChunk = 4096

// Outcomes iterates over the games of a round as Games does, without reading
// their moves.
func (s *Store) Outcomes(round int) iter.Seq2[Outcome, error] {
	return inChunks(outcomeChunk, func(after *Outcome) ([]Outcome, error) {
		last := Key{-1, 0}
		if after != nil {
			last = after.Key
		}
		return query(s, func(rows *sql.Rows) (o Outcome, err error) {
			var result, reason sql.RawBytes
			if err := rows.Scan(&o.Pair, &o.Index, &o.White, &o.Black, &result, &reason, &o.Plies); err != nil {
				return o, s.fault(err)
			}
			var ok bool
			if o.Result, ok = parseResult(string(result)); !ok {
				return o, s.fail("is damaged: game %d.%d.%d has the result %q", round, o.Pair, o.Index, result)
			}
			if o.Pair < 0 || o.Index>>1 != 0 {
				return o, s.fail("is damaged: round %d has a game %d of pair %d", round, o.Index, o.Pair)
			}
			o.Reason = rules.Reason(reason)
			return o, nil
		}, `SELECT pair, game, white, black, result, reason, plies FROM games INDEXED BY outcomes
			WHERE round = ? AND (pair, game) > (?, ?) ORDER BY pair, game LIMIT ?`, round, last.Pair, last.Index, outcomeChunk)
	})
}

// Played returns which games of the first pairs of a round have been played. It is
// several times as fast as Outcomes, since a row lists the games of many pairs.
func (s *Store) Played(round, pairs int) (*KeySet, error) {
	const step = 50_000
	have := &KeySet{}
	for first := 0; first < pairs; first += step {
		var list sql.NullString
		err := s.db.QueryRow(`SELECT group_concat(2 * pair + game) FROM games INDEXED BY outcomes
			WHERE round = ? AND pair BETWEEN ? AND ? AND game IN (0, 1)`, round, first, min(first+step, pairs)-1).Scan(&list)
		if err != nil {
			return nil, s.fault(err)
		}
		for text := range strings.FieldsFuncSeq(list.String, func(r rune) bool { return r == ',' }) {
			n, err := strconv.Atoi(text)
			if err != nil {
				return nil, s.fail("is damaged: round %d has a game %q", round, text)
			}
			have.Add(Key{n / 2, n % 2})
		}
	}
	return have, nil
}
