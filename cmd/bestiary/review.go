package main

import (
	"context"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/experiments/page/doc"
	"bestiary/experiments/review"
	"bestiary/internal/format"
	"bestiary/selfplay/match"
)

// reviewJSON is the output of review --json.
type reviewJSON struct {
	Game   string         `json:"game"`
	Folder string         `json:"folder"`
	Games  int            `json:"games"`
	Nodes  int            `json:"nodes"`
	Checks []review.Check `json:"checks"`
	// NotAsked has the checks that have no meaning in the game, each with the reason.
	NotAsked []string `json:"not-asked"`
	// Notes names the pieces that never come into the game.
	Notes []string `json:"notes,omitempty"`
	// Balance says who wins, as bestiary balance does; null if no games were played for it.
	Balance *balance.Result `json:"balance"`
}

func reviewCommand() *cli.Command {
	defaults := review.Default()
	return &cli.Command{
		Name:      "review",
		Usage:     "look for faults in the design of a game",
		ArgsUsage: "GAME",
		Description: fmt.Sprintf(`Writes a page about a game into the folder of the run, by default runs/GAME-review-SEED:
review.html, one file, says who wins by strength of play, and has the checks of the design, those that fail first, the array, the pieces with their moves and
values, typical games to replay, what each piece mates alone, and how far levels of play are apart. card.svg is a small
picture of the game with its figures. docs/review.md explains the checks.

The engine plays --pairs pairs of games from the array at --nodes nodes a move, a quick estimate of --value-pairs pairs
and a tournament of %d levels. Give the same command again to continue a review that was interrupted.`, len(defaults.Levels)),
		Flags: append([]cli.Flag{
			countFlag("balance-pairs", "play `N` pairs to see who wins, 0 for none", defaults.BalancePairs),
			countFlag("value-pairs", "estimate values from `N` pairs, 0 for none", defaults.ValuePairs),
			countFlag("level-pairs", "play `N` pairs for each two levels, 0 for none", defaults.LevelPairs),
		}, runFlags(fmt.Sprint(defaults.Play.Pairs), defaults.Play.Nodes, defaults.Play.RandomPlies, reviewJSON{})...),
		Action: ofGame(runReview),
	}
}

func runReview(c *cli.Context, g *rules.Game) error {
	if err := checkRunFlags(c); err != nil {
		return err
	}
	cfg := review.Default()
	cfg.Play.Seed = c.Uint64("seed")
	setInt(c, "pairs", &cfg.Play.Pairs)
	setInt(c, "nodes", &cfg.Play.Nodes)
	readRandomPlies(c, &cfg.Play)
	setInt(c, "balance-pairs", &cfg.BalancePairs)
	setInt(c, "value-pairs", &cfg.ValuePairs)
	setInt(c, "level-pairs", &cfg.LevelPairs)
	if err := cfg.Validate(); err != nil {
		return misuse(err)
	}
	folder := runFolder(c, g.Variant, "review")
	return playGames(c, folder, func(ctx context.Context, run *stage) (a answer, err error) {
		res, err := review.Run(ctx, g, cfg, folder, run.Crew, match.Events{PartStarts: run.Show.Part, GameDone: run.Show.Game})
		if err != nil {
			return a, err
		}
		err = res.Write(origin(c, c.Args().Slice(), nil))
		return answer{
			Value: reviewJSON{g.Variant.Name, folder, res.Games.Played, cfg.Play.Nodes, res.Checks(), res.NotAsked(), g.Variant.Unused(), res.Balance},
			Text:  func(w io.Writer) { printReview(w, res) },
		}, err
	})
}

func printReview(out io.Writer, res *review.Result) {
	printLines(out, format.Wrap(res.Summary(), textWidth))
	for _, check := range res.Checks() {
		fmt.Fprintf(out, "\n%s: %s\n", check.Name, doc.Verdict(string(check.Verdict)).Text)
		printLabelled(out, "", 2, fmt.Sprintf("%s Expected: %s.", check.Found, check.Range))
	}
	for _, text := range res.NotAsked() {
		fmt.Fprintln(out)
		printLabelled(out, "Not asked", 11, text+".")
	}
	for _, note := range res.Game.Variant.Unused() {
		fmt.Fprintln(out)
		printLabelled(out, "Note", 11, note+".")
	}
	fmt.Fprintf(out, "\nreview %s\n", res.Path())
}
