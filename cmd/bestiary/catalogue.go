package main

import (
	"github.com/urfave/cli/v2"

	"bestiary/engine/variant"
)

// catalogueEntry is a game as show --json lists it.
type catalogueEntry struct {
	Name   string   `json:"name"`
	Title  string   `json:"title"`
	Files  int      `json:"files"`
	Ranks  int      `json:"ranks"`
	Pieces []string `json:"pieces"`
}

// listGames lists the games of the catalogue or, with --rules, the options of a game.
func listGames(c *cli.Context) error {
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
}
