package selfplay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
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
	e, err := EnginePlayer(g, cfg, w)
	if err != nil {
		return store.Summary{}, err
	}
	return PlayWith(ctx, g, cfg, e, round, crew, games, ev)
}

// Player is who plays all games of a round against itself.
type Player struct {
	// Entrant has limits of its own, whatever the configuration says.
	*player.Entrant
	// Identity is what the store notes in place of the hash of weights.
	Identity string
	// Seat is its place in the list of players of the store, 0 if there is no list.
	Seat int
	// Openings of its round, if they are others than those of the run; nil if not.
	Openings *opening.Config
}

// EnginePlayer is the engine with these weights and the nodes of a configuration.
func EnginePlayer(g *rules.Game, cfg Config, w *eval.Weights) (Player, error) {
	if w == nil || !slices.Equal(w.Names(), eval.Prior(g).Names()) {
		return Player{}, errors.New("self-play: the weights are not for " + g.Variant.Name)
	}
	engine := player.Spec{Name: "bestiary", Kind: player.Engine, Limit: player.Limit{Nodes: uint64(cfg.Nodes)}}
	return Player{Entrant: player.EnterEngine(engine, g, w), Identity: player.HashWeights(w)}, nil
}

// PlayWith is Play for any player.
func PlayWith(ctx context.Context, g *rules.Game, cfg Config, e Player, round int, crew match.Crew, games *store.Store, ev Events) (store.Summary, error) {
	run, err := prepare(g, cfg, e, round, games)
	if err != nil {
		return store.Summary{}, err
	}
	sum, err := games.Summary(round, cfg.Pairs)
	if err != nil || sum.Games >= run.Total() && crew.Hub == nil { // which may distrust some of them
		return sum, err
	}
	_, failed := run.Play(ctx, games, crew, nil, match.Events{GameDone: func(p match.Progress) {
		r := &p.Record
		sum.Add(r.Result, r.Reason, 1, r.Plies())
		if ev.GameDone != nil {
			ev.GameDone(Progress{p.Done, p.Total, sum.W, sum.D, sum.L, *r})
		}
	}})
	if sum, err = games.Summary(round, cfg.Pairs); err != nil {
		return sum, errors.Join(err, failed)
	}
	if failed != nil {
		return sum, fmt.Errorf("round %d: %w", round, failed)
	}
	return sum, nil
}

// prepare makes the match of a player with itself, and checks that the store
// holds the same run.
func prepare(g *rules.Game, cfg Config, e Player, round int, games *store.Store) (*match.Run, error) {
	run, err := newRun(g, cfg, e, round)
	if err != nil {
		return nil, err
	}
	if err := games.Hold(g, cfg, freeField); err != nil {
		return nil, err
	}
	if err := holdOpenings(games, round, e.Openings); err != nil {
		return nil, err
	}
	was, err := games.HoldMeta(WeightsKey(round), e.Identity)
	if err == nil && was != e.Identity {
		err = renote(games, round, was, e.Identity)
	}
	if err != nil {
		return nil, err
	}
	return run, nil
}

// Single returns a round whose games are played one by one and stored nowhere. They
// are those that Play plays.
func Single(g *rules.Game, cfg Config, w *eval.Weights, round int) (*match.Single, error) {
	e, err := EnginePlayer(g, cfg, w)
	if err != nil {
		return nil, err
	}
	run, err := newRun(g, cfg, e, round)
	if err != nil {
		return nil, err
	}
	return run.Single(), nil
}

// newRun makes the match of a player with itself.
func newRun(g *rules.Game, cfg Config, e Player, round int) (*match.Run, error) {
	if round < 0 {
		return nil, fmt.Errorf("self-play: round is %d, expected 0 or more", round)
	}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	m := match.Default()
	m.Seed, m.Pairs, m.MaxPlies, m.Config = cfg.Seed, cfg.Pairs, cfg.MaxPlies, cfg.Config
	if e.Openings != nil {
		m.Config = *e.Openings
	}
	return match.Alone(g, m, e.Entrant, e.Seat, round)
}

// holdOpenings notes the openings of a round, or makes sure that they are those noted.
func holdOpenings(games *store.Store, round int, o *opening.Config) error {
	if o == nil {
		return nil
	}
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	was, err := games.HoldMeta("openings."+strconv.Itoa(round), string(text))
	if err == nil && was != string(text) {
		err = fmt.Errorf("game store %s has round %d with other openings: %s, now %s; choose another folder", games.Path(), round, was, text)
	}
	return err
}

// renote notes other weights for a round, which must have no games.
func renote(games *store.Store, round int, was, hash string) error {
	for _, err := range games.Outcomes(round) {
		if err == nil {
			err = fmt.Errorf("game store %s has games of round %d played with other weights (hash %s, now %s); choose another folder", games.Path(), round, was, hash)
		}
		return err
	}
	return games.SetMeta(WeightsKey(round), hash)
}

// WeightsKey is the key under which a store notes the hash of the weights of a
// round.
func WeightsKey(round int) string { return "weights." + strconv.Itoa(round) }
