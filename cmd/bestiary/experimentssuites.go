package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"bestiary/experiments/atlas"
	"bestiary/experiments/league"
	"bestiary/experiments/page"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/toml"
)

// suite is a kind of experiment with games, rules of judgement and a page of its own. Its file has a
// table of its name.
type suite struct {
	name, article string
	asks          string // in a list of experiments
	run, show     func(c *cli.Context, arg string) error
	// takes lists which flags it takes.
	takes []string
}

var suites = []suite{
	{league.Name, "a", "How well values predict matches that no fit has seen", runLeague, showLeague, []string{"forecast", "open", "values", "results"}},
	{atlas.Name, "an", "What pieces are worth, and a formula for it", runAtlas, showAtlas, []string{"open"}},
}

// is reports whether an argument names the suite that comes with the program, or a file with one.
func (s suite) is(arg string) bool {
	if arg == s.name {
		return true
	}
	data, err := files.Read(arg, toml.MaxFileSize)
	if err != nil {
		return false
	}
	f, err := toml.Open(arg, data)
	return err == nil && f.Root().Has(s.name)
}

// suiteOf returns the suite that the arguments are about, nil if they are experiments. A suite is run alone,
// with the flags that it takes.
func suiteOf(c *cli.Context, args []string) (*suite, error) {
	i := slices.IndexFunc(suites, func(s suite) bool { return slices.ContainsFunc(args, s.is) })
	if i >= 0 && len(args) > 1 {
		s := suites[i]
		return nil, misused("experiments run: %s %s and %s, expected the %s alone", s.article, s.name, format.Plural(len(args)-1, "more experiment"), s.name)
	}
	for _, flag := range []string{"all", "quick", "pairs", "precision", "until-decided", "budget"} {
		if i >= 0 && c.IsSet(flag) && !slices.Contains(suites[i].takes, flag) {
			return nil, misused("--%s is not for %s %s, whose file says how much is played", flag, suites[i].article, suites[i].name)
		}
	}
	for _, flag := range []string{"forecast", "open", "values", "results"} {
		if c.IsSet(flag) && (i < 0 || !slices.Contains(suites[i].takes, flag)) {
			var takers []string
			for _, s := range suites {
				if slices.Contains(s.takes, flag) {
					takers = append(takers, s.article+" "+s.name)
				}
			}
			return nil, misused("--%s needs %s", flag, format.List(takers, "or"))
		}
	}
	if i < 0 {
		return nil, nil
	}
	return &suites[i], nil
}

// experimentsOut returns the folder for runs and pages.
func experimentsOut(c *cli.Context) string {
	return cmp.Or(c.String("out"), shardFolder(c, experimentsFolder))
}

// playSuite plays a suite in its own folder.
func playSuite(c *cli.Context, id string, play func(ctx context.Context, own string, run *stage) (answer, error)) error {
	folder := experimentsOut(c)
	return playGames(c, folder, func(ctx context.Context, run *stage) (answer, error) {
		return play(ctx, filepath.Join(folder, id), run)
	})
}

// figures are the results of a suite.
type figures interface {
	// Write writes a page into a folder and returns its path.
	Write(folder string, run page.Run) (string, error)
	Text(width int) string
}

// writeSuite writes the results of a suite into its own folder and into that of --publish.
func writeSuite(c *cli.Context, id, arg, own string, f figures) (a answer, err error) {
	info := origin(c, []string{arg}, nil)
	page, err := f.Write(own, info)
	if dir := c.String("publish"); err == nil && dir != "" {
		if _, err = f.Write(filepath.Join(dir, id), info); err != nil {
			return a, err
		}
		fmt.Fprintf(c.App.ErrWriter, "published %s\n", filepath.Join(dir, id))
	}
	return answer{Value: f, Text: func(w io.Writer) { fmt.Fprintf(w, "%s\npage %s\n", f.Text(textWidth), page) }}, err
}
