package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/estimate/report"
	"bestiary/experiments/league"
	"bestiary/internal/check"
	"bestiary/internal/format"
	"bestiary/selfplay/match"
	"bestiary/tuning"
)

func estimateCommand() *cli.Command {
	defaults, quick := estimate.Default(), estimate.Quick()
	small, large := defaults, defaults
	small.SetDepth(estimate.Depth{Nodes: 1500})
	large.SetDepth(estimate.Depth{Nodes: 600})
	return &cli.Command{
		Name:      "estimate",
		Usage:     "measure what the pieces of a game are worth",
		ArgsUsage: "GAME",
		Description: fmt.Sprintf(`Plays games of the engine against itself from armies that differ, fits the
values of the pieces to the results, and writes a report into the folder of the run:
report.html, report.md, values.csv, charts, the weights and every game. Without --out the
folder is runs/GAME-SEED, or runs/GAME-quick-SEED. Give the same command again to continue a
run that was interrupted, or to write its report again; with more pairs the run grows. By
default it plays %d pairs at 1,500 nodes a move on boards of up to 64 squares, where published values
have settled by then, or %d pairs at 600 nodes on larger boards, which takes about a quarter of an
hour, after at most %d learning rounds of %d pairs; --quick plays %d pairs after
at most %d rounds of %d and leaves wide intervals. Learning rounds have twice as many pairs where
the program has no tuned weights for the game, see below.

Before it starts, it says how precise the values will be; --plan says only that. With
--precision, the last round ends when all values are known to within X, or after
--pairs pairs (100,000 by default).

Values are in points, whose scale gives the knight, bishop, rook and queen of the game, as far as
it has them, the mean of 3.25, 3.25, 5 and 9.75; these four are measured like all others. --unit
chooses another unit.

The armies of the games that are reported differ by one of several exchanges, such as a rook for
a knight and a pawn, with all else as in the array. They are chosen so that the games tell
all values best or, with --about, as in --about falcon=rook, what some pieces are worth beside
others. With --openings shuffled the first rank is shuffled as well; with --openings armies the
armies differ by a few pieces at random.

The games that are reported are divided among a panel of players, so that the intervals tell how
far the values depend on the player: the engine with the weights that it has learned (learned),
with the terms of the mobility prior (prior), with weights changed at random (perturbed),
with four times the nodes (deep), and with the network that comes with the program for the game,
if there is one (network). --panel chooses among these; --player adds one in the form of
bestiary match, as in uci:PROGRAM,nodes=600. A quick run has one player, and assumes how far
others would differ.

The engine begins with the tuned weights that come with the program and learns the values of the
pieces. For other games, and with --weights prior, it begins with the mobility prior and learns
all terms of its evaluation, from twice as many games. A match with an eighth of
the pairs measures how much an extra pawn decides. With --odds, the matches of a run of bestiary
odds take its place. They must have been played at the same limits, with the weights that the
estimate begins with or with weights.toml of this run.

Ten matches with exchanges that were not fitted show how well the values predict: of an 80th of
the pairs, at most 100 and at least 20, or none. --league N plays N pairs of each, 0 for none.

With --ladder, as in --ladder 300,1200,4800, the measurement is repeated with other numbers of
nodes a move, the same openings and the same weights, and the report says how much values change
when the nodes are doubled. With k times the nodes there are 1/√k of the pairs (but at least 200).`, small.Pairs, large.Pairs, defaults.Rounds, defaults.RoundPairs,
			quick.Pairs, quick.Rounds, quick.RoundPairs),
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "quick", Usage: "make a run of about a minute", DisableDefaultText: true},
			&cli.Float64Flag{Name: "precision", Usage: "play until values are within `X`", DefaultText: "off"},
			unitFlag(),
			&cli.StringFlag{Name: "openings", Value: string(estimate.Exchanges), DefaultText: string(estimate.Exchanges), Usage: "`KIND`: exchanges, shuffled or armies"},
			&cli.StringFlag{Name: "about", Usage: "ask above all what `A=B,...` is worth", DefaultText: "all pieces"},
			&cli.StringFlag{Name: "panel", Usage: "divide games among the players `P,...`", DefaultText: "all"},
			repeated("player", "add a `PLAYER` of match to the panel"),
			&cli.StringFlag{Name: "weights", Usage: "start from the weights in `FILE`, or from the prior"},
			&cli.BoolFlag{Name: "plan", Usage: "say what precision to expect, and play nothing", DisableDefaultText: true},
			&cli.StringFlag{Name: "odds", Usage: "compare with the odds matches in the folder `DIR`"},
			&cli.StringFlag{Name: "ladder", Usage: "also measure with `N,...` nodes a move", DefaultText: "off"},
			countFlag("league", "test values by ten matches of `N` pairs", "pairs/80"),
			countFlag("rounds", "play at most `N` learning rounds, 0 for none", defaults.Rounds),
			countFlag("round-pairs", "play `N` pairs in a learning round", defaults.RoundPairs),
			pngFlag(),
		}, playFlags(defaults.Pairs, "by the board", defaults.Play.RandomPlies, estimate.Figures{}, "With --plan", planJSON{})...),
		Action: ofGame(runEstimate),
	}
}

