package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/internal/check"
	"bestiary/selfplay/match"
)

// round is the number of the round that is played.
const round = 1

// Run compares two sets of rules. The folder keeps the games, so the same call resumes after an
// interruption. Results do not depend on the crew.
func Run(ctx context.Context, sides [2]Side, cfg Config, folder string, crew match.Crew, ev match.Events) (*Result, error) {
	if err := cfg.Validate(); err != nil {
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
	who, err := playBalance(ctx, sides, weights, cfg, folder, crew, ev)
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

// playBalance says who wins on each side, between players with the same weights as the other games.
func playBalance(ctx context.Context, sides [2]Side, weights [2]*eval.Weights, cfg Config, folder string, crew match.Crew, ev match.Events) ([]*balance.Result, error) {
	if cfg.BalancePairs == 0 {
		return nil, nil
	}
	var list []*balance.Result
	var partial error
	for i, name := range []string{"balance-first", "balance-second"} {
		b := cfg.balance()
		b.Weights = weights[i]
		r, err := balance.Run(ctx, sides[i].Game, b, filepath.Join(folder, name), crew, ev)
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
	labels := Labels(sides[0].Game.Variant, sides[1].Game.Variant)
	var results [2]SideResult
	for i, chosen := range chooseWeights(sides) {
		results[i] = newSide(labels[i], chosen.String(), sides[i].Game, games[i])
		if n, err := CountPairs(games[i]); err != nil {
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
	m := NewMeter(s.Game, cfg)
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
	return list, games.Close()
}

// Config says how two sets of rules are compared. Use Default to make one.
type Config struct {
	// Play is how the games of both sides are played, with the same seed; at least 2
	// pairs.
	Play match.Config `json:"play"`
	// BalancePairs is the number of pairs of the weakest players that say who wins on each side
	// (package balance); default 0 for none, else 2 to 10,000,000.
	BalancePairs int `json:"balance-pairs,omitempty"`
	// LeadMargin is the lowest score, by its own search, at which a side counts as ahead.
	// Centipawns; 1 to 10,000.
	LeadMargin int `json:"lead-margin"`
	// Level is the confidence level of intervals; tests are held against 1-Level.
	// 0.5 to 0.999.
	Level float64 `json:"level"`
	// Same maps the names of measures that are claimed to be the same to margins in their
	// units, above 0; shares are from 0 to 1.
	Same map[string]float64 `json:"same,omitempty"`
}

const (
	// sampledPlies is how many positions of each game, evenly spread, give its branching factor.
	sampledPlies = 16
	// openingPlies is how many of the engine's first plies, after the random ones, make up the
	// opening of a game.
	openingPlies = 2
)

// Default plays 500 pairs a side from the array of the game.
func Default() Config {
	return Config{Play: match.SelfPlay().Standard(), LeadMargin: 100, Level: 0.95}
}

// Validate reports the first field that is out of range. The names in Same are
// known only when the games are; Run checks them.
func (c Config) Validate() error {
	errs := []error{
		check.Range("pairs", c.Play.Pairs, 2, check.MaxPairs),
		check.Range("balance-pairs", c.BalancePairs, 0, check.MaxPairs),
		check.That(c.BalancePairs != 1, "balance-pairs is 1, expected 0 or at least 2"),
		check.Range("lead-margin", c.LeadMargin, 1, 10_000),
		check.Range("level", c.Level, 0.5, 0.999),
	}
	for _, name := range slices.Sorted(maps.Keys(c.Same)) {
		m := c.Same[name]
		errs = append(errs, check.That(m > 0 && !math.IsInf(m, 0), "the margin of %s is %v, expected a number above 0", name, m))
	}
	if err := check.All("compare", errs...); err != nil {
		return err
	}
	return c.Play.Validate()
}
