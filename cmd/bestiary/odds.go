package main

import (
	"cmp"
	"context"

	"github.com/urfave/cli/v2"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	runs "bestiary/experiments/run"
)

func oddsCommand() *cli.Command {
	cfg := estimate.DefaultOdds()
	return declare("odds", cfg, ofGame(func(c *cli.Context, g *rules.Game) error { return odds(c, g, cfg) }), append([]cli.Flag{
		weightsFlag("play with the weights in `FILE`", "the program's"),
		numberFlag("level", "give intervals of confidence `X`", &cfg.Level),
		pngFlag(),
	}, runFlags(&cfg.Play, cfg.Pairs, cfg.Play.Nodes, cfg.Play.RandomPlies,
		estimate.OddsFigures{}, "With --plan", runs.Plan{})...)...)
}

func odds(c *cli.Context, g *rules.Game, cfg estimate.OddsConfig) error {
	cfg.Exchanges, cfg.Play.Seed = c.Args().Tail(), c.Uint64("seed")
	if c.IsSet("pairs") {
		cfg.Pairs = cfg.Play.Pairs
	}
	if err := misuse(cmp.Or(cfg.Play.Validate(), cfg.Validate())); err != nil {
		return err
	}
	var weights *eval.Weights // nil means the starting weights of an estimate
	if path := c.String("weights"); path != "" {
		var err error
		if weights, err = eval.Load(path, g); err != nil {
			return err
		}
	}
	if c.Bool("plan") {
		parts, err := cfg.Plan(g)
		return printCost(c, g, parts, err)
	}
	folder := runFolder(c, g.Variant, "odds")
	return playPlanned(c, folder, nil, func(ctx context.Context, s *stage) (finding, error) {
		res, err := estimate.Odds(ctx, g, cfg, weights, folder, s.Crew, s.Show.Events())
		if err != nil {
			return finding{}, err
		}
		text, err := res.Text(textWidth)
		return finding{res.Figures(), text, res.Write}, err
	})
}
