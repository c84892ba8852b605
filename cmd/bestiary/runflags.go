package main

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/internal/check"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
)

// playFlags returns the flags of a command that plays games. The help shows pairs, nodes and
// plies as the defaults of --pairs, --nodes and --random-plies; prints is as for jsonFlag.
func playFlags(pairs, nodes, plies any, prints ...any) []cli.Flag {
	defaults := match.SelfPlay()
	flags := runFlags(pairs, nodes, plies, prints...)
	return append(append(flags[:4:4],
		countFlag("units", "change at most `N` pieces of an army", defaults.Units),
		&cli.Float64Flag{Name: "max-imbalance", Usage: "let armies differ by at most `X` pawns", DefaultText: fmt.Sprint(defaults.MaxImbalance)},
	), flags[4:]...)
}

// runFlags returns playFlags without the flags about armies.
func runFlags(pairs, nodes, plies any, prints ...any) []cli.Flag {
	return []cli.Flag{
		folderFlag(),
		seedFlag(),
		countFlag("pairs", "play `N` pairs of games", pairs),
		countFlag("nodes", "search `N` positions a move", nodes),
		countFlag("random-plies", "start with `N` random moves", plies),
		workersFlag(),
		shardFlag(),
		hubFlag(),
		ruleFlag(), approximateFlag(),
		jsonFlag(prints...),
	}
}

func folderFlag() cli.Flag {
	return &cli.StringFlag{Name: "out", Category: aside, Usage: "keep the run in the folder `DIR`"}
}

func seedFlag() cli.Flag {
	return &cli.Uint64Flag{Name: "seed", Value: 1, Base: 10, Usage: "draw openings from the seed `N`"}
}

func workersFlag() cli.Flag {
	return &cli.IntFlag{Name: "workers", Category: aside, Usage: "play `N` games at a time", Base: 10, DefaultText: "one per core"}
}

func shardFlag() cli.Flag {
	return &cli.StringFlag{Name: "shard", Category: aside, Usage: "play one part, `I/N`, of the pairs"}
}

// shardVariables lists the environment variables in which Slurm and Kubernetes pass the
// index of a job.
var shardVariables = []string{"SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"}

// readShard reads --shard: I/N, or N if the environment gives the index.
func readShard(c *cli.Context) (match.Shard, error) {
	text := c.String("shard")
	if !c.IsSet("shard") {
		return match.Shard{}, nil
	}
	index, of, whole := strings.Cut(text, "/")
	if !whole {
		index, of = "", text
		for _, name := range shardVariables {
			index = cmp.Or(index, os.Getenv(name))
		}
	}
	i, err1 := strconv.Atoi(index)
	n, err2 := strconv.Atoi(of)
	s := match.Shard{Index: i, Of: n}
	if err1 != nil || err2 != nil || n < 1 || s.Validate() != nil {
		return s, misused("--shard %q: expected I/N with I from 0 to N-1, as in 3/8, or N where %s is set", text, strings.Join(shardVariables, " or "))
	}
	return s, nil
}

func unitFlag() cli.Flag {
	return &cli.StringFlag{Name: "unit", Usage: "give values in `U`: pawn, N+B, rook, elo", Value: string(tuning.Points), DefaultText: string(tuning.Points)}
}

// checkRunFlags checks --workers and --out.
func checkRunFlags(c *cli.Context) error {
	if n := c.Int("workers"); n < 0 || n > 1024 {
		return misused("--workers %d: expected 0 to 1024", n)
	}
	if c.IsSet("out") && c.String("out") == "" {
		return misused(`--out "": expected a folder`)
	}
	return nil
}

// countFlag returns a flag for a whole number. The help shows byDefault as the default.
func countFlag(name, usage string, byDefault any) cli.Flag {
	return &cli.IntFlag{Name: name, Usage: usage, Base: 10, DefaultText: fmt.Sprint(byDefault)}
}

// playConfig reads playFlags.
func playConfig(c *cli.Context) (match.Config, error) {
	if err := checkRunFlags(c); err != nil {
		return match.Config{}, err
	}
	cfg := match.SelfPlay()
	cfg.Seed = c.Uint64("seed")
	setInt(c, "pairs", &cfg.Pairs)
	setInt(c, "nodes", &cfg.Nodes)
	setInt(c, "units", &cfg.Units)
	setInt(c, "random-plies", &cfg.RandomPlies)
	setFloat(c, "max-imbalance", &cfg.MaxImbalance)
	return cfg, misuse(cfg.Validate())
}

// setInt sets a field to the value of a flag if the flag is set.
func setInt(c *cli.Context, name string, field *int) {
	if c.IsSet(name) {
		*field = c.Int(name)
	}
}

// setFloat sets a field to the value of a flag if the flag is set.
func setFloat(c *cli.Context, name string, field *float64) {
	if c.IsSet(name) {
		*field = c.Float64(name)
	}
}

// atLeastOne reports the first flag that was set to a number below 1; in a configuration,
// zero means the default.
func atLeastOne(c *cli.Context, names ...string) error {
	for _, name := range names {
		if n := c.Int(name); c.IsSet(name) && n < 1 {
			return misused("--%s %d: expected a number of at least 1", name, n)
		}
	}
	return nil
}

// balanceFlag returns the flag --balance, for readStart.
func balanceFlag() cli.Flag {
	return countFlag("balance", "avoid openings beyond `N` centipawns", opening.UsualBalance)
}

// readStart reads --openings and its related flags.
func readStart(c *cli.Context, cfg *match.Config) error {
	kind := opening.Kind(c.String("openings"))
	if err := check.OneOf("--openings", kind, opening.Standard, opening.Armies); err != nil {
		return misuse(err)
	}
	if kind == opening.Armies {
		if c.IsSet("balance") {
			return misused("--balance needs --openings standard")
		}
		cfg.Kind = kind
		return nil
	}
	*cfg = cfg.Standard()
	readRandomPlies(c, cfg)
	if c.IsSet("balance") {
		cfg.KeepBalance(c.Int("balance"))
	}
	return nil
}

// readRandomPlies reads --random-plies for games that start from the array. Without random
// moves, openings are not checked for balance.
func readRandomPlies(c *cli.Context, cfg *match.Config) {
	setInt(c, "random-plies", &cfg.RandomPlies)
	if cfg.RandomPlies == 0 {
		cfg.KeepBalance(0)
	}
}
