package match

import (
	"context"
	"errors"
	"fmt"

	"bestiary/selfplay/store"
)

// Hub lets workers in other processes play games of a run.
type Hub interface {
	// Play has ranges of pairs played. It calls take with the games of one range at a
	// time and their author, in any order, on the goroutine that called Play. The first
	// error of take ends Play and is returned. The games follow the rules, but a worker may
	// later be found to have altered some; the error is then ErrDistrusted.
	Play(ctx context.Context, r *Run, todo []Range, take func(by store.Author, games []store.Record) error) error
	// Distrusted tells the hub who has played the stored games of a run, and returns those
	// that have altered games.
	Distrusted(r *Run, authors []store.Author) ([]store.Author, error)
	// Bans reports whether the hub refuses what a worker with a key plays.
	Bans(key string) bool
}

// ErrDistrusted means that a worker has altered games.
var ErrDistrusted = errors.New("a worker has altered games")

// errComplete ends the work of a hub when all games have arrived.
var errComplete = errors.New("all games are there")

// playByHub has the hub play the games of the run that the store lacks.
func (c *collector) playByHub(ctx context.Context, have *store.KeySet, hub Hub) error {
	err := hub.Play(ctx, c.Run, c.ranges(have), func(by store.Author, games []store.Record) error {
		var fresh []report
		for _, g := range games {
			if g.Pair < c.pairs() && have.Add(g.Key()) {
				fresh = append(fresh, report{played: Played{Record: g}})
			}
		}
		by.Round = c.round
		c.put = func(list []store.Record) error { return c.games.PutBy(by, list) }
		if err := c.collect(fresh); err != nil {
			return err
		}
		if c.done >= c.total {
			return errComplete
		}
		return nil
	})
	if errors.Is(err, errComplete) || errors.Is(err, errDecided) {
		return nil
	}
	return fmt.Errorf("stopped with %d of %d games: %w", c.done, c.total, err)
}

// ranges returns the ranges in which a game is missing.
func (c *collector) ranges(have *store.KeySet) []Range {
	var list []Range
	size := c.rangeSize()
	for k := range missing(have, c.pairs(), Shard{}) {
		first := k.Pair / size * size
		if n := len(list); n == 0 || list[n-1].First != first {
			list = append(list, Range{first, min(size, c.pairs()-first)})
		}
	}
	return list
}

// discard removes the games of workers that find returns, and those of all later rounds, which may
// depend on them.
func discard(games *store.Store, find func(authors []store.Author) ([]store.Author, error)) error {
	authors, err := games.Authors()
	if err == nil {
		authors, err = find(authors)
	}
	if err != nil {
		return err
	}
	return games.Discard(authors)
}
