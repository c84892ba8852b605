//go:build !js

package measure

import (
	"context"
	"path/filepath"

	"bestiary/experiments/balance"
	"bestiary/experiments/run"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// Run compares two sets of rules. The folder keeps the games, so the same call resumes after an
// interruption. Results do not depend on the crew.
func Run(ctx context.Context, sides [2]Side, cfg Config, folder string, crew match.Crew, ev match.Events) (*Result, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if err := checkNames(cfg.Same); err != nil {
		return nil, err
	}
	labels, weights := Labels(sides[0].Game.Variant, sides[1].Game.Variant), Weights(sides)
	var games [2][]Game
	var parts []*run.Part
	for i, name := range []string{"first", "second"} {
		p, err := Side{sides[i].Game, weights[i]}.part(labels[i], &cfg, filepath.Join(folder, name), &games[i])
		if err != nil {
			return nil, err
		}
		p.Where = "compare: " + labels[i]
		parts = append(parts, p)
	}
	tasks := []func() error{func() error { return run.Play(ctx, crew, ev, parts...) }}
	var who []*balance.Result
	for i, name := range []string{"balance-first", "balance-second"} {
		if cfg.BalancePairs == 0 {
			break
		}
		tasks = append(tasks, func() error { // between players with the same weights as the other games
			b := cfg.balance()
			b.Weights = weights[i]
			r, err := balance.Run(ctx, sides[i].Game, b, filepath.Join(folder, name), crew, ev)
			if err == nil {
				r.Folder = name
				who = append(who, r)
			}
			return err
		})
	}
	if err := run.Each(ctx, tasks, func(task func() error) error { return task() }); err != nil {
		return nil, err
	}
	res, err := Analyse(sides, games, cfg)
	if err != nil {
		return nil, err
	}
	res.Folder, res.Balance = folder, who
	for i, p := range parts {
		res.Sides[i].Copies = p.Copies
	}
	return res, nil
}

// balance returns the configuration for measuring who wins: a quick run.
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

// Plan returns the games of both sides.
func (c Config) Plan(sides [2]Side) (list []run.PlannedPart, err error) {
	for i, label := range Labels(sides[0].Game.Variant, sides[1].Game.Variant) {
		list = append(list, run.PlannedPart{Label: label, Games: 2 * c.Play.Pairs, Nodes: c.Play.Nodes})
		if b := c.balance(); c.BalancePairs > 0 {
			b.Weights = Weights(sides)[i]
			plan, err := balance.NewPlan(sides[i].Game, b)
			if err != nil {
				return nil, err
			}
			list = append(list, plan.Parts...)
		}
	}
	return list, nil
}

// Play plays the games of a side that its folder does not have, and measures all but copies.
func (s Side) Play(
	ctx context.Context, cfg *Config, folder string, crew match.Crew, ev match.Events,
) (list []Game, copies store.Copies, err error) {
	p, err := s.part("", cfg, folder, &list)
	if err != nil {
		return nil, copies, err
	}
	err = run.Play(ctx, crew, ev, p)
	return list, p.Copies, err
}

// part returns the part of a run that plays the games of a side, measures them and adds them to a list.
func (s Side) part(label string, cfg *Config, folder string, list *[]Game) (*run.Part, error) {
	engine, err := run.Engine(s.Game, cfg.Play, s.Weights)
	if err != nil {
		return nil, err
	}
	p := run.Alone(label, folder, s.Game, cfg.Play, engine)
	m := NewMeter(s.Game, cfg)
	p.Read = func(games *run.Games) error {
		for record, err := range games.All() {
			if err != nil {
				return err
			}
			game, err := m.Measure(&record)
			if err != nil {
				return err
			}
			game.Number(len(*list))
			*list = append(*list, game)
		}
		return nil
	}
	return p, nil
}
