package main

import (
	"github.com/urfave/cli/v2"

	"bestiary/engine/variant"
)

// catalogueEntry is a game as variants --json lists it.
type catalogueEntry struct {
	Name   string   `json:"name"`
	Title  string   `json:"title"`
	Files  int      `json:"files"`
	Ranks  int      `json:"ranks"`
	Pieces []string `json:"pieces"`
}

func variantsCommand() *cli.Command {
	return declare("variants", nil, func(c *cli.Context) error {
		if c.Bool("rules") {
			options := variant.Options()
			return printText(c, options, printed("options", options))
		}
		entries := []catalogueEntry{}
		for _, name := range variant.Catalogue() {
			v, err := variant.Find(name)
			if err != nil {
				return err
			}
			entry := catalogueEntry{Name: name, Title: v.Title, Files: v.Files, Ranks: v.Ranks, Pieces: []string{}}
			for _, p := range v.Pieces {
				entry.Pieces = append(entry.Pieces, p.Name)
			}
			entries = append(entries, entry)
		}
		return printText(c, entries, printedTable("catalogue", entries))
	},
		switchFlag("rules", "list the options for --rule and their values"),
		jsonFlag([]catalogueEntry{}, "With --rules", []variant.Option{}),
	)
}
