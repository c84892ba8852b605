package design

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/cmd/bestiary/command"
	"bestiary/experiments/atlas"
	"bestiary/experiments/league"
	"bestiary/experiments/present/answer"
	"bestiary/experiments/retrodiction"
	"bestiary/internal/format"
)

// leagueFlags are the flags of experiments run for a league alone.
func leagueFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "foretell", Usage: "write the forecasts of a league, without playing", DisableDefaultText: true},
		&cli.BoolFlag{Name: "open", Usage: "open what is locked in a league or an atlas, once", DisableDefaultText: true},
		command.Repeated("values", "compare a league with the values in `FILE.csv`"),
		&cli.StringFlag{Name: "results", Category: command.Aside, Usage: "foretell a league from the runs in `DIR`/GAME", DefaultText: "results"},
	}
}

// leagueForecasts is what --foretell prints.
type leagueForecasts struct {
	Forecasts string `json:"forecasts"` // their file
	SHA256    string `json:"sha256"`
	Matches   int    `json:"matches"`
	Games     int    `json:"games"` // to be played
}

// suiteOf returns what runs the arguments if they are no experiments, nil if they are.
func suiteOf(c *cli.Context, names []string) (func(*cli.Context, string) error, error) {
	if yes, err := isLeague(c, names); err != nil || yes {
		return runLeague, err
	}
	if yes, err := isSuite(c, names, "a retrodiction", retrodiction.Is, "all", "pairs", "precision", "until-decided", "budget"); err != nil || yes {
		return runRetrodiction, err
	}
	if yes, err := isSuite(c, names, "an atlas", atlas.Is, "all", "quick", "pairs", "precision", "until-decided", "budget"); err != nil || yes {
		return runAtlas, err
	}
	return nil, nil
}

// suiteFigures is what a suite found.
type suiteFigures interface {
	// Write writes a page into a folder and returns its path.
	Write(folder string, run answer.Run) (string, error)
	Text(width int) string
}

// writeSuite writes what a suite found into its own folder and the one of --publish.
func writeSuite(c *cli.Context, id, name, own string, figures suiteFigures) (a command.Answer, err error) {
	info := command.Origin(c, []string{name}, nil)
	page, err := figures.Write(own, info)
	if dir := c.String("publish"); err == nil && dir != "" {
		if _, err = figures.Write(filepath.Join(dir, id), info); err != nil {
			return a, err
		}
		fmt.Fprintf(c.App.ErrWriter, "published %s\n", filepath.Join(dir, id))
	}
	return command.Answer{Value: figures, Text: func(w io.Writer) { fmt.Fprintf(w, "%s\npage %s\n", figures.Text(command.TextWidth), page) }}, err
}

// isLeague reports whether the arguments are about a league. Its flags are for it alone.
func isLeague(c *cli.Context, names []string) (bool, error) {
	yes, err := isSuite(c, names, "a league", league.Is, "all", "quick", "pairs", "precision", "until-decided", "budget")
	for _, name := range []string{"foretell", "open", "values", "results"} {
		if name == "open" && slices.ContainsFunc(names, atlas.Is) {
			continue
		}
		if err == nil && !yes && c.IsSet(name) {
			err = command.Misused("--%s needs a league, as in experiments run %s", name, league.Name)
		}
	}
	return yes, err
}

// isSuite reports whether the arguments are about a file of another kind than an experiment,
// which is run alone and without some flags.
func isSuite(c *cli.Context, names []string, what string, is func(string) bool, without ...string) (bool, error) {
	yes := slices.ContainsFunc(names, is)
	if yes && len(names) > 1 {
		return yes, command.Misused("experiments run: %s and %s, expected the %s alone", what, format.Plural(len(names)-1, "more experiment"), what[strings.Index(what, " ")+1:])
	}
	for _, name := range without {
		if yes && c.IsSet(name) {
			return yes, command.Misused("--%s is not for %s, whose file says how much is played", name, what)
		}
	}
	return yes, nil
}

// showLeague says what a league plays.
func showLeague(c *cli.Context, name string) error {
	s, err := league.Open(name)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return command.PrintJSON(c, s)
	}
	out := c.App.Writer
	fmt.Fprintf(out, "How well the values of %s foretell\n\n", format.List(s.Games, "and"))
	command.PrintLabelled(out, "", 2, s.String())
	return nil
}

// runLeague foretells, plays and scores a league.
func runLeague(c *cli.Context, name string) error {
	if err := command.CheckRunFlags(c); err != nil {
		return err
	}
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
	folder := cmp.Or(c.String("out"), command.ShardFolder(c, experimentsFolder))
	return command.Play(c, folder, func(ctx context.Context, run *command.Run) (a command.Answer, err error) {
		own := filepath.Join(folder, s.ID)
		f, err := league.Foretell(s, own, cmp.Or(c.String("results"), "results"))
		if err != nil {
			return a, err
		}
		if c.Bool("foretell") {
			v := leagueForecasts{filepath.Join(own, league.ForecastsFile), f.Hash(), len(f.Matches), f.Games(run.Crew)}
			return command.Answer{Value: v, Text: func(w io.Writer) {
				fmt.Fprintf(w, "%s are foretold in %s\nSHA-256 %s\nnow bestiary experiments run %s plays %s\n", format.Plural(v.Matches, "match"), v.Forecasts, v.SHA256, name, format.Plural(v.Games, "game"))
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
