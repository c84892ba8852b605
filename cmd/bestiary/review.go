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
	cfg := review.Default()
	return declare("review", cfg, ofGame(func(c *cli.Context, g *rules.Game) error { return runReview(c, g, cfg) }), append([]cli.Flag{
		countFlag("balance-pairs", "play `N` pairs to see who wins, 0 for none", &cfg.BalancePairs),
		countFlag("value-pairs", "estimate values from `N` pairs, 0 for none", &cfg.ValuePairs),
		countFlag("level-pairs", "play `N` pairs for each two levels, 0 for none", &cfg.LevelPairs),
	}, runFlags(&cfg.Play, cfg.Play.Pairs, cfg.Play.Nodes, cfg.Play.RandomPlies, reviewJSON{})...)...)
}

func runReview(c *cli.Context, g *rules.Game, cfg review.Config) error {
	cfg.Play.Seed = c.Uint64("seed")
	unbalanced(&cfg.Play)
	if err := cfg.Validate(); err != nil {
		return misuse(err)
	}
	folder := runFolder(c, g.Variant, "review")
	return playGames(c, folder, func(ctx context.Context, s *stage) (answer, error) {
		res, err := review.Run(ctx, g, cfg, folder, s.Crew, match.Events{PartStarts: s.Show.Part, GameDone: s.Show.Game})
		if err != nil {
			return answer{}, err
		}
		out := reviewJSON{
			g.Variant.Name, folder, res.Games.Played, cfg.Play.Nodes, res.Checks(), res.NotAsked(), g.Variant.Unused(), res.Balance,
		}
		return answer{Value: out, Text: func(w io.Writer) { printReview(w, res, out) }}, res.Write(origin(c, c.Args().Slice(), nil))
	})
}

func printReview(w io.Writer, res *review.Result, out reviewJSON) {
	printLines(w, format.Wrap(res.Summary(), textWidth))
	for _, check := range out.Checks {
		fmt.Fprintf(w, "\n%s: %s\n", check.Name, doc.Verdict(string(check.Verdict)).Text)
		printLabelled(w, "", 2, fmt.Sprintf("%s Expected: %s.", check.Found, check.Range))
	}
	note := func(label string, list []string) {
		for _, text := range list {
			fmt.Fprintln(w)
			printLabelled(w, label, 11, text+".")
		}
	}
	note("Not asked", out.NotAsked)
	note("Note", out.Notes)
	fmt.Fprintf(w, "\nreview %s\n", res.Path())
}
