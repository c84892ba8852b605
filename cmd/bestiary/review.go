package main

import (
	"context"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/experiments/advise"
	"bestiary/experiments/balance"
	runs "bestiary/experiments/run"
	"bestiary/selfplay/match"
)

// reviewJSON is the output of review --json.
type reviewJSON struct {
	Game   string         `json:"game"`
	Folder string         `json:"folder"`
	Games  int            `json:"games"`
	Nodes  int            `json:"nodes"`
	Checks []advise.Check `json:"checks"`
	// NotAsked has the checks that have no meaning in the game, each with the reason.
	NotAsked []string `json:"not-asked"`
	// Notes names the pieces that never come into the game.
	Notes []string `json:"notes,omitempty"`
	// Balance says who wins, as bestiary balance does; null if no games were played for it.
	Balance *balance.Result `json:"balance"`
}

func reviewCommand() *cli.Command {
	cfg := advise.DefaultReview()
	return declare("review", cfg, ofGame(func(c *cli.Context, g *rules.Game) error { return runReview(c, g, cfg) }), append([]cli.Flag{
		countFlag("balance-pairs", "play `N` pairs to see who wins, 0 for none", &cfg.BalancePairs),
		countFlag("value-pairs", "estimate values from `N` pairs, 0 for none", &cfg.ValuePairs),
		countFlag("level-pairs", "play `N` pairs for each two levels, 0 for none", &cfg.LevelPairs),
	}, runFlags(&cfg.Play, cfg.Play.Pairs, cfg.Play.Nodes, cfg.Play.RandomPlies,
		reviewJSON{}, "With --plan", runs.Plan{})...)...)
}

func runReview(c *cli.Context, g *rules.Game, cfg advise.ReviewConfig) error {
	cfg.Play.Seed = c.Uint64("seed")
	unbalanced(&cfg.Play)
	if err := cfg.Validate(); err != nil {
		return misuse(err)
	}
	if c.Bool("plan") {
		parts, err := cfg.Plan(g)
		return printCost(c, g, parts, err)
	}
	folder := runFolder(c, g.Variant, "review")
	return playGames(c, folder, func(ctx context.Context, s *stage) (answer, error) {
		res, err := advise.RunReview(ctx, g, cfg, folder, s.Crew, match.Events{PartStarts: s.Show.Part, GameDone: s.Show.Game})
		if err != nil {
			return answer{}, err
		}
		out := reviewJSON{
			g.Variant.Name, folder, res.Games.Played, cfg.Play.Nodes, res.Checks(), res.NotAsked(),
			append(g.Variant.Unused(), g.DeadEnds()...), res.Balance,
		}
		text := struct {
			reviewJSON
			Summary, Path string
		}{out, res.Summary(), res.Path()}
		return answer{Value: out, Text: printed("review", text)}, res.Write(origin(c, c.Args().Slice(), nil))
	})
}
