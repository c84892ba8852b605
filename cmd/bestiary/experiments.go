package main

import (
	"fmt"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"bestiary/experiments/atlas"
	"bestiary/experiments/league"
	"bestiary/experiments/study"
)

func experimentsCommand() *cli.Command {
	return &cli.Command{
		Name:      "experiments",
		Usage:     "test claims of designers, or your own",
		ArgsUsage: "ACTION [ARGUMENT...]",
		Description: `An experiment says what somebody claims about a game, which games are played to test it, and how they decide.
EXPERIMENT is a name from experiments list or the path of an experiment file of your own;
docs/experiments.md explains the format.`,
		Subcommands: []*cli.Command{
			{
				Name:   "list",
				Usage:  "list the experiments that come with the program",
				Flags:  []cli.Flag{jsonFlag([]experimentJSON{})},
				Action: listExperiments,
			},
			{
				Name:      "show",
				Usage:     "say what an experiment claims, plays and decides by",
				ArgsUsage: "EXPERIMENT",
				Flags:     []cli.Flag{approximateFlag(), jsonFlag(study.Figures{}, "Of a league", league.Settings{}, "Of a retrodiction", retrodictionPlan{}, "Of an atlas", atlas.Plan{})},
				Action:    showExperiment,
			},
			runExperimentsCommand(),
			{
				Name:      "index",
				Usage:     "rewrite the tables of published results",
				ArgsUsage: "FOLDER",
				Action:    indexExperiments,
			},
		},
	}
}

// indexExperiments writes the index of the experiments published in a folder.
func indexExperiments(c *cli.Context) error {
	folder := c.Args().First()
	if pages, _ := filepath.Glob(filepath.Join(folder, "*", study.ResultFile)); len(pages) == 0 {
		return fmt.Errorf("experiments index: %s has no published pages", folder)
	}
	return writeIndex(c, folder)
}

func writeIndex(c *cli.Context, dir string) error {
	path, err := study.WriteIndex(dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.App.ErrWriter, "published %s\n", path)
	return nil
}
