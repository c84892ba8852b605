package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// round is the number of the round that is played.
const round = 1

// Run compares two sets of rules. The folder keeps the games, so the same call resumes after an
// interruption. Results do not depend on the crew.
func Run(ctx context.Context, sides [2]Side, cfg Config, folder string, crew match.Crew, ev match.Events) (*Result, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if err := checkSides(sides); err != nil {
		return nil, err
	}
	if err := checkNames(cfg.Same); err != nil {
		return nil, err
	}
	labels := Labels(sides[0].Game.Variant, sides[1].Game.Variant)
	var games [2][]Game
	weights := Weights(sides)
	folders := [2]string{"first", "second"}
	var partial error
	for i, side := range sides {
		side.Weights = weights[i]
		ev.Start(match.Part{Label: labels[i], Games: crew.Games(cfg.Play.Pairs)})
		var err error
		games[i], err = side.Play(ctx, &cfg, filepath.Join(folder, folders[i]), crew, ev)
		if errors.Is(err, match.ErrPartial) {
			partial = err
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("compare: %s: %w", labels[i], err)
		}
	}
	who, err := playBalance(ctx, sides, cfg, folder, crew, ev)
	if err = cmp.Or(partial, err); err != nil {
		return nil, err
	}
	res, err := Analyse(sides, games, cfg)
	if err != nil {
		return nil, err
	}
	res.Folder, res.Balance = folder, who
	return res, nil
}

// balance returns the configuration for saying who wins: that of a quick run.
func (c Config) balance() balance.Config {
	b := balance.Quick()
	b.Play.Seed, b.Play.Pairs, b.Play.MaxPlies, b.Level = c.Play.Seed, c.BalancePairs, c.Play.MaxPlies, c.Level
	return b
}

// Games returns how many games a crew plays.
func (c Config) Games(crew match.Crew) int {
	games := crew.Games(c.Play.Pairs)
	if c.BalancePairs > 0 {
		games += c.balance().Games(crew)
	}
	return 2 * games
}

// playBalance says who wins on each side.
func playBalance(ctx context.Context, sides [2]Side, cfg Config, folder string, crew match.Crew, ev match.Events) ([]*balance.Result, error) {
	if cfg.BalancePairs == 0 {
		return nil, nil
	}
	var list []*balance.Result
	var partial error
	for i, name := range []string{"balance-first", "balance-second"} {
		r, err := balance.Run(ctx, sides[i].Game, cfg.balance(), filepath.Join(folder, name), crew, ev)
		if errors.Is(err, match.ErrPartial) {
			partial = err
			continue
		}
		if err != nil {
			return nil, err
		}
		r.Folder = name
		list = append(list, r)
	}
	return list, partial
}

// Weights returns the weights that the sides play with.
func Weights(sides [2]Side) (out [2]*eval.Weights) {
	for i, c := range chooseWeights(sides) {
		out[i] = c.weights
	}
	return out
}

// Analyse compares games that a Meter has measured: the first cfg.Play.Pairs pairs of
// both sides.
func Analyse(sides [2]Side, games [2][]Game, cfg Config) (*Result, error) {
	if err := checkSides(sides); err != nil {
		return nil, err
	}
	labels := Labels(sides[0].Game.Variant, sides[1].Game.Variant)
	var results [2]SideResult
	for i, chosen := range chooseWeights(sides) {
		results[i] = newSide(labels[i], chosen.String(), sides[i].Game, games[i])
		if n, err := countPairs(games[i]); err != nil {
			return nil, err
		} else if n != cfg.Play.Pairs {
			return nil, fmt.Errorf("compare: %s: %d pairs, expected %d", labels[i], n, cfg.Play.Pairs)
		}
	}
	return analyse(results, cfg, fitting([2]*rules.Game{sides[0].Game, sides[1].Game}, reported(games, cfg.Same), cfg.Same))
}

// Play plays the games of a side that its folder does not have, and measures all.
func (s Side) Play(ctx context.Context, cfg *Config, folder string, crew match.Crew, ev match.Events) ([]Game, error) {
	games, err := match.OpenRun(folder, s.Game, cfg.Play)
	if err != nil {
		return nil, err
	}
	defer games.Close()
	if _, err := match.Play(ctx, s.Game, cfg.Play, s.Weights, round, crew, games, ev); err != nil {
		return nil, err
	}
	list, err := Games(ctx, s.Game, *cfg, games, round)
	if err != nil {
		return nil, err
	}
	return list, games.Close()
}

// Games measures the first cfg.Play.Pairs pairs of games of a round in a store,
// which must have them all, by replaying them. Only the number of pairs and the settings of
// measures in the configuration matter.
func Games(ctx context.Context, g *rules.Game, cfg Config, games *store.Store, round int) ([]Game, error) {
	m := NewMeter(g, &cfg)
	var list []Game
	for record, err := range games.FirstGames(ctx, round, cfg.Play.Pairs) {
		if err != nil {
			return nil, err
		}
		game, err := m.Measure(&record)
		if err != nil {
			return nil, err
		}
		list = append(list, game)
	}
	if want := gamesOfPair * cfg.Play.Pairs; len(list) != want {
		return nil, fmt.Errorf("the store has %d games, expected %d", len(list), want)
	}
	return list, nil
}
