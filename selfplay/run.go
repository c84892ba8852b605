package selfplay

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"

	"golang.org/x/sync/errgroup"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/selfplay/store"
)

// Play plays the games of a round that the store does not have, in parallel,
// and stores each as it ends. Round counts from 0; all games of a round are
// played with the same weights, and a later call with other weights is an
// error. Fewer than one worker means one for each processor.
//
// When the context ends, Play returns after the moves under way. Games that are
// finished stay; the error wraps that of the context. The summary is that of
// all games of the round in the store, played now or before.
func Play(ctx context.Context, g *rules.Game, cfg Config, w *eval.Weights, round, workers int, games *store.Store, ev Events) (store.Summary, error) {
	cfg = cfg.Resolved()
	if err := prepare(g, cfg, w, round, games); err != nil {
		return store.Summary{}, err
	}
	sum, err := games.Summary(round, cfg.Pairs)
	if err != nil {
		return store.Summary{}, err
	}
	todo, err := missing(games, cfg, round)
	if err != nil || len(todo) == 0 {
		return sum, err
	}
	if workers < 1 {
		workers = runtime.NumCPU()
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	results, wait := start(ctx, newOpenings(g, cfg), eval.New(g, w), round, min(workers, len(todo)), todo)
	var failed error
	for rec := range results {
		if failed != nil {
			continue // let the workers end
		}
		if failed = games.Put(rec); failed != nil {
			cancel()
			continue
		}
		sum.Add(rec.Result, rec.Reason, 1, rec.Plies())
		if ev.GameDone != nil {
			ev.GameDone(Progress{sum.Games, 2 * cfg.Pairs, sum.W, sum.D, sum.L, rec})
		}
	}
	if err := first(failed, wait()); err != nil {
		return sum, fmt.Errorf("round %d stopped with %d of %d games: %w", round, sum.Games, 2*cfg.Pairs, err)
	}
	return sum, nil
}

// first is a, or b when a is nil.
func first(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// prepare checks that the round can be played and stays what it was.
func prepare(g *rules.Game, cfg Config, w *eval.Weights, round int, games *store.Store) error {
	if round < 0 {
		return fmt.Errorf("self-play: round is %d, expected 0 or more", round)
	}
	if err := cfg.Validate(); err != nil {
		return err
	}
	if w == nil || !slices.Equal(w.Names(), eval.Prior(g).Names()) {
		return errors.New("self-play: the weights are not for " + g.Variant.Name)
	}
	if err := games.Hold(g, cfg, freeField); err != nil {
		return err
	}
	return holdWeights(games, round, w)
}

// holdWeights notes the weights of a round, or makes sure that they are those
// that were noted.
func holdWeights(games *store.Store, round int, w *eval.Weights) error {
	var b []byte
	for _, list := range [][]float64{w.MG, w.EG} {
		for _, x := range list {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		}
	}
	sum := sha256.Sum256(b)
	key, now := metaWeights+strconv.Itoa(round), hex.EncodeToString(sum[:6])
	was, ok, err := games.Meta(key)
	switch {
	case err != nil:
		return err
	case !ok:
		return games.SetMeta(key, now)
	case was != now:
		return fmt.Errorf("game store %s has games of round %d played with other weights (hash %s, now %s); choose another folder", games.Path(), round, was, now)
	}
	return nil
}

// metaWeights begins the key of the hash of the weights of a round.
const metaWeights = "weights."

// missing lists the games of a round that the store does not have, in order.
func missing(games *store.Store, cfg Config, round int) ([]store.Key, error) {
	have, err := games.Have(round)
	if err != nil {
		return nil, err
	}
	var todo []store.Key
	for pair := range cfg.Pairs {
		for index := range 2 {
			if k := (store.Key{Pair: pair, Index: index}); !have.Has(k) {
				todo = append(todo, k)
			}
		}
	}
	return todo, nil
}

// start sets the workers to the games in todo. The channel delivers the records
// as games end and is closed after the last; wait is the first error of a
// worker.
func start(ctx context.Context, o *openings, e *eval.Evaluator, round, workers int, todo []store.Key) (results <-chan store.Record, wait func() error) {
	tasks, out := make(chan store.Key), make(chan store.Record)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(tasks)
		for _, k := range todo {
			select {
			case tasks <- k:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for range workers {
		group.Go(func() error {
			w := newPlayer(o, e, round)
			for k := range tasks {
				rec, err := w.play(ctx, k)
				if err != nil {
					return err
				}
				out <- rec
			}
			return nil
		})
	}
	done := make(chan error, 1)
	go func() {
		done <- group.Wait()
		close(out)
	}()
	return out, func() error { return <-done }
}
