package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"bestiary/experiments/atlas"
	"bestiary/experiments/league"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/experiments/retrodiction"
	"bestiary/experiments/study"
	"bestiary/internal/format"
	"bestiary/selfplay/match"
)

func runExperimentsCommand() *cli.Command {
	return &cli.Command{
		Name:      "run",
		Usage:     "play the games of experiments and judge the claims",
		ArgsUsage: "[EXPERIMENT...]",
		Description: `A verdict is supported, contradicted or undecided, with the number that decides and its interval; for
an undecided hypothesis it says how many games would decide it. Questions of our own, which the author
does not raise, are answered by yes or no and do not count for the verdict. Each experiment gets a page,
study.html and study.md, in its own folder inside --out; the games are
kept in the folder runs inside --out. Runs that experiments share are played once. Give the same command again to
continue a run that was interrupted.

--quick plays a twentieth of the games, which decides little; --pairs N plays N pairs in each run;
--precision X plays for values until they are known to within X pawns. --until-decided begins with short
runs and then plays whatever is cheapest to decide next, until all is decided or --budget is spent; the
same command goes on from there. Its intervals are wider, since it looks at the results repeatedly.

The experiment league, or a file with a table [league], predicts matches from published values, plays
them and scores the forecasts. --forecast writes the forecasts with their hash and plays nothing;
without it they are written before the first game. --open opens the locked third, once, when all
matches are played; --values FILE.csv adds a table of values to compare with.

The experiment retrodiction, or a file with a table [retrodiction], measures who wins in designs whose
balance is known, and says where the result agrees. The experiment atlas, or a file with a table
[atlas], measures a list of pieces made by rules and tests the formula for their values; --open opens
the locked third, once.

--publish DIR also writes the pages to DIR, each with the time it took, and the tables of verdicts to
DIR/README.md, DIR/claims.md, DIR/questions.md and DIR/readings.md.`,
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "all", Category: aside, Usage: "run all experiments of the catalogue", DisableDefaultText: true},
			&cli.BoolFlag{Name: "quick", Usage: "play a twentieth of the games", DisableDefaultText: true},
			&cli.Float64Flag{Name: "precision", Usage: "play until values are within `X` pawns", DefaultText: "off"},
			&cli.BoolFlag{Name: "until-decided", Usage: "play what is cheapest to decide next until all is decided", DisableDefaultText: true},
			&cli.DurationFlag{Name: "budget", Usage: "end --until-decided after `TIME` of play", DefaultText: "3h"},
			countFlag("pairs", "play `N` pairs of games in each run", "the files'"),
			&cli.StringFlag{Name: "out", Category: aside, Usage: "keep runs and pages in `DIR`", DefaultText: experimentsFolder},
			&cli.StringFlag{Name: "publish", Category: aside, Usage: "also write the pages to the folder `DIR`"},
			approximateFlag(),
			workersFlag(),
			shardFlag(),
			hubFlag(),
			pngFlag(),
			jsonFlag([]study.Figures{}, "Of a league", league.Figures{}, "With --forecast", leagueForecasts{}, "Of a retrodiction", retrodiction.Figures{}, "Of an atlas", atlas.Figures{}),
		}, suiteFlags()...),
		Action: runExperiments,
	}
}

// experimentsFolder is the default folder for runs and pages.
const experimentsFolder = "runs/experiments"

// chosenExperiments returns the experiments given by the arguments, or all of them.
func chosenExperiments(c *cli.Context, names []string) ([]*study.Experiment, error) {
	switch {
	case c.Bool("all") && len(names) > 0:
		return nil, misused("experiments run: --all and %q, expected one of them", names[0])
	case c.Bool("all"):
		names = study.Catalogue()
	case len(names) == 0:
		return nil, misused("experiments run: expected the name of an experiment, the path of a file, or --all")
	}
	var list []*study.Experiment
	library := study.Library{Approximate: c.Bool("approximate"), Others: suiteNames()}
	taken := map[string]string{}
	for _, name := range names {
		e, err := library.Resolve(name)
		if err != nil {
			return nil, err
		}
		if other, ok := taken[e.ID]; ok {
			return nil, misused("experiments run: %s and %s are both called %s, expected names that differ", other, name, e.ID)
		}
		taken[e.ID] = name
		list = append(list, e)
	}
	printWarnings(c, library.Warnings)
	return list, nil
}