func runEstimate(c *cli.Context, g *rules.Game) error {
	if err := estimate.CheckGame(g); err != nil {
		return err
	}
	cfg, err := estimateConfig(c, g)
	if err != nil {
		return err
	}
	if c.IsSet("shard") && c.IsSet("ladder") {
		return misused("--shard and --ladder: expected one of them; climb the ladder after bestiary merge")
	}
	kind := ""
	if c.Bool("quick") {
		kind = "quick"
	}
	folder := runFolder(c, g.Variant, kind)
	matches, err := oddsMatches(c, g, cfg, folder)
	if err != nil {
		return err
	}
	ladder, err := nodesFlag(c, "ladder", "300,1500,6000")
	if err != nil {
		return err
	}
	tests := league.ShortPairs(cfg.Pairs)
	setInt(c, "league", &tests)
	if tests == 1 || tests < 0 || tests > check.MaxPairs {
		return misused("--league %d: expected 0, or 2 to %s pairs", tests, format.Count(check.MaxPairs))
	}
	plan, err := estimate.Plan(g, cfg)
	if c.Bool("plan") {
		if err != nil {
			return err
		}
		out := newPlanJSON(g.Variant.Name, plan, cfg)
		return printAnswer(c, answer{Value: out, Text: out.print})
	}
	expected := "" // a run is of use without a plan
	if err == nil {
		expected = planLine(plan, cfg)
	}
	return playGames(c, folder, func(ctx context.Context, run *stage) (answer, error) {
		run.Show.SetTotal(cfg.GamesAtMost(g, ladder, run.Crew) + league.ShortGames(tests, run.Crew))
		events := estimateEvents(run.Show, expected)
		res, err := estimate.Run(ctx, g, cfg, folder, run.Crew, events)
		if err == nil && len(ladder) > 0 {
			err = estimate.PlayLadder(ctx, res, ladder, run.Crew, events)
		}
		if err != nil {
			return answer{}, err
		}
		if err := league.Short(ctx, res, tests, run.Crew, events); err != nil {
			return answer{}, err
		}
		if matches != nil {
			res.Odds = matches
		}
		return reportEstimate(c, res)
	})
}

func reportEstimate(c *cli.Context, res *estimate.Result) (answer, error) {
	page, err := report.Write(res, origin(c, c.Args().Slice(), nil))
	if err != nil {
		return answer{}, err
	}
	figures, err := res.Figures()
	if err != nil {
		return answer{}, err
	}
	text, err := report.Text(res, textWidth)
	return answer{Value: figures, Text: func(w io.Writer) { fmt.Fprintf(w, "%s\nreport %s\n", text, page) }}, err
}

