package main

import (
	"context"

	"github.com/urfave/cli/v2"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/session"
	runs "bestiary/experiments/run"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
)

// selfplayJSON is the output of selfplay --json.
type selfplayJSON struct {
	Game   string `json:"game"`
	Folder string `json:"folder"`
	store.Summary
}

func selfplayCommand() *cli.Command {
	cfg, start := match.SelfPlay(), opening.Armies
	return declare("selfplay", nil, ofGame(func(c *cli.Context, g *rules.Game) error { return selfPlay(c, g, cfg, start) }), append([]cli.Flag{
		openingsFlag("start from `KIND`, armies or standard", &start),
		balanceFlag(),
		weightsFlag("play with the weights in `FILE`", ""),
	}, playFlags(&cfg, cfg.Pairs, cfg.Nodes, "2, standard 4", selfplayJSON{}, "With --plan", runs.Plan{})...)...)
}

func selfPlay(c *cli.Context, g *rules.Game, cfg match.Config, start opening.Kind) error {
	cfg.Seed = c.Uint64("seed")
	if err := readStart(c, &cfg, start); err != nil {
		return err
	}
	if err := cfg.Validate(); err != nil {
		return misuse(err)
	}
	weights, err := session.Weights(g, c.String("weights"))
	if err != nil {
		return err
	}
	if c.Bool("plan") {
		return printCost(c, g, []runs.PlannedPart{{Label: "games", Games: 2 * cfg.Pairs, Nodes: cfg.Nodes}}, nil)
	}
	folder := runFolder(c, g.Variant, "play")
	return playGames(c, folder, func(ctx context.Context, s *stage) (a answer, err error) {
		games, err := match.OpenRun(folder, g, cfg)
		if err != nil {
			return a, err
		}
		defer games.Close()
		s.Show.SetTotal(s.Crew.Games(cfg.Pairs))
		s.Show.Next(match.Part{Label: "playing"})
		s.Show.Say("%s", eval.Playing("the engine", g, weights))
		sum, err := match.Play(ctx, g, cfg, weights, 1, s.Crew, games, s.Show.Events())
		if err != nil {
			return a, err
		}
		out := selfplayJSON{g.Variant.Name, folder, sum}
		return answer{Value: out, Text: printed("selfplay", out)}, games.Close()
	})
}
