package main

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"bestiary/internal/check"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
)

// Most flags set a field of the configuration of a library: before the action of a command runs,
// each flag that was given writes its value, in the order of the help. The initial value of the
// field is the default that the help shows, unless the command sets another.

// countFlag returns a flag for a whole number.
func countFlag(name, usage string, into *int, byDefault ...any) *cli.IntFlag {
	return &cli.IntFlag{Name: name, Usage: usage, Base: 10, DefaultText: shown(*into, byDefault), Action: setting(into)}
}

// positiveFlag returns a flag for a whole number of at least 1, where 0 in the field means a default.
func positiveFlag(name, usage string, into *int, byDefault ...any) *cli.IntFlag {
	f := countFlag(name, usage, into, byDefault...)
	f.Action = func(_ *cli.Context, n int) error {
		if *into = n; n < 1 {
			return misused("--%s %d: expected a number of at least 1", name, n)
		}
		return nil
	}
	return f
}

// numberFlag returns a flag for a number.
func numberFlag(name, usage string, into *float64, byDefault ...any) *cli.Float64Flag {
	return &cli.Float64Flag{Name: name, Usage: usage, DefaultText: shown(*into, byDefault), Action: setting(into)}
}

// textFlag returns a flag for a string. A default is shown only if there is one.
func textFlag[T ~string](name, usage string, into *T, byDefault ...any) *cli.StringFlag {
	write := func(_ *cli.Context, text string) error {
		*into = T(text)
		return nil
	}
	return &cli.StringFlag{Name: name, Usage: usage, DefaultText: shown(string(*into), byDefault), Action: write}
}

// valueFlag returns a flag whose value the command reads itself.
func valueFlag(name, usage, byDefault string) cli.Flag {
	return &cli.StringFlag{Name: name, Usage: usage, Value: byDefault, DefaultText: byDefault}
}

// readFlag returns a flag whose value is read by a function.
func readFlag(name, usage, byDefault string, read func(text string) error) *cli.StringFlag {
	f := &cli.StringFlag{Name: name, Usage: usage, DefaultText: byDefault}
	f.Action = func(_ *cli.Context, text string) error { return read(text) }
	return f
}

// switchFlag returns a flag that takes no value.
func switchFlag(name, usage string) *cli.BoolFlag {
	return &cli.BoolFlag{Name: name, Usage: usage, DisableDefaultText: true}
}

// presetFlag returns a switch that replaces a configuration. Flags after it change the new one.
func presetFlag[T any](name, usage string, into *T, preset T) *cli.BoolFlag {
	f := switchFlag(name, usage)
	f.Action = func(_ *cli.Context, on bool) error {
		if on {
			*into = preset
		}
		return nil
	}
	return f
}

func setting[T any](into *T) func(*cli.Context, T) error {
	return func(_ *cli.Context, value T) error {
		*into = value
		return nil
	}
}

func shown(value any, byDefault []any) string {
	if len(byDefault) > 0 {
		value = byDefault[0]
	}
	return fmt.Sprint(value)
}

// aside marks a flag as one that does not change the result of a command.
func aside(flag cli.Flag) cli.Flag {
	switch f := flag.(type) {
	case *cli.BoolFlag:
		f.Category = asideCategory
	case *cli.IntFlag:
		f.Category = asideCategory
	case *cli.StringFlag:
		f.Category = asideCategory
	}
	return flag
}

// asideCategory is the category of flags that do not change the result.
const asideCategory = "aside"

// repeated returns a flag that may be given several times.
func repeated(name, usage string) cli.Flag {
	return repeatedFlag{&cli.StringSliceFlag{Name: name, Usage: usage + "; may be repeated"}}
}

// repeatedFlag is a flag that may be given several times but that the help shows once.
type repeatedFlag struct{ *cli.StringSliceFlag }

func (f repeatedFlag) String() string { return cli.FlagStringer(f) }

func (f repeatedFlag) IsSliceFlag() bool { return false }

// listFlag returns a flag for names separated by commas.
func listFlag[T ~string](name, usage string, into *[]T, byDefault string) *cli.StringFlag {
	return readFlag(name, usage, byDefault, func(text string) error {
		*into = nil
		for item := range strings.SplitSeq(text, ",") {
			*into = append(*into, T(item))
		}
		return nil
	})
}

// nodesFlag returns a flag for numbers of nodes a move, separated by commas.
func nodesFlag(name, usage string, into *[]int, byDefault, example string) *cli.StringFlag {
	return readFlag(name, usage, byDefault, func(text string) error {
		*into = nil
		for part := range strings.SplitSeq(text, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(part))
			if err != nil || check.Range("nodes", n, 1, check.MaxNodes) != nil {
				return misused("--%s %q: expected numbers of nodes a move, as in %s", name, text, example)
			}
			*into = append(*into, n)
		}
		return nil
	})
}

