package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"bestiary/experiments/league"
	"bestiary/internal/format"
)

// leagueForecasts is what --forecast prints.
type leagueForecasts struct {
	Forecasts string `json:"forecasts"` // their file
	SHA256    string `json:"sha256"`
	Matches   int    `json:"matches"`
	Games     int    `json:"games"` // to be played
}

// showLeague says what a league plays.
func showLeague(c *cli.Context, name string) error {
	s, err := league.Open(name)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c, s)
	}
	out := c.App.Writer
	fmt.Fprintf(out, "How well the values of %s predict matches\n\n", format.List(s.Games, "and"))
	printLabelled(out, "", 2, s.String())
	return nil
}

// runLeague predicts, plays and scores a league.
func runLeague(c *cli.Context, name string) error {
	s, err := league.Open(name)
	if err != nil {
		return err
	}
	tables, err := s.Tables()
	if err != nil {
		return err
	}
	for _, path := range c.StringSlice("values") {
		t, err := s.ReadTable(path)
		if err != nil {
			return fmt.Errorf("--values: %w", err)
		}
		tables = append(tables, t)
	}
	return playSuite(c, s.ID, func(ctx context.Context, own string, run *stage) (a answer, err error) {
		f, err := league.Predict(s, own, c.String("results"))
		if err != nil {
			return a, err
		}
		if c.Bool("forecast") {
			v := leagueForecasts{filepath.Join(own, league.ForecastsFile), f.Hash(), len(f.Matches), f.Games(run.Crew)}
			return answer{Value: v, Text: func(w io.Writer) {
				fmt.Fprintf(w, "%s are predicted in %s\nSHA-256 %s\nnow bestiary experiments run %s plays %s\n", format.Plural(v.Matches, "match"), v.Forecasts, v.SHA256, name, format.Plural(v.Games, "game"))
			}}, nil
		}
		if c.Bool("open") {
			if err := f.Complete(); err != nil {
				return a, err
			}
		}
		run.Show.SetTotal(f.Games(run.Crew))
		res, err := f.Play(ctx, run.Crew, run.Show.Events())
		if err == nil && c.Bool("open") {
			err = res.Open()
		}
		if err != nil {
			return a, err
		}
		figures := res.Figures(tables)
		return writeSuite(c, s.ID, name, own, &figures)
	})
}
