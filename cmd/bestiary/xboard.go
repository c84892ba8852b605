package main

import (
	"github.com/urfave/cli/v2"

	"bestiary/engine/xboard"
)

func xboardCommand() *cli.Command {
	return &cli.Command{
		Name:  "xboard",
		Usage: "be an engine for XBoard and WinBoard",
		Description: `Reads commands of the Chess Engine Communication Protocol, version 2, from standard input
until quit. Games other than chess are offered as engine-defined variants: xboard -fcp
"bestiary xboard" -variant falcon-chess. docs/engine.md says more.`,
		Flags: engineFlags(),
		Action: func(c *cli.Context) error {
			library, _, err := engineGames(c)
			if err != nil {
				return err
			}
			return xboard.Run(c.App.Reader, c.App.Writer, xboard.Config{
				Name: engineName(), Library: library, Weights: c.String("weights"),
			})
		},
	}
}
