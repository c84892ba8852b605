package main

import (
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"bestiary/experiments/estimate/report"
	"bestiary/experiments/review"
	"bestiary/internal/format"
)

// reviewJSON is the output of review --json.
type reviewJSON struct {
	Game   string         `json:"game"`
	Folder string         `json:"folder"`
	Games  int            `json:"games"`
	Nodes  int            `json:"nodes"`
	Checks []review.Check `json:"checks"`
}

func reviewCommand() *cli.Command {
	defaults := review.Default()
	return &cli.Command{
		Name:      "review",
		Usage:     "look for faults in the design of a game",
		ArgsUsage: "GAME",
		Description: fmt.Sprintf(`Writes a page about a game into the folder of the run, by default runs/GAME-review-SEED:
review.html, one file, has the checks of the design, those that fail first, the array, the pieces with their moves and
values, typical games to replay, what each piece mates alone, and how far levels of play are apart. card.svg is a small
picture of the game with its figures. docs/review.md explains the checks.

The engine plays --pairs pairs of games from the array at --nodes nodes a move, a quick estimate of --value-pairs pairs
and a tournament of %d levels. Give the same command again to continue a review that was interrupted.

With --json: {"game", "folder", "games", "nodes", "checks"}; a check is {"name", "verdict", "found", "range"}, with the
verdict "fails", "cannot tell" or "passes".`, len(defaults.Levels)),
		Flags: append([]cli.Flag{
			countFlag("value-pairs", "estimate values from `N` pairs, 0 for none", defaults.ValuePairs),
			countFlag("level-pairs", "play `N` pairs for each two levels, 0 for none", defaults.LevelPairs),
		}, runFlags(fmt.Sprint(defaults.Play.Pairs), defaults.Play.Nodes, defaults.Play.RandomPlies)...),
		Action: runReview,
	}
}

func runReview(c *cli.Context) error {
	g, err := loadGame(c)
	if err != nil {
		return err
	}
	if err := checkRunFlags(c); err != nil {
		return err
	}
	cfg := review.Default()
	cfg.Play.Seed = c.Uint64("seed")
	setInt(c, "pairs", &cfg.Play.Pairs)
	setInt(c, "nodes", &cfg.Play.Nodes)
	readRandomPlies(c, &cfg.Play)
	setInt(c, "value-pairs", &cfg.ValuePairs)
	setInt(c, "level-pairs", &cfg.LevelPairs)
	if err := cfg.Validate(); err != nil {
		return err
	}
	crew, err := readCrew(c)
	if err != nil {
		return err
	}
	folder := runFolder(c, g.Variant, "review")
	ctx, stop := interruptible()
	defer stop()
	show, started := newProgress(c.App.ErrWriter, 0), time.Now()
	done, err := openHub(ctx, c, &crew, folder, show)
	if err != nil {
		return err
	}
	defer done()
	res, err := review.Run(ctx, g, cfg, folder, crew, review.Events{Part: show.part, Game: show.partGame})
	show.end()
	if err != nil {
		return ended(c, err, folder)
	}
	if err := res.Write(report.Run{Version: readBuild().Version, Command: commandLine(c, c.Args().Slice())}); err != nil {
		return err
	}
	fmt.Fprintf(c.App.ErrWriter, "finished in %s\n", time.Since(started).Round(time.Second/10))
	if c.Bool("json") {
		return printJSON(c, reviewJSON{g.Variant.Name, folder, res.Games.Count(), cfg.Play.Nodes, res.Checks()})
	}
	printReview(c, res)
	return nil
}

// printReview prints the checks.
func printReview(c *cli.Context, res *review.Result) {
	out := c.App.Writer
	printLines(out, format.Wrap(res.Summary(), textWidth))
	for _, check := range res.Checks() {
		fmt.Fprintf(out, "\n%s: %s\n", check.Name, check.Verdict)
		printLabelled(out, "", 2, fmt.Sprintf("%s Expected: %s.", check.Found, check.Range))
	}
	fmt.Fprintf(out, "\nreview %s\n", res.Path())
}
