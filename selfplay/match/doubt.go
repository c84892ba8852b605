package match

import (
	"context"
	"errors"
	"io/fs"
	"reflect"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"bestiary/selfplay/store"
)

// doubt records in the store which authors a hub has banned.
func doubt(games *store.Store, hub Hub) error {
	authors, err := games.Authors()
	if err != nil {
		return err
	}
	return games.Doubt(slices.DeleteFunc(authors, func(a store.Author) bool { return !hub.Bans(a.Key) }))
}

// resolve decides about the games of banned workers in this round. If no later round depends on
// them, they are removed. Otherwise they are played again: those that come out the same stay, and
// only if one differs are all games of later rounds removed, too.
func (r *Run) resolve(ctx context.Context, games *store.Store, hub Hub) error {
	if hub != nil {
		if err := doubt(games, hub); err != nil {
			return err
		}
	}
	list, err := games.Authors()
	list = slices.DeleteFunc(list, func(a store.Author) bool { return a.Round != r.round })
	if err == nil && hub != nil {
		err = hub.Remember(r, list)
	}
	list = slices.DeleteFunc(list, func(a store.Author) bool { return !a.Doubted() })
	if err != nil || len(list) == 0 {
		return err
	}
	var right []store.Author
	rounds, err := games.Rounds()
	if err == nil && len(rounds) > 0 && slices.Max(rounds) > r.round {
		right, list, err = r.repeat(ctx, games, list)
	}
	if err != nil {
		return err
	}
	return games.Discard(list, right...)
}

// repeat plays ranges again in this process. It returns those in which all games are the stored ones,
// and the others.
func (r *Run) repeat(ctx context.Context, games *store.Store, list []store.Author) (right, wrong []store.Author,
	_ error) {
	same := make([]bool, len(list))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.NumCPU())
	for i, a := range list {
		group.Go(func() error {
			single := r.Single()
			defer single.Close()
			same[i] = true
			for n := 0; n < 2*a.Count && same[i]; n++ {
				own, err := single.Play(ctx, store.Key{Pair: a.First + n/2, Index: n % 2})
				if err != nil {
					return err
				}
				was, err := games.Game(r.round, own.Key())
				if err != nil && !errors.Is(err, fs.ErrNotExist) {
					return err
				}
				same[i] = reflect.DeepEqual(&own, &was)
			}
			return nil
		})
	}
	err := group.Wait()
	for i, a := range list {
		if same[i] {
			right = append(right, a)
		} else {
			wrong = append(wrong, a)
		}
	}
	return right, wrong, err
}
