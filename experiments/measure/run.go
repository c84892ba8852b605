//go:build !js

package measure

import (
	"context"
	"path/filepath"

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
	if err := run.Play(ctx, crew, ev, parts...); err != nil {
		return nil, err
	}
	res, err := Analyse(sides, games, cfg)
	if err != nil {
		return nil, err
	}
	res.Folder = folder
	for i, p := range parts {
		res.Sides[i].Copies = p.Copies
	}
	return res, nil
}

// Games returns how many games a crew plays.
func (c Config) Games(crew match.Crew) int {
	return 2 * crew.Games(c.Play.Pairs)
}

// Plan returns the games of both sides.
func (c Config) Plan(sides [2]Side) (list []run.PlannedPart) {
	for _, label := range Labels(sides[0].Game.Variant, sides[1].Game.Variant) {
		list = append(list, run.PlannedPart{Label: label, Games: 2 * c.Play.Pairs, Nodes: c.Play.Nodes})
	}
	return list
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
