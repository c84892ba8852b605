package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"bestiary/experiments/page"
	"bestiary/experiments/study"
	"bestiary/internal/files"
	"bestiary/internal/format"
)

func experimentsCommand() *cli.Command {
	cmd := declare("experiments", nil, nil)
	cmd.Subcommands = []*cli.Command{
		declare("experiments-list", nil, listExperiments, jsonFlag([]study.Listed{})),
		declare("experiments-show", nil, showExperiment, approximateFlag(),
			jsonFlag(ofForms(study.Figures{}, func(f *study.Form) any { return f.Plan })...)),
		runExperimentsCommand(),
		declare("experiments-index", nil, func(c *cli.Context) error {
			folder := c.Args().First()
			if pages, _ := filepath.Glob(filepath.Join(folder, "*", study.ResultFile)); len(pages) == 0 {
				return fmt.Errorf("experiments index: %s has no published pages", folder)
			}
			return writeIndex(c, folder)
		}),
	}
	return cmd
}

// ofForms lists for jsonFlag the output for claims and for each other form of study.
func ofForms(claims any, of func(*study.Form) any) []any {
	list := []any{claims}
	for _, f := range study.Forms()[1:] {
		list = append(list, fmt.Sprintf("Of %s %s", f.Article, f.Table), of(f))
	}
	return list
}

func listExperiments(c *cli.Context) error {
	var claims []study.Listed
	if c.Bool("json") { // with the numbers of games, which the games have to be read for
		var library study.Library
		for _, name := range study.Catalogue() {
			e, err := library.Find(name)
			if err != nil {
				return err
			}
			claims = append(claims, e.Listed())
		}
	}
	list, err := study.Overview()
	if err != nil {
		return err
	}
	width := 0
	for _, about := range list {
		width = max(width, len(about.ID)+2)
	}
	return printText(c, claims, func(w io.Writer) {
		for _, about := range list {
			printLabelled(w, about.ID, width, about.Asks)
		}
	})
}

// showExperiment describes the games and questions of a study.
func showExperiment(c *cli.Context) error {
	library := study.Library{Approximate: c.Bool("approximate")}
	s, err := library.Open(c.Args().First(), study.Options{})
	printWarnings(c, library.Warnings)
	if err != nil {
		return err
	}
	var plan any // which may take as long as the text
	var text string
	if c.Bool("json") {
		plan, err = s.Plan()
	} else {
		text, err = s.Show(textWidth)
	}
	if err != nil {
		return err
	}
	return printText(c, plan, func(w io.Writer) { io.WriteString(w, text) })
}

// writeIndex writes the index of the experiments published in a folder.
func writeIndex(c *cli.Context, dir string) error {
	path, err := study.WriteIndex(dir)
	if err == nil {
		fmt.Fprintf(c.App.ErrWriter, "published %s\n", path)
	}
	return err
}

// experimentsFolder is the default folder for runs and pages.
const experimentsFolder = runsFolder + "/experiments"

func runExperimentsCommand() *cli.Command {
	var o study.Options
	budget := &cli.DurationFlag{Name: "budget", Usage: "end --until-decided after `TIME` of play", DefaultText: "3h"}
	budget.Action = setting(&o.Budget)
	answers := ofForms([]study.Figures{}, func(f *study.Form) any { return f.Answer })
	answers = append(answers, "With --forecast", study.LeagueForecasts{})
	return declare("experiments-run", nil, func(c *cli.Context) error { return runExperiments(c, o) },
		aside(switchFlag("all", "run all experiments of the catalogue")),
		presetFlag("quick", "play a twentieth of the games", &o.Quick, true),
		numberFlag("precision", "play until values are within `X` pawns", &o.Precision, "off"),
		presetFlag("until-decided", "play what is cheapest to decide next until all is decided", &o.Until, true),
		budget,
		positiveFlag("pairs", "play `N` pairs of games in each run", &o.Pairs, "the files'"),
		&cli.StringFlag{Name: "out", Category: asideCategory, Usage: "keep runs and pages in `DIR`", DefaultText: experimentsFolder},
		aside(pathFlag("publish", "also write the pages to the folder `DIR`", "a folder")),
		approximateFlag(),
		workersFlag(),
		shardFlag(),
		hubFlag(),
		pngFlag(),
		jsonFlag(answers...),
		presetFlag("forecast", "write the forecasts of a league, without playing", &o.Forecast, true),
		presetFlag("open", "open what is locked in a league or an atlas, once", &o.Open, true),
		repeated("values", "compare a league with the values in `FILE.csv`"),
		aside(textFlag("results", "predict a league from the runs in `DIR`/GAME", &o.Results, "values that come with the program")),
	)
}

