package main

import (
	"context"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/experiments/mend"
	"bestiary/selfplay/match"
)

// runMend is bestiary balance --mend.
func runMend(c *cli.Context, g *rules.Game) error {
	cfg, err := mendConfig(c)
	if err != nil {
		return err
	}
	search, err := mend.New(g, cfg)
	if err != nil {
		return misuse(err)
	}
	plan, err := search.Plan()
	if err != nil {
		return misuse(err)
	}
	return playPlanned(c, g, "mend", plan, func(ctx context.Context, folder string, crew match.Crew, ev match.Events) (gamesResult, error) {
		return search.Run(ctx, folder, crew, ev)
	})
}

func mendConfig(c *cli.Context) (mend.Config, error) {
	cfg := mend.Default()
	if c.IsSet("shard") {
		return cfg, misused("--shard with --mend: later games depend on those of all shards; --hub divides them")
	}
	b, err := balanceConfig(c)
	if err != nil {
		return cfg, err
	}
	if !c.IsSet("strengths") {
		b.Strengths = cfg.Balance.Strengths
	}
	b.Rounds = min(b.Rounds, cfg.Balance.Rounds)
	cfg.Balance = b
	if c.IsSet("target") {
		if cfg.Target, err = mend.ParseTarget(c.String("target")); err != nil {
			return cfg, misuse(err)
		}
	}
	if c.IsSet("edits") {
		for _, name := range strings.Split(c.String("edits"), ",") {
			cfg.Edits = append(cfg.Edits, mend.Kind(name))
		}
	}
	return cfg, misuse(cfg.Validate())
}
