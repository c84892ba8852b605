package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/experiments/mend"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/selfplay/match"
)

func balanceCommand() *cli.Command {
	defaults := balance.Default()
	return &cli.Command{
		Name:      "balance",
		Usage:     "say who wins a game, at several strengths of play",
		ArgsUsage: "GAME",
		Description: fmt.Sprintf(`Plays the game from its array at several numbers of nodes a move, and draws the score of the
first player over them or, where the sides begin differently, the score of an army whichever
side moves first. The verdict at each strength is fair, leans to a side, or cannot tell, with a
margin of %g percentage points. A curve goes through the strengths; it is drawn on to four times the
nodes of the last, and says that nobody has played there. docs/balance.md explains it.

--pairs is the number of pairs at the lowest number of nodes; with four times as many there
are half as many pairs. The games are divided among players with the tuned weights, with those
of the mobility prior, and with weights changed at random; --player adds another program with a
curve of its own. Give the same command again to continue a run that was interrupted; with more
pairs it grows. The report is report.html and report.md; its numbers are in balance.csv.

--mend looks for the smallest edit that makes the game as designed fair: of the kinds %s. All edits race in fast games;
the best three play fresh games until one is confirmed. It takes ten minutes to an hour. The game is
mended.toml, the numbers are in mend.csv.`, 100*defaults.Margin, format.List(mend.Kinds(), "and")),
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "quick", Usage: "measure in about a minute", DisableDefaultText: true},
			&cli.StringFlag{Name: "strengths", Usage: "search `N,...` positions", DefaultText: nodesText(defaults.Strengths)},
			&cli.Float64Flag{Name: "margin", Usage: "call a score within `X` of one half fair", DefaultText: fmt.Sprint(defaults.Margin)},
			&cli.StringFlag{Name: "of", Usage: "score of `SIDE`: first or army", DefaultText: "by the armies"},
			&cli.StringFlag{Name: "panel", Usage: "divide games among the players `P,...`", DefaultText: "all"},
			repeated("player", "give a `PLAYER` of match a curve of its own"),
			&cli.Float64Flag{Name: "level", Usage: "give intervals of confidence `X`", DefaultText: fmt.Sprint(defaults.Level)},
			&cli.BoolFlag{Name: "plan", Usage: "say what precision to expect, and play nothing", DisableDefaultText: true},
			&cli.BoolFlag{Name: "mend", Usage: "look for the smallest edit that makes it fair", DisableDefaultText: true},
			&cli.StringFlag{Name: "target", Usage: "mend for `T`: score, draws<=X or length<=N", DefaultText: "score"},
			&cli.StringFlag{Name: "edits", Usage: "mend by edits of the kinds `K,...`", DefaultText: "all"},
			pngFlag(),
		}, slices.DeleteFunc(runFlags(defaults.Play.Pairs, "", defaults.Play.RandomPlies,
			balance.Result{}, "With --plan", balance.Plan{}, "With --mend", mend.Result{}, "With --mend and --plan", mend.Plan{}), func(f cli.Flag) bool { return f.Names()[0] == "nodes" })...),
		Action: ofGame(runBalance),
	}
}

// nodesText lists numbers as --strengths takes them.
func nodesText(list []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(list), "[]"), " ", ",")
}

func runBalance(c *cli.Context, g *rules.Game) error {
	if c.Bool("mend") {
		return runMend(c, g)
	}
	for _, name := range []string{"target", "edits"} {
		if c.IsSet(name) {
			return misused("--%s needs --mend", name)
		}
	}
	cfg, err := balanceConfig(c)
	if err != nil {
		return err
	}
	plan, err := balance.NewPlan(g, cfg)
	if err != nil {
		return misuse(err)
	}
	return playPlanned(c, g, "balance", plan, func(ctx context.Context, folder string, crew match.Crew, ev match.Events) (gamesResult, error) {
		return balance.Run(ctx, g, cfg, folder, crew, ev)
	})
}

// playPlanned prints a plan, with --plan, or plays what it says and prints the result.
func playPlanned(c *cli.Context, g *rules.Game, kind string, plan gamesPlan, play func(context.Context, string, match.Crew, match.Events) (gamesResult, error)) error {
	if c.Bool("plan") {
		return printAnswer(c, answer{Value: plan, Text: func(w io.Writer) { fmt.Fprint(w, plan.Table().Text(textWidth)) }})
	}
	if c.Bool("quick") {
		kind += "-quick"
	}
	folder := runFolder(c, g.Variant, kind)
	return playGames(c, folder, func(ctx context.Context, run *stage) (a answer, err error) {
		run.Show.Paragraph(plan.String())
		events := run.Show.Events()
		events.PartStarts = run.Show.Part // strengths and rounds take different times
		res, err := play(ctx, folder, run.Crew, events)
		if err != nil {
			return a, err
		}
		page, err := res.Write(origin(c, c.Args().Slice(), nil))
		return answer{Value: res, Text: func(w io.Writer) { fmt.Fprintf(w, "%s\nreport %s\n", res.Text(textWidth), page) }}, err
	})
}

// gamesPlan is the plan of a measurement, and gamesResult what its games say.
type (
	gamesPlan interface {
		String() string
		Table() doc.Table
	}
	gamesResult interface {
		Text(width int) string
		Write(page.Run) (string, error)
	}
)

func balanceConfig(c *cli.Context) (balance.Config, error) {
	cfg := balance.Default()
	if c.Bool("quick") {
		cfg = balance.Quick()
	}
	if err := checkRunFlags(c); err != nil {
		return cfg, err
	}
	cfg.Play.Seed = c.Uint64("seed")
	setInt(c, "pairs", &cfg.Play.Pairs)
	readRandomPlies(c, &cfg.Play)
	setFloat(c, "margin", &cfg.Margin)
	setFloat(c, "level", &cfg.Level)
	cfg.Of, cfg.Others = balance.Question(c.String("of")), c.StringSlice("player")
	if c.IsSet("panel") {
		cfg.Panel = strings.Split(c.String("panel"), ",")
	}
	if list, err := nodesFlag(c, "strengths", nodesText(cfg.Strengths)); err != nil || list != nil {
		if cfg.Strengths = list; err != nil {
			return cfg, err
		}
	}
	return cfg, misuse(cfg.Validate())
}
