package main

import (
	"context"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/engine/session"
	"bestiary/internal/format"
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
	return &cli.Command{
		Name:      "selfplay",
		Usage:     "let the engine play against itself and keep the games",
		ArgsUsage: "GAME",
		Description: `Plays pairs of games into the folder of the run, by default runs/GAME-play-SEED. Give the same
command again to continue a run that was interrupted; with more pairs the run grows.
Openings are armies that differ by a few pieces (armies), with 2 random moves, or the game's own
array (standard), with 4 that leave neither side far ahead.`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "openings", Value: string(opening.Armies), DefaultText: string(opening.Armies), Usage: "start from `KIND`, armies or standard"},
			balanceFlag(),
			&cli.StringFlag{Name: "weights", Usage: "play with the weights in `FILE`"},
		}, playFlags(match.SelfPlay().Pairs, match.SelfPlay().Nodes, "2, standard 4", selfplayJSON{})...),
		Action: ofGame(selfPlay),
	}
}

func selfPlay(c *cli.Context, g *rules.Game) error {
	cfg, err := playConfig(c)
	if err != nil {
		return err
	}
	if err := readStart(c, &cfg); err != nil {
		return err
	}
	if err := cfg.Validate(); err != nil {
		return misuse(err)
	}
	weights, err := session.Weights(g, c.String("weights"))
	if err != nil {
		return err
	}
	folder := runFolder(c, g.Variant, "play")
	return playGames(c, folder, func(ctx context.Context, run *stage) (a answer, err error) {
		store, err := match.OpenRun(folder, g, cfg)
		if err != nil {
			return a, err
		}
		defer store.Close()
		run.Show.SetTotal(run.Crew.Games(cfg.Pairs))
		run.Show.Next(match.Part{Label: "playing"})
		sum, err := match.Play(ctx, g, cfg, weights, 1, run.Crew, store, run.Show.Events())
		if err != nil {
			return a, err
		}
		return answer{
			Value: selfplayJSON{g.Variant.Name, folder, sum},
			Text:  func(w io.Writer) { printSummary(w, g, folder, sum) },
		}, store.Close()
	})
}

func printSummary(out io.Writer, g *rules.Game, folder string, sum store.Summary) {
	fmt.Fprintf(out, "%s: %s, %s a game\n", g.Variant.Name, sum, format.Plural(sum.Plies/max(sum.Games, 1), "ply"))
	printReasons(out, sum.Reasons)
	fmt.Fprintf(out, "games in %s\n", folder)
}
