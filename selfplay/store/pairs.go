package store

import (
	"context"
	"iter"
)

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
