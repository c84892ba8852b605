package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/variant"
	"bestiary/experiments/page/doc"
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
			return listOptions(c)
		}
		return listCatalogue(c)
	},
		switchFlag("rules", "list the options for --rule and their values"),
		jsonFlag([]catalogueEntry{}, "With --rules", []variant.Option{}),
	)
}

func listCatalogue(c *cli.Context) error {
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
	if c.Bool("json") {
		return printJSON(c, entries)
	}
	var t doc.Table
	for _, e := range entries {
		board := fmt.Sprintf("%d x %d squares; %s", e.Files, e.Ranks, strings.Join(e.Pieces, ", "))
		t.Rows = append(t.Rows, doc.Row(e.Name, e.Title), doc.Row("", board))
	}
	fmt.Fprint(c.App.Writer, t.Text(textWidth))
	return nil
}

func listOptions(c *cli.Context) error {
	entries := variant.Options()
	if c.Bool("json") {
		return printJSON(c, entries)
	}
	for _, e := range entries {
		fmt.Fprintln(c.App.Writer, e.Name)
		printLabelled(c.App.Writer, "", 4, e.Doc)
		printLabelled(c.App.Writer, "    values: ", 12, e.Values)
	}
	fmt.Fprintln(c.App.Writer)
	printLabelled(c.App.Writer, "", 0, "An option is set with --rule NAME=VALUE where it has a meaning in the game. "+
		"bestiary show GAME shows its options and their values.")
	return nil
}