// experimentScale reads the flags for the amount of play.
func experimentScale(c *cli.Context) (study.Scale, error) {
	s := study.Scale{Quick: c.Bool("quick"), Pairs: c.Int("pairs"), Precision: c.Float64("precision")}
	if err := atLeastOne(c, "pairs"); err != nil {
		return s, err
	}
	if c.IsSet("precision") && !(s.Precision > 0) {
		return s, misused("--precision %v: expected a number above 0", s.Precision)
	}
	if c.IsSet("publish") && c.String("publish") == "" {
		return s, misused(`--publish "": expected a folder`)
	}
	if c.Bool("until-decided") && s != (study.Scale{}) {
		return s, misused("--until-decided together with --quick, --pairs or --precision, expected one of them: each says how much to play")
	}
	if c.IsSet("budget") && (!c.Bool("until-decided") || c.Duration("budget") <= 0) {
		return s, misused("--budget %v: expected a time above 0, with --until-decided", c.Duration("budget"))
	}
	if err := checkRunFlags(c); err != nil {
		return s, err
	}
	return s, misuse(s.Validate())
}

func runExperiments(c *cli.Context) error {
	names := c.Args().Slice()
	if s, err := suiteOf(c, names); err != nil {
		return err
	} else if s != nil {
		if err := checkRunFlags(c); err != nil {
			return err
		}
		return s.run(c, names[0])
	}
	list, err := chosenExperiments(c, names)
	if err != nil {
		return err
	}
	scale, err := experimentScale(c)
	if err != nil {
		return err
	}
	if dir := c.String("publish"); dir != "" { // before any game, see that the tables have a place
		if _, err := study.WriteIndex(dir); err != nil {
			return err
		}
	}
	folder := cmp.Or(c.String("out"), shardFolder(c, experimentsFolder))
	return playGames(c, folder, func(ctx context.Context, run *stage) (a answer, err error) {
		runner := &study.Runner{Folder: folder, Crew: run.Crew, Scale: scale}
		run.Show.SetTotal(runner.Games(list))
		runner.Events = run.Show.Events()
		if c.Bool("until-decided") { // nobody knows how many games there will be
			runner.Events.PartStarts = run.Show.Part
		}
		results, partial, err := runList(ctx, c, runner, list, run.Show)
		for _, res := range results {
			info := experimentOrigin(c, res.Experiment, nil)
			if _, err := res.Write(filepath.Join(folder, res.Experiment.ID), info); err != nil {
				return a, err
			}
			run.Show.Say("%s: %s", res.Experiment.ID, doc.Verdict(string(res.Verdict)).Text)
		}
		if err := cmp.Or(err, partial); err != nil {
			return a, err
		}
		if dir := c.String("publish"); dir != "" {
			if err := publishExperiments(c, dir, results); err != nil {
				return a, err
			}
		}
		return answer{Value: results, Text: func(w io.Writer) { printResults(w, results, folder) }}, nil
	})
}

// runList runs experiments; with --until-decided, until all are decided. Partial reports
// that some experiments lack games of other shards.
func runList(ctx context.Context, c *cli.Context, runner *study.Runner, list []*study.Experiment, show *progress) (results []*study.Result, partial, err error) {
	if c.Bool("until-decided") {
		results, err = runner.Until(ctx, list, cmp.Or(c.Duration("budget"), usualBudget), func(undecided int) {
			show.Say("%s undecided", format.Plural(undecided, "hypothesis"))
		})
		return results, nil, err
	}
	for _, e := range list {
		res, err := runner.Run(ctx, e)
		switch {
		case errors.Is(err, match.ErrPartial):
			partial = err
		case err != nil:
			return results, partial, err
		default:
			results = append(results, res)
		}
	}
	return results, partial, nil
}

// usualBudget is the default of --budget.
const usualBudget = 3 * time.Hour

// experimentOrigin returns the origin of a single experiment, with some flags replaced.
// Its argument is the ID of the experiment or the path of its file.
func experimentOrigin(c *cli.Context, e *study.Experiment, other map[string]string) page.Run {
	name := e.ID
	for _, arg := range c.Args().Slice() {
		if strings.TrimSuffix(filepath.Base(arg), ".toml") == e.ID {
			name = arg
		}
	}
	return origin(c, []string{name}, other)
}

// publishExperiments writes the pages into another folder, with the time they took. If
// there was a budget, the command on the page gets a budget of whole hours that covers all
// games, including games of earlier calls.
func publishExperiments(c *cli.Context, dir string, results []*study.Result) error {
	for _, res := range results {
		enough := res.Time().Truncate(time.Hour) + time.Hour
		info := experimentOrigin(c, res.Experiment, map[string]string{"budget": enough.String()})
		info.Time = res.Time()
		if _, err := res.Write(filepath.Join(dir, res.Experiment.ID), info); err != nil {
			return err
		}
	}
	return writeIndex(c, dir)
}
