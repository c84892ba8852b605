package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/internal/format"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

func mergeCommand() *cli.Command {
	return &cli.Command{
		Name:      "merge",
		Usage:     "put the shards of a run together",
		ArgsUsage: "OUT FOLDER [FOLDER...]",
		Description: `Makes the new folder OUT of the games in all FOLDERs, which must be parts of the same run, such as
the shards that --shard plays. A game that several folders have must be the same in all, and every
game is played over by the rules and has to begin with the opening of its place in the run. If
anything is wrong, nothing is written.

Then give the command of the run with --out OUT and without --shard: it plays the pairs that are
missing, if there are any, and writes the same report as a run on one machine.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "openings", Usage: "the `FILE` with the openings of a match from a book"},
			jsonFlag([]store.Part{}),
		},
		Action: merge,
	}
}

func merge(c *cli.Context) error {
	parts, err := store.Merge(c.Args().First(), c.Args().Tail(), match.Openings(c.String("openings")))
	if err != nil {
		return err
	}
	return printAnswer(c, answer{Value: parts, Text: func(w io.Writer) {
		for _, p := range parts {
			fmt.Fprintf(w, "%s: %s from %s%s\n", p.Path, format.Plural(p.Games, "game"), format.Plural(p.Folders, "folder"), missingPairs(p.Missing))
		}
	}})
}

// missingPairs names the first few missing pairs.
func missingPairs(list []store.Pair) string {
	const maxShown = 5
	if len(list) == 0 {
		return ""
	}
	var names []string
	for _, p := range list[:min(len(list), maxShown)] {
		names = append(names, fmt.Sprintf("%d.%d", p.Round, p.Number))
	}
	if len(list) > maxShown {
		names = append(names, "...")
	}
	return fmt.Sprintf("; %s missing (%s)", format.Plural(len(list), "pair"), strings.Join(names, ", "))
}
