package store

import (
	"context"
	"database/sql"
	"iter"

	"bestiary/engine/rules"
)

// Outcome is a game without its moves.
type Outcome struct {
	Pair, Index  int
	White, Black int // players
	Result       rules.Result
	Reason       rules.Reason
	Plies        int
}

// Key returns the place of the game in its round.
func (o *Outcome) Key() Key { return Key{o.Pair, o.Index} }

// outcomeChunk is how many outcomes are read at once.
const outcomeChunk = 4096

// Outcomes iterates over the games of a round as Games does, without reading
// their moves.
func (s *Store) Outcomes(round int) iter.Seq2[Outcome, error] {
	return inChunks(outcomeChunk, func(after *Outcome) ([]Outcome, error) {
		last := Key{-1, 0}
		if after != nil {
			last = after.Key()
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

// FirstGames iterates over the games of the first pairs of a round as Games does; a folder
// may hold more from a longer run. It ends with the error of the context.
func (s *Store) FirstGames(ctx context.Context, round, pairs int) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for rec, err := range s.Games(round) {
			if err == nil {
				if rec.Pair >= pairs {
					return
				}
				err = ctx.Err()
			}
			if !yield(rec, err) {
				return
			}
		}
	}
}

// Pairs iterates over the complete pairs among games that come in the order of Games.
func Pairs[G any, P interface {
	*G
	Key() Key
}](games iter.Seq2[G, error]) iter.Seq2[[2]G, error] {
	return func(yield func([2]G, error) bool) {
		var pair [2]G
		begun := false
		for g, err := range games {
			if err != nil {
				yield(pair, err)
				return
			}
			switch key := P(&g).Key(); {
			case key.Index == 0:
				pair[0], begun = g, true
			case begun && key.Pair == P(&pair[0]).Key().Pair:
				pair[1], begun = g, false
				if !yield(pair, nil) {
					return
				}
			}
		}
	}
}
