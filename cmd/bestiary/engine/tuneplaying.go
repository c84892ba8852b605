package engine

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"bestiary/cmd/bestiary/command"
	"bestiary/experiments/train"
)

// playingFlags returns the flags of tune for --playing, some of which --network takes, too.
func playingFlags() []cli.Flag {
	defaults, network := train.Default(), train.DefaultNetwork()
	either := func(playing, network any) string { return fmt.Sprintf("%v or %v", playing, network) }
	return []cli.Flag{
		&cli.BoolFlag{Name: "playing", Usage: "fit all playing weights", DisableDefaultText: true},
		&cli.BoolFlag{Name: "all", Category: command.Aside, Usage: "tune all games of the catalogue", DisableDefaultText: true},
		command.CountFlag("rounds", "play `N` rounds", defaults.Rounds),
		command.CountFlag("pairs", "play `N` pairs of each kind per round", defaults.Play.Pairs),
		command.CountFlag("nodes", "search `N` positions a move", defaults.Play.Nodes),
		command.CountFlag("match-pairs", "play at most `N` pairs in the match", either(defaults.Match.Pairs, network.Match.Pairs)),
		command.CountFlag("match-nodes", "`N` positions a move in the match", either(defaults.Match.Nodes, network.Match.Nodes)),
		&cli.Float64Flag{Name: "blend", Usage: "learn the share `X` from scores", DefaultText: either(defaults.Fit.Blend, network.Fit.Blend)},
		command.SeedFlag(),
		command.FolderFlag(),
		command.WorkersFlag(),
		command.HubFlag(),
		command.RuleFlag(), command.ApproximateFlag(),
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
		return command.Misused("tune: missing GAME or --all; usage: %s", command.Usage(c.Command))
	}
	g, err := command.LoadGame(c, c.Args().First())
	if err != nil {
		return err
	}
	if err := checkWeightsFile(c); err != nil {
		return err
	}
	return tuneGame(c, g, cfg, command.RunFolder(c, g.Variant, "tune"), c.String("weights"))
}

func trainConfig(c *cli.Context) (train.Config, error) {
	var cfg train.Config
	if err := command.AtLeastOne(c, "rounds", "pairs", "nodes", "match-pairs", "match-nodes", "positions"); err != nil {
		return cfg, err
	}
	for _, name := range []string{"out", "weights"} {
		if c.IsSet(name) && c.String(name) == "" {
			return cfg, command.Misused(`--%s "": expected a path`, name)
		}
	}
	if err := command.CheckRunFlags(c); err != nil {
		return cfg, err
	}
	if c.Bool("all") && (c.NArg() > 0 || c.IsSet("rule")) {
		return cfg, command.Misused("tune: --all takes no argument and no --rule")
	}
	cfg = train.Default()
	cfg.Play.Seed = c.Uint64("seed")
	command.SetInt(c, "rounds", &cfg.Rounds)
	command.SetInt(c, "pairs", &cfg.Play.Pairs)
	command.SetInt(c, "nodes", &cfg.Play.Nodes)
	command.SetInt(c, "match-pairs", &cfg.Match.Pairs)
	command.SetInt(c, "match-nodes", &cfg.Match.Nodes)
	command.SetInt(c, "positions", &cfg.Sampling.PositionsPerGame)
	command.SetFloat(c, "blend", &cfg.Fit.Blend)
	return cfg, command.Misuse(cfg.Validate())
}
