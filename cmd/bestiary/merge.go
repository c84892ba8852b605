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
