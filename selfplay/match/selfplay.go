package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

// Player plays all games of a round against itself.
type Player struct {
	// Entrant has its own limits; the limits of the configuration do not apply.
	*player.Entrant
	// Identity is stored in place of the hash of the weights.
	Identity string
	// Seat is its index in the store's list of players, 0 if there is no list.
	Seat int
	// Openings, if not nil, replaces the openings of the run in this round.
	Openings *opening.Config
}

// EnginePlayer returns the engine with the given weights and the node limit of a
// configuration.
func EnginePlayer(g *rules.Game, cfg Config, w *eval.Weights) (Player, error) {
	if w == nil || !slices.Equal(w.Names(), eval.Prior(g).Names()) {
		return Player{}, errors.New("self-play: the weights are not for " + g.Variant.Name)
	}
	engine := player.Spec{Name: "bestiary", Kind: player.Engine, Limit: player.Limit{Nodes: uint64(cfg.Nodes)}}
	return Player{Entrant: player.EnterEngine(engine, g, w), Identity: player.HashWeights(w)}, nil
}

// NewAlone prepares a round of self-play. The second game of a pair exchanges the armies
// of the first and has other random moves. Rounds count from 0.
func NewAlone(g *rules.Game, cfg Config, p Player, round int) (*Run, error) {
	if round < 0 {
		return nil, fmt.Errorf("self-play: round is %d, expected 0 or more", round)
	}
	if p.Openings != nil {
		cfg.Config = *p.Openings
	}
	cfg.MaxFaults = Default().MaxFaults
	r, err := newRun(g, cfg, round, p.Entrant)
	if err != nil {
		return nil, err
	}
	r.seat = p.Seat
	return r, nil
}

// OpenRun opens the run of self-play in a folder to continue it, or starts one there, as
// store.OpenOrCreate does.
func OpenRun(folder string, g *rules.Game, cfg Config) (*store.Store, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return store.OpenOrCreate(folder, g, cfg, freeFields...)
}

// Play plays, in parallel, the games of a round of self-play that the store lacks, and
// stores each as it ends. All games of a round are played with the same weights; a later
// call with other weights is an error.
//
// When the context ends, Play returns after the current moves. Finished games are kept;
// the error wraps the context's error. The summary covers all games of the round in the
// store, played now or before.
func Play(ctx context.Context, g *rules.Game, cfg Config, w *eval.Weights, round int, crew Crew, games *store.Store, ev Events) (store.Summary, error) {
	p, err := EnginePlayer(g, cfg, w)
	if err != nil {
		return store.Summary{}, err
	}
	return PlayWith(ctx, g, cfg, p, round, crew, games, ev)
}

// PlayWith is like Play, for any player.
func PlayWith(ctx context.Context, g *rules.Game, cfg Config, p Player, round int, crew Crew, games *store.Store, ev Events) (store.Summary, error) {
	run, err := NewAlone(g, cfg, p, round)
	if err != nil {
		return store.Summary{}, err
	}
	if err := hold(g, cfg, p, round, games); err != nil {
		return store.Summary{}, err
	}
	tally, err := run.Play(ctx, games, crew, nil, ev)
	if err != nil {
		err = fmt.Errorf("round %d: %w", round, err)
	}
	if tally == nil {
		return store.Summary{}, err
	}
	return tally.Self, err
}

// hold makes sure that the store belongs to the same run.
func hold(g *rules.Game, cfg Config, p Player, round int, games *store.Store) error {
	if err := games.Hold(g, cfg, freeFields...); err != nil {
		return err
	}
	if p.Openings != nil {
		text, err := json.Marshal(p.Openings)
		if err != nil {
			return err
		}
		if err := games.HoldRound(round, openings, string(text)); err != nil {
			return err
		}
	}
	return games.HoldRound(round, weights, p.Identity)
}

// Keys of a store's notes about a round: the hash of its weights, and its openings if they differ
// from the run's.
const (
	weights  = "weights"
	openings = "openings"
)

// WeightsKey returns the key under which a store keeps the hash of a round's weights.
func WeightsKey(round int) string { return store.RoundKey(round, weights) }

// Single plays games of a run one by one, for a caller that keeps them itself. It must not
// be used concurrently.
type Single struct{ worker worker }

// Single returns a player of single games of the run.
func (r *Run) Single() *Single {
	return &Single{*r.newWorker(nil)}
}

// Play plays the game at an index of the run.
func (s *Single) Play(ctx context.Context, k store.Key) (store.Record, error) {
	played, err := s.worker.try(ctx, k)
	return played.Record, err
}

// Close closes all players.
func (s *Single) Close() error { return s.worker.close() }
