package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v2"

	"bestiary/engine/variant"
	"bestiary/selfplay"
)

// playFlags go with every command that plays games.
func playFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "out", Usage: "keep the run in the folder `DIR`"},
		&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "choose the openings by the number `N`"},
		&cli.IntFlag{Name: "pairs", Usage: "play `N` pairs of games"},
		&cli.IntFlag{Name: "nodes", Value: 300, Usage: "search `N` positions a move"},
		&cli.IntFlag{Name: "units", Usage: "change at most `N` pieces of an army"},
		&cli.Float64Flag{Name: "max-imbalance", Usage: "let armies differ by at most `X` pawns"},
		&cli.IntFlag{Name: "random-plies", Usage: "start with `N` random moves; -1 for none"},
		&cli.IntFlag{Name: "workers", Usage: "play `N` games at a time; 0 for one a core", DefaultText: "0"},
		ruleFlag(),
		jsonFlag(),
	}
}

// playConfig reads playFlags.
func playConfig(c *cli.Context) (selfplay.Config, error) {
	for _, name := range []string{"pairs", "nodes", "units"} {
		if c.IsSet(name) && c.Int(name) < 1 {
			return selfplay.Config{}, fmt.Errorf("--%s %d: expected a number of at least 1", name, c.Int(name))
		}
	}
	if n := c.Int("workers"); n < 0 || n > 1024 {
		return selfplay.Config{}, fmt.Errorf("--workers %d: expected 0 to 1024", n)
	}
	if x := c.Float64("max-imbalance"); c.IsSet("max-imbalance") && !(x > 0 && !math.IsInf(x, 0)) {
		return selfplay.Config{}, fmt.Errorf("--max-imbalance %v: expected a number above 0", x)
	}
	cfg := selfplay.Config{
		Seed: c.Uint64("seed"), Pairs: c.Int("pairs"), Nodes: c.Int("nodes"), Units: c.Int("units"),
		MaxImbalance: c.Float64("max-imbalance"), RandomPlies: c.Int("random-plies"),
	}
	if c.IsSet("random-plies") && cfg.RandomPlies == 0 {
		cfg.RandomPlies = -1
	}
	return cfg, cfg.Validate()
}

// runFolder is --out or a folder named after the game, what kind of run it is,
// and the seed. A changed rule is another game and gets a folder of its own.
func runFolder(c *cli.Context, v *variant.Variant, kind string) string {
	if c.IsSet("out") {
		return c.String("out")
	}
	name := v.Name
	if len(c.StringSlice("rule")) > 0 {
		name += "-" + v.Hash()[:6]
	}
	if kind != "" {
		name += "-" + kind
	}
	return fmt.Sprintf("runs/%s-%d", name, c.Uint64("seed"))
}

// interruptible is a context that ends with Ctrl-C or a request to terminate.
func interruptible() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

// explainInterruption turns the end of the context into advice.
func explainInterruption(err error, folder string) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("interrupted; the finished games are kept in %s, and the same command goes on from there", folder)
	}
	return err
}