// playFlags returns the flags of a command that plays games by a configuration. The help shows
// pairs, nodes and plies as the defaults of --pairs, --nodes and --random-plies; prints is as
// for jsonFlag.
func playFlags(play *match.Config, pairs, nodes, plies any, prints ...any) []cli.Flag {
	flags := runFlags(play, pairs, nodes, plies, prints...)
	return append(append(flags[:4:4],
		countFlag("units", "change at most `N` pieces of an army", &play.Units),
		numberFlag("max-imbalance", "let armies differ by at most `X` pawns", &play.MaxImbalance),
	), flags[4:]...)
}

// runFlags returns playFlags without the flags about armies.
func runFlags(play *match.Config, pairs, nodes, plies any, prints ...any) []cli.Flag {
	return []cli.Flag{
		folderFlag(),
		seedFlag(),
		countFlag("pairs", "play `N` pairs of games", &play.Pairs, pairs),
		countFlag("nodes", "search `N` positions a move", &play.Nodes, nodes),
		countFlag("random-plies", "start with `N` random moves", &play.RandomPlies, plies),
		planFlag(),
		workersFlag(),
		shardFlag(),
		hubFlag(),
		ruleFlag(), approximateFlag(),
		jsonFlag(prints...),
	}
}

func folderFlag() cli.Flag {
	return aside(pathFlag("out", "keep the run in the folder `DIR`", "a folder"))
}

// pathFlag returns a flag for a path, which must not be empty.
func pathFlag(name, usage, expected string) *cli.StringFlag {
	return readFlag(name, usage, "", func(path string) error {
		if path == "" {
			return misused(`--%s "": expected %s`, name, expected)
		}
		return nil
	})
}

// readTime reads a time above 0.
func readTime(flag, text string) (time.Duration, error) {
	t, err := time.ParseDuration(text)
	if err != nil || t <= 0 {
		return 0, misused("--%s %q: expected a time, such as 30s, 10m or 1h", flag, text)
	}
	return t, nil
}

func seedFlag() cli.Flag {
	return &cli.Uint64Flag{Name: "seed", Value: 1, Base: 10, Usage: "draw openings from the seed `N`"}
}

func workersFlag() cli.Flag {
	f := &cli.IntFlag{Name: "workers", Category: asideCategory, Usage: "play `N` games at a time", Base: 10, DefaultText: "one per core"}
	f.Action = func(_ *cli.Context, n int) error {
		if n < 0 || n > 1024 {
			return misused("--workers %d: expected 0 to 1024", n)
		}
		return nil
	}
	return f
}

func shardFlag() cli.Flag {
	return &cli.StringFlag{Name: "shard", Category: asideCategory, Usage: "play one part, `I/N`, of the pairs"}
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
		return s, misused("--shard %q: expected I/N with I from 0 to N-1, as in 3/8, or N where %s is set",
			text, strings.Join(shardVariables, " or "))
	}
	return s, nil
}

func unitFlag(into *tuning.Unit) cli.Flag {
	return textFlag("unit", "give values in `U`: pawn, N+B, rook, elo", into, tuning.Points)
}

// balanceFlag returns the flag --balance, for readStart.
func balanceFlag() cli.Flag {
	n := opening.UsualBalance
	return countFlag("balance", "avoid openings beyond `N` centipawns", &n)
}

// openingsFlag returns the flag --openings, for readStart.
func openingsFlag(usage string, into *opening.Kind) cli.Flag {
	return textFlag("openings", usage, into)
}

// weightsFlag returns the flag --weights of a command that plays.
func weightsFlag(usage, byDefault string) cli.Flag {
	return &cli.StringFlag{Name: "weights", Usage: usage, DefaultText: byDefault}
}

// readStart makes games start as --openings and its related flags say.
func readStart(c *cli.Context, cfg *match.Config, kind opening.Kind) error {
	if err := check.OneOf("--openings", kind, opening.Standard, opening.Armies); err != nil {
		return misuse(err)
	}
	plies := cfg.RandomPlies
	if kind == opening.Armies {
		if c.IsSet("balance") {
			return misused("--balance needs --openings standard")
		}
		cfg.Config.Kind, cfg.RandomPlies = kind, match.SelfPlay().RandomPlies
		cfg.KeepBalance(0)
	} else {
		*cfg = cfg.Standard()
	}
	if c.IsSet("random-plies") {
		cfg.RandomPlies = plies
	}
	if kind == opening.Standard {
		unbalanced(cfg)
	}
	if c.IsSet("balance") {
		cfg.KeepBalance(c.Int("balance"))
	}
	return nil
}

// unbalanced switches off the check of openings for balance in games from the array without random
// moves.
func unbalanced(cfg *match.Config) {
	if cfg.RandomPlies == 0 {
		cfg.KeepBalance(0)
	}
}
