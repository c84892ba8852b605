package match

import (
	"context"
	"errors"
	"fmt"

	"bestiary/selfplay/store"
)

// Hub has workers in other processes play games of a run.
type Hub interface {
	// Play has ranges of pairs played. Take gets the games of one range at a time, in
	// any order, on the goroutine that called Play; its first error ends Play and is
	// returned. The games keep to the rules, but the worker may yet be found to have
	// altered some. Then the error is ErrDistrusted.
	Play(ctx context.Context, r *Run, todo []Range, take func([]store.Record) error) error
	// Distrusted calls drop with what such workers have played of a run, and forgets it.
	Distrusted(ctx context.Context, r *Run, drop func([]Range) error) error
}

// ErrDistrusted says that a worker has altered games.
var ErrDistrusted = errors.New("a worker has altered games")

// errComplete ends the work of a hub when all games are there.
var errComplete = errors.New("all games are there")

// playByHub plays the games of the run that the store does not have.
func (c *collector) playByHub(ctx context.Context, have *store.KeySet, hub Hub) error {
	err := hub.Play(ctx, c.Run, c.ranges(have), func(games []store.Record) error {
		var fresh []report
		for _, g := range games {
			if g.Pair < c.pairs() && have.Add(g.Key()) {
				fresh = append(fresh, report{played: Played{Record: g}})
			}
		}
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

// ranges are the ranges in which a game is missing.
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

// drop removes the games of ranges, and those of all later rounds, which may rest on
// them.
func (r *Run) drop(games *store.Store, ranges []Range) error {
	var pairs []int
	for _, x := range ranges {
		for i := range x.Count {
			pairs = append(pairs, x.First+i)
		}
	}
	return games.Discard(r.round, pairs)
}