// chosenStudies reads the studies that the arguments name, or all claims of the catalogue.
func chosenStudies(c *cli.Context, o study.Options) ([]study.Study, error) {
	names := c.Args().Slice()
	switch {
	case c.Bool("all") && len(names) > 0:
		return nil, misused("experiments run: --all and %q, expected one of them", names[0])
	case c.Bool("all"):
		names = study.Catalogue()
	case len(names) == 0:
		return nil, misused("experiments run: expected the name of an experiment, the path of a file, or --all")
	case c.IsSet("precision") && !(o.Precision > 0):
		return nil, misused("--precision %v: expected a number above 0", o.Precision)
	case c.IsSet("budget") && (!o.Until || o.Budget <= 0):
		return nil, misused("--budget %v: expected a time above 0, with --until-decided", o.Budget)
	case o.Until && o.Scale != (study.Scale{}):
		return nil, misused("--until-decided together with --quick, --pairs or --precision, expected one of them: each says how much to play")
	}
	library := study.Library{Approximate: c.Bool("approximate")}
	list, err := library.OpenAll(names, o)
	printWarnings(c, library.Warnings)
	if wrong := study.Misuse(""); errors.As(err, &wrong) {
		err = misuse(err)
	}
	return list, err
}

func runExperiments(c *cli.Context, o study.Options) error {
	o.Values = c.StringSlice("values")
	list, err := chosenStudies(c, o)
	if err != nil {
		return err
	}
	publish := c.String("publish")
	isClaim := func(a study.About) bool { return a.Form.Table == "" }
	if publish != "" && isClaim(list[0].About()) { // before any game, check that the tables have a place
		if _, err := study.WriteIndex(publish); err != nil {
			return err
		}
	}
	folder := cmp.Or(c.String("out"), shardFolder(c, experimentsFolder))
	return playGames(c, folder, func(ctx context.Context, s *stage) (a answer, err error) {
		session := &study.Session{Folder: folder, Crew: s.Crew, Events: s.Show.Events(), Options: o}
		if o.Until { // the number of games is not known in advance
			session.Events.PartStarts = s.Show.Part
		}
		games, err := session.Games(list)
		if err != nil {
			return a, err
		}
		s.Show.SetTotal(games)
		outcomes, err := session.Run(ctx, list, func(undecided int) { s.Show.Say("%s undecided", format.Plural(undecided, "hypothesis")) })
		var text strings.Builder
		for _, out := range outcomes {
			about := out.About()
			path, err := out.Write(session.Own(about), studyOrigin(c, about, nil))
			if err != nil {
				return a, err
			}
			found := out.Text(textWidth)
			if verdict, _, _ := strings.Cut(found, "\n"); isClaim(about) {
				s.Show.Say("%s", verdict)
			}
			text.WriteString(found)
			if path != "" {
				fmt.Fprintf(&text, "\npage %s\n", path)
			}
			if isClaim(about) {
				text.WriteString("\n")
			}
		}
		if err == nil && publish != "" {
			err = publishStudies(c, session, publish, outcomes)
		}
		a = answer{Value: outcomes, Text: func(w io.Writer) { io.WriteString(w, text.String()) }}
		if len(outcomes) == 1 && !isClaim(outcomes[0].About()) {
			a.Value = outcomes[0]
		}
		return a, err
	})
}

// studyOrigin returns the origin of the page of a study, with some flags replaced. Its argument is
// the ID of the study or the path of its file.
func studyOrigin(c *cli.Context, about study.About, other map[string]string) page.Run {
	name := about.ID
	for _, arg := range c.Args().Slice() {
		if strings.TrimSuffix(filepath.Base(arg), ".toml") == strings.TrimSuffix(about.ID, "-quick") {
			name = arg
		}
	}
	return origin(c, []string{name}, other)
}

// publishStudies writes the pages into another folder, with the time they took. If
// there was a budget, the command on the page gets a budget of whole hours that covers all
// games, including games of earlier calls.
func publishStudies(c *cli.Context, session *study.Session, dir string, outcomes []study.Outcome) error {
	claims := false
	for _, out := range outcomes {
		about := out.About()
		enough := out.Time().Truncate(time.Hour) + time.Hour
		info := studyOrigin(c, about, map[string]string{"budget": enough.String()})
		info.Time = out.Time()
		folder := filepath.Join(dir, about.ID)
		_, err := out.Write(folder, info)
		if err != nil {
			return err
		}
		switch games, err := os.ReadFile(filepath.Join(session.Own(about), page.SampleFile)); {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return err
		default:
			if _, err := files.Write(folder, files.File{Name: page.SampleFile, Data: games}); err != nil {
				return err
			}
		}
		if about.Form.Table == "" {
			claims = true
			continue
		}
		fmt.Fprintf(c.App.ErrWriter, "published %s\n", folder)
	}
	if claims {
		return writeIndex(c, dir)
	}
	return nil
}