// oddsMatches returns the matches of --odds, or nil without the flag. They were played
// with the weights in the folder of the estimate, or with its starting weights.
func oddsMatches(c *cli.Context, g *rules.Game, cfg estimate.Config, folder string) (*estimate.OddsResult, error) {
	if !c.IsSet("odds") {
		return nil, nil
	}
	fitted, err := eval.Load(filepath.Join(folder, estimate.WeightsFile), g)
	if err != nil {
		fitted = nil // an unfinished estimate has no weights
	}
	return estimate.ReadOdds(c.String("odds"), g, cfg.Play, cfg.Fit.Level, fitted)
}

func estimateConfig(c *cli.Context, g *rules.Game) (estimate.Config, error) {
	cfg := estimate.Default()
	if c.Bool("quick") {
		cfg = estimate.Quick()
	}
	play, err := playConfig(c)
	if err != nil {
		return cfg, err
	}
	cfg.Play = play
	switch usual := estimate.Default().Play.Nodes; {
	case c.Bool("quick"):
	case !c.IsSet("nodes"):
		depth, err := estimate.DefaultNodes(g)
		if err != nil {
			return cfg, err
		}
		cfg.SetDepth(depth)
	case play.Nodes > usual: // as many pairs fewer as if they were the game's own
		cfg.Play.Nodes = usual
		cfg.SetDepth(estimate.Depth{Nodes: play.Nodes})
	}
	cfg.Fit.Unit = tuning.Unit(c.String("unit"))
	cfg.Design, cfg.About = estimate.Design(c.String("openings")), c.String("about")
	if c.IsSet("precision") {
		cfg.SetPrecision(c.Float64("precision"))
		if !(cfg.Precision > 0) {
			return cfg, misused("--precision %v: expected a number above 0", cfg.Precision)
		}
		if c.Bool("quick") {
			return cfg, misused("--precision and --quick: expected one of them, each says how many pairs to play")
		}
	}
	switch {
	case c.IsSet("panel"):
		cfg.Panel = strings.Split(c.String("panel"), ",")
	case !c.Bool("quick"):
		cfg.Panel = estimate.DefaultPanel(g)
	}
	cfg.Panel = append(cfg.Panel, c.StringSlice("player")...)
	if c.IsSet("weights") {
		w, err := startWeights(g, c.String("weights"))
		if err != nil {
			return cfg, err
		}
		cfg.SetStart(w)
	}
	if c.IsSet("pairs") {
		cfg.SetPairs(c.Int("pairs"))
	}
	if c.IsSet("odds") {
		cfg.OddsPairs = 0
	}
	setInt(c, "rounds", &cfg.Rounds)
	setInt(c, "round-pairs", &cfg.RoundPairs)
	return cfg, misuse(cfg.Validate())
}

func startWeights(g *rules.Game, text string) (*eval.Weights, error) {
	if text == "prior" {
		return eval.Prior(g), nil
	}
	return eval.Load(text, g)
}

// nodesFlag reads a flag that lists numbers of nodes a move; nil if it is not set.
func nodesFlag(c *cli.Context, name, example string) ([]int, error) {
	if !c.IsSet(name) {
		return nil, nil
	}
	var list []int
	for text := range strings.SplitSeq(c.String(name), ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err == nil {
			err = check.Range("nodes", n, 1, check.MaxNodes)
		}
		if err != nil {
			return nil, misused("--%s %q: expected numbers of nodes a move, as in %s", name, c.String(name), example)
		}
		list = append(list, n)
	}
	return list, nil
}

// estimateEvents prints the expected precision once and shows all rounds on one bar.
func estimateEvents(show *progress, expected string) match.Events {
	return show.Events().Parts(func(*match.Part) {
		show.Paragraph(expected)
		expected = ""
	})
}
