package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/experiments/advise"
	"bestiary/experiments/balance"
	"bestiary/internal/format"
)

func balanceCommand() *cli.Command {
	cfg, mending := balance.Default(), advise.DefaultMend()
	about := map[string]any{"Margin": 100 * cfg.Margin, "Edits": format.List(advise.EditKinds(), "and")}
	flags := append([]cli.Flag{
		presetFlag("quick", "measure in about a minute", &cfg, balance.Quick()),
		nodesFlag("strengths", "search `N,...` positions", &cfg.Strengths, nodesText(cfg.Strengths), nodesText(cfg.Strengths)),
		numberFlag("margin", "call a score within `X` of one half fair", &cfg.Margin),
		textFlag("of", "score of `SIDE`: first or army", &cfg.Of, "by the armies"),
		listFlag("panel", "divide games among the players `P,...`", &cfg.Panel, "all"),
		repeated("player", "give a `PLAYER` of match a curve of its own"),
		numberFlag("level", "give intervals of confidence `X`", &cfg.Level),
		switchFlag("mend", "look for the smallest edit that makes it fair"),
		readFlag("target", "mend for `T`: score, draws<=X or length<=N", "score", func(text string) (err error) {
			mending.Target, err = advise.ParseTarget(text)
			return misuse(err)
		}),
		listFlag("edits", "mend by edits of the kinds `K,...`", &mending.Edits, "all"),
		pngFlag(),
	}, runFlags(&cfg.Play, cfg.Play.Pairs, "", cfg.Play.RandomPlies, balance.Result{}, "With --plan", balance.Plan{},
		"With --mend", advise.MendResult{}, "With --mend and --plan", advise.MendPlan{})...)
	flags = slices.DeleteFunc(flags, func(f cli.Flag) bool { return f.Names()[0] == "nodes" })
	return declare("balance", about, ofGame(func(c *cli.Context, g *rules.Game) error {
		cfg.Play.Seed, cfg.Others = c.Uint64("seed"), c.StringSlice("player")
		unbalanced(&cfg.Play)
		if err := cfg.Validate(); err != nil {
			return misuse(err)
		}
		if c.Bool("mend") {
			return runMend(c, g, cfg, mending)
		}
		return runBalance(c, g, cfg)
	}), flags...)
}

// nodesText lists numbers as --strengths takes them.
func nodesText(list []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(list), "[]"), " ", ",")
}

func runBalance(c *cli.Context, g *rules.Game, cfg balance.Config) error {
	if err := refuse(c, "--%s needs --mend", "target", "edits"); err != nil {
		return err
	}
	plan, err := balance.NewPlan(g, cfg)
	if err != nil {
		return misuse(err)
	}
	folder := runFolder(c, g.Variant, quickKind(c, "balance"))
	return playPlanned(c, folder, plan, func(ctx context.Context, s *stage) (finding, error) {
		return found(balance.Run(ctx, g, cfg, folder, s.Crew, s.Show.PartEvents()))
	})
}

// runMend is bestiary balance --mend.
func runMend(c *cli.Context, g *rules.Game, of balance.Config, cfg advise.MendConfig) error {
	if c.IsSet("shard") {
		return misused("--shard with --mend: later games depend on those of all shards; --hub divides them")
	}
	if !c.IsSet("strengths") {
		of.Strengths = cfg.Balance.Strengths
	}
	of.Rounds = min(of.Rounds, cfg.Balance.Rounds)
	cfg.Balance = of
	if err := cfg.Validate(); err != nil {
		return misuse(err)
	}
	search, err := advise.NewMending(g, cfg)
	if err != nil {
		return misuse(err)
	}
	plan, err := search.Plan()
	if err != nil {
		return misuse(err)
	}
	folder := runFolder(c, g.Variant, quickKind(c, "mend"))
	return playPlanned(c, folder, plan, func(ctx context.Context, s *stage) (finding, error) {
		return found(search.Run(ctx, folder, s.Crew, s.Show.PartEvents()))
	})
}
