package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"bestiary/experiments/train"
)

// playingFlags returns the flags of tune for --playing, some of which --network takes, too.
func playingFlags() []cli.Flag {
	defaults, network := train.Default(), train.DefaultNetwork()
	either := func(playing, network any) string { return fmt.Sprintf("%v or %v", playing, network) }
	return []cli.Flag{
		&cli.BoolFlag{Name: "playing", Usage: "fit all playing weights", DisableDefaultText: true},
		&cli.BoolFlag{Name: "all", Category: aside, Usage: "tune all games of the catalogue", DisableDefaultText: true},
		countFlag("rounds", "play `N` rounds", defaults.Rounds),
		countFlag("pairs", "play `N` pairs of each kind per round", defaults.Play.Pairs),
		countFlag("nodes", "search `N` positions a move", defaults.Play.Nodes),
		countFlag("match-pairs", "play at most `N` pairs in the match", either(defaults.Match.Pairs, network.Match.Pairs)),
		countFlag("match-nodes", "`N` positions a move in the match", either(defaults.Match.Nodes, network.Match.Nodes)),
		&cli.Float64Flag{Name: "blend", Usage: "learn the share `X` from scores", DefaultText: either(defaults.Fit.Blend, network.Fit.Blend)},
		seedFlag(),
		folderFlag(),
		workersFlag(),
		hubFlag(),
		ruleFlag(), approximateFlag(),
	}
}

func tunePlaying(c *cli.Context) error {
	cfg, err := trainConfig(c)
	if err != nil {
		return err
	}
	if c.Bool("all") {
		return tuneCatalogue(c, cfg)
	}
	if c.NArg() == 0 {
		return misused("tune: missing GAME or --all; usage: %s", usageOf(c.Command))
	}
	g, err := loadGame(c, c.Args().First())
	if err != nil {
		return err
	}
	if err := checkWeightsFile(c); err != nil {
		return err
	}
	return tuneGame(c, g, cfg, runFolder(c, g.Variant, "tune"), c.String("weights"))
}

func trainConfig(c *cli.Context) (train.Config, error) {
	var cfg train.Config
	if err := atLeastOne(c, "rounds", "pairs", "nodes", "match-pairs", "match-nodes", "positions"); err != nil {
		return cfg, err
	}
	for _, name := range []string{"out", "weights"} {
		if c.IsSet(name) && c.String(name) == "" {
			return cfg, misused(`--%s "": expected a path`, name)
		}
	}
	if err := checkRunFlags(c); err != nil {
		return cfg, err
	}
	if c.Bool("all") && (c.NArg() > 0 || c.IsSet("rule")) {
		return cfg, misused("tune: --all takes no argument and no --rule")
	}
	cfg = train.Default()
	cfg.Play.Seed = c.Uint64("seed")
	setInt(c, "rounds", &cfg.Rounds)
	setInt(c, "pairs", &cfg.Play.Pairs)
	setInt(c, "nodes", &cfg.Play.Nodes)
	setInt(c, "match-pairs", &cfg.Match.Pairs)
	setInt(c, "match-nodes", &cfg.Match.Nodes)
	setInt(c, "positions", &cfg.Sampling.PositionsPerGame)
	setFloat(c, "blend", &cfg.Fit.Blend)
	return cfg, misuse(cfg.Validate())
}
