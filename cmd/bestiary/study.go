package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/variant"
	"bestiary/experiments/advise"
	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/experiments/study"
	"bestiary/internal/format"
)

// studyJSON is the output of study --json.
type studyJSON struct {
	Game   string `json:"game"`
	Folder string `json:"folder"`
	// Values are as in estimate --json; null if they are not asked, or if NoValues says why there are none.
	Values   *estimate.Figures `json:"values"`
	NoValues string            `json:"no-values,omitempty"`
	// Balance says who wins, as bestiary balance does; null if it is not asked.
	Balance *balance.Result `json:"balance"`
	// Games is the number of games from the array in which faults were looked for, and Checks has what was found.
	Games  int            `json:"games"`
	Checks []advise.Check `json:"checks"`
	// NotAsked has the checks that have no meaning in the game, each with the reason.
	NotAsked []string `json:"not-asked"`
	// Notes names the pieces that never come into the game.
	Notes []string `json:"notes,omitempty"`
	// Trades says what to give for a piece; those with a match were played.
	Trades []*advise.Trade `json:"trades"`
	// More says what four times as many games would tell.
	More *advise.More `json:"more"`
}

func studyCommand() *cli.Command {
	cfg := advise.DefaultStudy()
	about := map[string]any{"Questions": format.List(advise.Questions(), "and"), "Nodes": cfg.Nodes}
	ofOne := ofGame(func(c *cli.Context, g *rules.Game) error {
		cfg.Seed = c.Uint64("seed")
		if err := cfg.Validate(); err != nil {
			return misuse(err)
		}
		return runStudy(c, g, cfg)
	})
	return declare("study", about, func(c *cli.Context) error {
		if !study.Describes(c.Args().First()) {
			return ofOne(c)
		}
		const alone = "--%s is for a game; the file of an experiment says what is played"
		if err := refuse(c, alone, "for", "steps", "ask", "nodes", "seed", "rule"); err != nil {
			return err
		}
		return runExperiments(c, study.Options{})
	},
		readFlag("for", "play for the time `T`, such as 10m or 1h", cfg.For.String(), func(text string) (err error) {
			cfg.For, err = readTime("for", text)
			return err
		}),
		readFlag("steps", "take `V,B,T` steps of each question", "by the time", func(text string) error {
			cfg.Steps = &advise.Steps{}
			into := []*int{&cfg.Steps.Values, &cfg.Steps.Balance, &cfg.Steps.Trades}
			return wholeNumbers("steps", text, "V,B or V,B,T", into[:2+min(1, strings.Count(text, ",")/2)]...)
		}),
		listFlag("ask", "answer the questions `Q,...`", &cfg.Ask, "all"),
		countFlag("nodes", "search `N` positions a move", &cfg.Nodes),
		folderFlag(), seedFlag(), workersFlag(), pngFlag(),
		ruleFlag(), approximateFlag(),
		jsonFlag(studyJSON{}),
	)
}

func runStudy(c *cli.Context, g *rules.Game, cfg advise.StudyConfig) error {
	folder, was, err := advise.Home(runFolder(c, g.Variant, studyKind))
	if err != nil {
		return err
	}
	if was > 0 {
		fmt.Fprintf(c.App.ErrWriter, "note: revision %d of the engine has played before; the games of this one, %d, go into %s\n",
			was, search.Revision, folder)
	}
	return playPlanned(c, folder, nil, func(ctx context.Context, s *stage) (finding, error) {
		res, err := advise.RunStudy(ctx, g, cfg, folder, s.Crew, s.Show.PartEvents())
		if err != nil {
			return finding{}, err
		}
		out := studyJSON{
			Game: g.Variant.Name, Folder: folder, NoValues: res.NoValues,
			Checks: []advise.Check{}, NotAsked: []string{}, Notes: res.Notes(), Trades: res.Trades, More: res.More(),
		}
		if res.Values != nil && cfg.Asks(advise.AskValues) {
			figures, err := res.Values.Figures()
			if err != nil {
				return finding{}, err
			}
			out.Values = &figures
		}
		if cfg.Asks(advise.AskBalance) {
			out.Balance = res.Balance
		}
		if cfg.Asks(advise.AskFaults) {
			out.Games, out.Checks, out.NotAsked = res.Games.Played, res.Checks(), res.NotAsked()
		}
		return finding{out, res.Text(textWidth), res.Write}, nil
	})
}

// studyKind is the kind of the folder of a study, which is the home of a game.
const studyKind = "study"

// usualHome returns the folder of the study of a game where no flag names another.
func usualHome(v *variant.Variant) string {
	path := usualFolder(v, studyKind, 1)
	if folder, _, err := advise.Home(path); err == nil {
		return folder
	}
	return path
}
