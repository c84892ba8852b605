package main

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"bestiary/experiments/atlas"
)

// showAtlas says which pieces an atlas measures, and what it costs.
func showAtlas(c *cli.Context, name string) error {
	s, err := atlas.Open(name)
	if err != nil {
		return err
	}
	p, err := s.Plan()
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c, p)
	}
	out := c.App.Writer
	fmt.Fprintf(out, "What pieces are worth, and a formula for it\n\n")
	printLabelled(out, "", 2, p.String())
	fmt.Fprintf(out, "\n%s\nhash of the list %s\n", p.Table().Text(textWidth), p.Hash)
	return nil
}

// runAtlas measures the pieces of an atlas.
func runAtlas(c *cli.Context, name string) error {
	s, err := atlas.Open(name)
	if err != nil {
		return err
	}
	return playSuite(c, s.ID, func(ctx context.Context, own string, run *stage) (a answer, err error) {
		games, err := s.Games(run.Crew)
		if err != nil {
			return a, err
		}
		run.Show.SetTotal(games)
		res, err := atlas.Run(ctx, s, own, run.Crew, run.Show.Events())
		if err == nil && c.Bool("open") {
			err = res.Open()
		}
		if err != nil {
			return a, err
		}
		return writeSuite(c, s.ID, name, own, res.Figures())
	})
}
