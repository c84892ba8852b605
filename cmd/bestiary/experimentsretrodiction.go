package main

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"bestiary/experiments/balance"
	"bestiary/experiments/retrodiction"
	"bestiary/internal/format"
)

// retrodictionPlan is what show prints of a retrodiction.
type retrodictionPlan struct {
	Settings *retrodiction.Settings `json:"settings"`
	SHA256   string                 `json:"sha256"`
	// Each is the plan of one game, with Games games; Positions is the number that is searched
	// for all games.
	Each      *balance.Plan `json:"each"`
	Positions float64       `json:"positions"`
}

// showRetrodiction says what a retrodiction plays, and what it costs.
func showRetrodiction(c *cli.Context, name string) error {
	s, err := retrodiction.Open(name)
	if err != nil {
		return err
	}
	each, err := s.Plan()
	if err != nil {
		return err
	}
	positions, err := s.Positions()
	if err != nil {
		return err
	}
	p := retrodictionPlan{s, s.Hash(), each, positions}
	if c.Bool("json") {
		return printJSON(c, p)
	}
	out := c.App.Writer
	fmt.Fprintf(out, "Does the balance of a game tell its fate?\n\n")
	printLabelled(out, "", 2, s.String())
	for _, k := range s.Known {
		printLabelled(out, "  - "+k.Name, 25, fmt.Sprintf("(%s) %s", k.Group, k.Says))
	}
	fmt.Fprintf(out, "\n%s\nAll games together search about %s positions.\nSHA-256 %s\n", p.Each.Table().Text(textWidth), format.Short(uint64(p.Positions)), p.SHA256)
	return nil
}

// runRetrodiction plays the games of a retrodiction and compares them with what is known.
func runRetrodiction(c *cli.Context, name string) error {
	s, err := retrodiction.Open(name)
	if err != nil {
		return err
	}
	if c.Bool("quick") {
		s = s.Quick()
	}
	return playSuite(c, s.ID, func(ctx context.Context, own string, run *stage) (a answer, err error) {
		run.Show.SetTotal(s.Games(run.Crew))
		res, err := retrodiction.Run(ctx, s, own, run.Crew, run.Show.Events())
		if err != nil {
			return a, err
		}
		return writeSuite(c, s.ID, name, own, res.Figures())
	})
}
