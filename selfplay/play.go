package selfplay

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/selfplay/match"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

// LengthLimit is the reason of a draw after Config.MaxPlies.
const LengthLimit rules.Reason = match.LengthLimit

// Events are callbacks that report what Play does, each called on the goroutine
// that called Play. The zero value reports nothing.
type Events struct {
	// GameDone is called after a game has been stored.
	GameDone func(Progress)
}

// Progress is the state of a round after a game. Games that were in the store
// before count as done.
type Progress struct {
	Done, Total int
	W, D, L     int // White's wins, draws and White's losses so far
	Record      store.Record
}

// Play plays the games of a round that the store does not have, in parallel,
// and stores each as it ends. Rounds count from 0; all games of a round are
// played with the same weights, and a later call with other weights is an
// error.
//
// When the context ends, Play returns after the moves under way. Games that are
// finished stay; the error wraps that of the context. The summary covers all
// games of the round in the store, played now or before.
func Play(ctx context.Context, g *rules.Game, cfg Config, w *eval.Weights, round int, crew match.Crew, games *store.Store, ev Events) (store.Summary, error) {
	run, err := prepare(g, cfg, w, round, games)
	if err != nil {
		return store.Summary{}, err
	}
	sum, err := games.Summary(round, cfg.Pairs)
	if err != nil || sum.Games >= run.Total() {
		return sum, err
	}
	_, failed := run.Play(ctx, games, crew, nil, match.Events{GameDone: func(p match.Progress) {
		r := &p.Record
		sum.Add(r.Result, r.Reason, 1, r.Plies())
		if ev.GameDone != nil {
			ev.GameDone(Progress{p.Done, p.Total, sum.W, sum.D, sum.L, *r})
		}
	}})
	if failed != nil {
		return sum, fmt.Errorf("round %d: %w", round, failed)
	}
	return sum, nil
}

// prepare makes the match of the engine with itself, and checks that the store
// holds the same run.
func prepare(g *rules.Game, cfg Config, w *eval.Weights, round int, games *store.Store) (*match.Run, error) {
	run, err := newRun(g, cfg, w, round)
	if err != nil {
		return nil, err
	}
	if err := games.Hold(g, cfg, freeField); err != nil {
		return nil, err
	}
	hash := player.HashWeights(w)
	switch was, err := games.HoldMeta(WeightsKey(round), hash); {
	case err != nil:
		return nil, err
	case was != hash:
		return nil, fmt.Errorf("game store %s has games of round %d played with other weights (hash %s, now %s); choose another folder", games.Path(), round, was, hash)
	}
	return run, nil
}

// Single returns a round whose games are played one by one and stored nowhere. They
// are those that Play plays.
func Single(g *rules.Game, cfg Config, w *eval.Weights, round int) (*match.Single, error) {
	run, err := newRun(g, cfg, w, round)
	if err != nil {
		return nil, err
	}
	return run.Single(), nil
}

// newRun makes the match of the engine with itself.
func newRun(g *rules.Game, cfg Config, w *eval.Weights, round int) (*match.Run, error) {
	if round < 0 {
		return nil, fmt.Errorf("self-play: round is %d, expected 0 or more", round)
	}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if w == nil || !slices.Equal(w.Names(), eval.Prior(g).Names()) {
		return nil, errors.New("self-play: the weights are not for " + g.Variant.Name)
	}
	m := match.Default()
	m.Seed, m.Pairs, m.MaxPlies, m.Config = cfg.Seed, cfg.Pairs, cfg.MaxPlies, cfg.Config
	engine := player.Spec{Name: "bestiary", Kind: player.Engine, Limit: player.Limit{Nodes: uint64(cfg.Nodes)}}
	return match.Alone(g, m, player.EnterEngine(engine, g, w), round)
}

// WeightsKey is the key under which a store notes the hash of the weights of a
// round.
func WeightsKey(round int) string { return "weights." + strconv.Itoa(round) }
