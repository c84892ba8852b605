package main

import (
	"context"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/estimate/report"
)

func oddsCommand() *cli.Command {
	defaults := estimate.DefaultOdds()
	return &cli.Command{
		Name:      "odds",
		Usage:     "measure what an exchange of pieces is worth, army against army",
		ArgsUsage: "GAME [EXCHANGE...]",
		Description: fmt.Sprintf(`Plays games between two armies that differ by an exchange of pieces. In falcon=rook, one
side has a falcon where the other has a rook; in rook=knight+pawn, a rook where the other has a
knight and a pawn; in pawn=, one pawn more; in =, nothing. Every opening is played with both
colours. The odds of a pawn are always measured, and the worth of an exchange is the ratio of
its log-odds to theirs.

Exchanges with scores below 15 %% or above 85 %% do not add up: give the weaker side some pieces until
both have a chance. With %d pairs the score of an exchange is known to about ±2 %%.

Each exchange has its own folder inside the folder of the run, by default runs/GAME-odds-SEED. Give
the same command again to continue a run that was interrupted. With more pairs or exchanges
the run grows. The report is report.html and report.md; its numbers are in odds.csv.

The engine plays with the weights that bestiary estimate begins with: the tuned weights that come
with the program or, for other games, the mobility prior. With --weights
RUN/weights.toml it plays as in the measurement in the folder RUN.`, defaults.Pairs),
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "weights", Usage: "play with the weights in `FILE`", DefaultText: "the program's"},
			&cli.Float64Flag{Name: "level", Usage: "give intervals of confidence `X`", DefaultText: fmt.Sprint(defaults.Level)},
			pngFlag(),
		}, runFlags(fmt.Sprint(defaults.Pairs), defaults.Play.Nodes, defaults.Play.RandomPlies, estimate.OddsFigures{})...),
		Action: ofGame(odds),
	}
}

func odds(c *cli.Context, g *rules.Game) error {
	cfg, err := oddsConfig(c)
	if err != nil {
		return err
	}
	var weights *eval.Weights // nil means the starting weights of an estimate
	if path := c.String("weights"); path != "" {
		if weights, err = eval.Load(path, g); err != nil {
			return err
		}
	}
	folder := runFolder(c, g.Variant, "odds")
	return playGames(c, folder, func(ctx context.Context, run *stage) (a answer, err error) {
		res, err := estimate.Odds(ctx, g, cfg, weights, folder, run.Crew, run.Show.Events())
		if err != nil {
			return a, err
		}
		page, err := report.WriteOdds(res, origin(c, c.Args().Slice(), nil))
		if err != nil {
			return a, err
		}
		text, err := report.OddsText(res, textWidth)
		return answer{Value: res.Figures(), Text: func(w io.Writer) { fmt.Fprintf(w, "%s\nreport %s\n", text, page) }}, err
	})
}

func oddsConfig(c *cli.Context) (estimate.OddsConfig, error) {
	play, err := playConfig(c)
	if err != nil {
		return estimate.OddsConfig{}, err
	}
	cfg := estimate.DefaultOdds()
	cfg.Exchanges, cfg.Play = c.Args().Tail(), play
	setInt(c, "pairs", &cfg.Pairs)
	setFloat(c, "level", &cfg.Level)
	return cfg, misuse(cfg.Validate())
}
