package match

import (
	"context"
	"iter"
	"time"

	"golang.org/x/sync/errgroup"

	"bestiary/selfplay/store"
)

// maxBatch is the largest number of reports collected at once.
const maxBatch = 64

// pool lets the workers play the games in todo and passes their reports to collect on the
// goroutine that called pool, several at once if they have piled up. The first error, from
// collect or a worker, cancels the context of the others and is returned when all workers
// are done.
func pool(ctx context.Context, crew []*worker, todo iter.Seq[store.Key], collect func([]report) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	group, ctx := errgroup.WithContext(ctx)
	tasks, out := make(chan store.Key), make(chan report, maxBatch)
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
	for _, w := range crew {
		group.Go(func() error {
			played := false
			for k := range tasks {
				if played && w.wait > 0 {
					select {
					case <-time.After(w.wait):
					case <-ctx.Done():
					}
				}
				played = true
				if err := w.play(ctx, k, func(r report) { out <- r }); err != nil {
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

// gather collects reports until the channel is closed. After an error it only drains the
// channel, so that the workers can end.
func gather(out <-chan report, cancel func(), collect func([]report) error) error {
	var failed error
	for r := range out {
		batch := append(make([]report, 0, maxBatch), r)
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

// missing iterates over the games of a shard's first pairs that are not in the set.
func missing(have *store.KeySet, pairs int, shard Shard) iter.Seq[store.Key] {
	return func(yield func(store.Key) bool) {
		for pair := shard.Index; pair < pairs; pair += max(shard.Of, 1) {
			for index := range 2 {
				if k := (store.Key{Pair: pair, Index: index}); !have.Has(k) && !yield(k) {
					return
				}
			}
		}
	}
}
