package main

import (
	"github.com/urfave/cli/v2"

	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

func mergeCommand() *cli.Command {
	return declare("merge", nil, merge,
		&cli.StringFlag{Name: "openings", Usage: "the `FILE` with the openings of a match from a book"},
		jsonFlag([]store.Part{}),
	)
}

func merge(c *cli.Context) error {
	parts, err := store.Merge(c.Args().First(), c.Args().Tail(), match.Openings(c.String("openings")))
	if err != nil {
		return err
	}
	return printText(c, parts, printed("merge", parts))
}
