package selfplay

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/player"
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
	have, err := games.Have(round)
	if err != nil || sum.Games >= cfg.games() {
		return sum, err
	}
	if workers < 1 {
		workers = runtime.NumCPU()
	}
	crew, err := newCrew(g, cfg, w, round, min(workers, cfg.games()-sum.Games))
	if err != nil {
		return sum, err
	}
	err = match.Pool(ctx, len(crew), match.Missing(have, cfg.Pairs), func(ctx context.Context, i int, k store.Key, tell func(store.Record)) error {
		rec, err := crew[i].play(ctx, k)
		if err == nil {
			tell(rec)
		}
		return err
	}, func(list []store.Record) error {
		if err := games.PutAll(list); err != nil {
			return err
		}
		for i := range list {
			sum.Add(list[i].Result, list[i].Reason, 1, list[i].Plies())
			if ev.GameDone != nil {
				ev.GameDone(Progress{sum.Games, cfg.games(), sum.W, sum.D, sum.L, list[i]})
			}
		}
		return nil
	})
	if err != nil {
		return sum, fmt.Errorf("round %d stopped with %d of %d games: %w", round, sum.Games, cfg.games(), err)
	}
	return sum, nil
}

// newCrew makes engines for a number of workers.
func newCrew(g *rules.Game, cfg Config, w *eval.Weights, round, workers int) ([]*engine, error) {
	source, err := opening.New(g, cfg.openings(), cfg.Seed)
	if err != nil {
		return nil, err
	}
	e := eval.New(g, w)
	crew := make([]*engine, workers)
	for i := range crew {
		crew[i] = newEngine(source, e, cfg, round)
	}
	return crew, nil
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
	key, now := metaWeights+strconv.Itoa(round), player.HashWeights(w)
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
