package main

import (
	"context"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/advise"
	"bestiary/experiments/estimate"
	"bestiary/experiments/study"
	"bestiary/internal/check"
	"bestiary/internal/format"
)

// estimateFlags holds the values of the flags of estimate: the configuration and other settings.
type estimateFlags struct {
	estimate.Config
	ladder []int
	tests  int // pairs of each test match
}

func estimateCommand() *cli.Command {
	defaults, quick := estimate.Default(), estimate.Quick()
	small, large := defaults, defaults
	small.SetDepth(estimate.Depth{Nodes: 1500})
	large.SetDepth(estimate.Depth{Nodes: 600})
	about := map[string]any{"Default": defaults, "Quick": quick, "Small": small.Pairs, "Large": large.Pairs}
	set := estimateFlags{Config: defaults}
	return declare("estimate", about, ofGame(func(c *cli.Context, g *rules.Game) error { return runEstimate(c, g, set) }), append([]cli.Flag{
		presetFlag("quick", "make a run of about a minute", &set.Config, quick),
		numberFlag("precision", "play until values are within `X`", new(float64), "off"),
		unitFlag(&set.Fit.Unit),
		textFlag("openings", "`KIND`: exchanges, shuffled or armies", &set.Design),
		textFlag("about", "ask above all what `A=B,...` is worth", &set.About, "all pieces"),
		listFlag("panel", "divide games among the players `P,...`", &set.Panel, "all"),
		repeated("player", "add a `PLAYER` of match to the panel"),
		weightsFlag("start from the weights in `FILE`, or from the prior", ""),
		&cli.StringFlag{Name: "odds", Usage: "compare with the odds matches in the folder `DIR`"},
		nodesFlag("ladder", "also measure with `N,...` nodes a move", &set.ladder, "off", "300,1500,6000"),
		countFlag("league", "test values by ten matches of `N` pairs", &set.tests, "pairs/80"),
		countFlag("rounds", "play at most `N` learning rounds, 0 for none", new(int), defaults.Rounds),
		countFlag("round-pairs", "play `N` pairs in a learning round", new(int), defaults.RoundPairs),
		pngFlag(),
	}, playFlags(&set.Play, defaults.Pairs, "by the board", set.Play.RandomPlies,
		estimate.Figures{}, "With --plan", estimate.PlanFigures{})...)...)
}

func runEstimate(c *cli.Context, g *rules.Game, cfg estimateFlags) error {
	if err := estimate.CheckGame(g); err != nil {
		return err
	}
	if err := estimateConfig(c, g, &cfg.Config); err != nil {
		return err
	}
	if c.IsSet("shard") && c.IsSet("ladder") {
		return misused("--shard and --ladder: expected one of them; climb the ladder after bestiary merge")
	}
	folder := runFolder(c, g.Variant, quickKind(c, ""))
	matches, err := oddsMatches(c, g, cfg.Config, folder)
	if err != nil {
		return err
	}
	if !c.IsSet("league") {
		cfg.tests = study.ShortPairs(cfg.Pairs)
	}
	if cfg.tests == 1 || cfg.tests < 0 || cfg.tests > check.MaxPairs {
		return misused("--league %d: expected 0, or 2 to %s pairs", cfg.tests, format.Count(check.MaxPairs))
	}
	var expected plan
	if p, err := estimate.NewPlan(g, cfg.Config); err == nil {
		expected = p
	} else if c.Bool("plan") { // otherwise a run is of use without a plan
		return err
	}
	return playPlanned(c, folder, expected, func(ctx context.Context, s *stage) (finding, error) {
		s.Show.SetTotal(cfg.GamesAtMost(g, cfg.ladder, s.Crew) + study.ShortGames(cfg.tests, s.Crew))
		res, err := estimate.Run(ctx, g, cfg.Config, folder, s.Crew, s.Show.Events())
		if err == nil && len(cfg.ladder) > 0 {
			err = estimate.PlayLadder(ctx, res, cfg.ladder, s.Crew, s.Show.Events())
		}
		if err == nil {
			err = study.PlayShort(ctx, res, cfg.tests, s.Crew, s.Show.Events())
		}
		if err == nil {
			res.Trades, err = advise.TradesOf(res)
		}
		if err != nil {
			return finding{}, err
		}
		if matches != nil {
			res.Odds = matches
		}
		figures, err := res.Figures()
		if err != nil {
			return finding{}, err
		}
		text, err := res.Text(textWidth)
		return finding{figures, text, res.Write}, err
	})
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

// estimateConfig completes the configuration by what depends on the game and on other flags.
func estimateConfig(c *cli.Context, g *rules.Game, cfg *estimate.Config) error {
	if err := cfg.Play.Validate(); err != nil {
		return misuse(err)
	}
	cfg.Play.Seed = c.Uint64("seed")
	switch usual, nodes := estimate.Default().Play.Nodes, cfg.Play.Nodes; {
	case c.Bool("quick"):
	case !c.IsSet("nodes"):
		depth, err := estimate.DefaultNodes(g)
		if err != nil {
			return err
		}
		cfg.SetDepth(depth)
	case nodes > usual: // as many pairs fewer as if they were the game's own
		cfg.Play.Nodes = usual
		cfg.SetDepth(estimate.Depth{Nodes: nodes})
	}
	if c.IsSet("precision") {
		cfg.SetPrecision(c.Float64("precision"))
		if !(cfg.Precision > 0) {
			return misused("--precision %v: expected a number above 0", cfg.Precision)
		}
		if c.Bool("quick") {
			return misused("--precision and --quick: expected one of them, each says how many pairs to play")
		}
	}
	if !c.IsSet("panel") && !c.Bool("quick") {
		cfg.Panel = estimate.DefaultPanel(g)
	}
	cfg.Panel = append(cfg.Panel, c.StringSlice("player")...)
	switch path := c.String("weights"); {
	case path == "prior":
		cfg.SetStart(eval.Prior(g))
	case c.IsSet("weights"):
		w, err := eval.Load(path, g)
		if err != nil {
			return err
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
	return misuse(cfg.Validate())
}

// setInt sets a field to the value of a flag if the flag is set, after what other flags do to it.
func setInt(c *cli.Context, name string, field *int) {
	if c.IsSet(name) {
		*field = c.Int(name)
	}
}
