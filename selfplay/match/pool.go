package match

import (
	"context"
	"iter"

	"golang.org/x/sync/errgroup"

	"bestiary/selfplay/store"
)

// maxBatch is how many reports are collected at once.
const maxBatch = 64

// Pool has workers, counted from 0, work on the games in todo. They report with
// tell; collect takes the reports on the goroutine that called Pool, several at
// once if they have piled up. The first error, of collect or of work, ends the
// others' context and is returned when all workers are done.
func Pool[R any](ctx context.Context, workers int, todo iter.Seq[store.Key],
	work func(ctx context.Context, worker int, k store.Key, tell func(R)) error, collect func([]R) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	group, ctx := errgroup.WithContext(ctx)
	tasks, out := make(chan store.Key), make(chan R, maxBatch)
	group.Go(func() error {
		defer close(tasks)
		for k := range todo {
			select {
			case tasks <- k:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	tell := func(r R) { out <- r }
	for i := range workers {
		group.Go(func() error {
			for k := range tasks {
				if err := work(ctx, i, k, tell); err != nil {
					return err
				}
			}
			return nil
		})
	}
	done := make(chan error, 1)
	go func() {
		done <- group.Wait()
		close(out)
	}()
	failed := gather(out, cancel, collect)
	if err := <-done; failed == nil {
		failed = err
	}
	return failed
}

// gather collects until the channel is closed. After an error it only empties
// the channel, so that the workers end.
func gather[R any](out <-chan R, cancel func(), collect func([]R) error) error {
	var failed error
	for r := range out {
		batch := append(make([]R, 0, maxBatch), r)
		for more := true; more && len(batch) < maxBatch; {
			select {
			case r, ok := <-out:
				if more = ok; ok {
					batch = append(batch, r)
				}
			default:
				more = false
			}
		}
		if failed != nil {
			continue
		}
		if failed = collect(batch); failed != nil {
			cancel()
		}
	}
	return failed
}

// Missing are the games of the first pairs that a set does not have, in order.
func Missing(have *store.KeySet, pairs int) iter.Seq[store.Key] {
	return func(yield func(store.Key) bool) {
		for pair := range pairs {
			for index := range 2 {
				if k := (store.Key{Pair: pair, Index: index}); !have.Has(k) && !yield(k) {
					return
				}
			}
		}
	}
}
