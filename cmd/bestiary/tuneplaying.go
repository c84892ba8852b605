package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments/train"
	"bestiary/selfplay/store"
	"bestiary/tuning/playing"
)

// playingFlags are the flags of tune that go with --playing.
func playingFlags() []cli.Flag {
	defaults := train.Config{}.Resolved()
	return []cli.Flag{
		&cli.BoolFlag{Name: "playing", Usage: "fit all playing weights", DisableDefaultText: true},
		&cli.BoolFlag{Name: "all", Usage: "tune all games of the catalogue", DisableDefaultText: true},
		countFlag("rounds", "play `N` rounds", defaults.Rounds),
		countFlag("pairs", "play `N` pairs a round from each kind of start", defaults.Pairs),
		countFlag("nodes", "search `N` positions a move", defaults.Nodes),
		countFlag("match-pairs", "play at most `N` pairs in the match", defaults.Match.Pairs),
		countFlag("match-nodes", "search `N` positions a move in the match", defaults.Match.Nodes),
		&cli.Float64Flag{Name: "blend", Usage: "learn a share `X` from scores, not results", DefaultText: fmt.Sprint(defaults.Fit.Blend)},
		&cli.Uint64Flag{Name: "seed", Value: 1, Base: 10, Usage: "draw openings from the seed `N`"},
		&cli.StringFlag{Name: "out", Usage: "keep the run in the folder `DIR`"},
		&cli.StringFlag{Name: "samples", Usage: "write the positions to `FILE`"},
		countFlag("workers", "play `N` games at a time", "one a core"),
		ruleFlag(),
	}
}

// refusePlayingFlags reports flags that mean nothing without --playing.
func refusePlayingFlags(c *cli.Context) error {
	for _, flag := range playingFlags() {
		if name := flag.Names()[0]; c.IsSet(name) {
			return fmt.Errorf("tune: --%s goes with --playing", name)
		}
	}
	return nil
}

// tunePlaying serves tune --playing.
func tunePlaying(c *cli.Context) error {
	cfg, err := trainConfig(c)
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	if c.Bool("all") {
		return tuneCatalogue(ctx, c, cfg)
	}
	arg := c.Args().First()
	if arg == "" {
		return fmt.Errorf("tune: missing FOLDER, GAME or --all; usage: %s", usage(c.Command))
	}
	if info, err := os.Stat(arg); err == nil && (info.IsDir() || playing.IsSampleFile(arg)) {
		return tuneOnData(ctx, c, cfg, info.IsDir())
	}
	g, err := loadGame(c)
	if err != nil {
		return err
	}
	return tuneGame(ctx, c, g, cfg, runFolder(c, g.Variant, "tune"), c.String("weights"))
}

func trainConfig(c *cli.Context) (train.Config, error) {
	var cfg train.Config
	if err := atLeastOne(c, "rounds", "pairs", "nodes", "match-pairs", "match-nodes", "positions"); err != nil {
		return cfg, err
	}
	for _, name := range []string{"round", "level"} {
		if c.IsSet(name) {
			return cfg, fmt.Errorf("tune: --%s does not go with --playing", name)
		}
	}
	for _, name := range []string{"out", "weights", "samples"} {
		if c.IsSet(name) && c.String(name) == "" {
			return cfg, fmt.Errorf(`--%s "": expected a path`, name)
		}
	}
	if n := c.Int("workers"); n < 0 || n > 1024 {
		return cfg, fmt.Errorf("--workers %d: expected 0 to 1024", n)
	}
	if c.Bool("all") && (c.NArg() > 0 || c.IsSet("samples") || c.IsSet("rule")) {
		return cfg, errors.New("tune: --all takes no argument, no --samples and no --rule")
	}
	cfg = train.Config{
		Seed: c.Uint64("seed"), Rounds: c.Int("rounds"), Pairs: c.Int("pairs"), Nodes: c.Int("nodes"),
		Sampling: playing.Sampling{PositionsPerGame: c.Int("positions")},
		Fit:      playing.Settings{Blend: c.Float64("blend")},
		Match:    train.MatchConfig{Pairs: c.Int("match-pairs"), Nodes: c.Int("match-nodes")},
	}
	return cfg, cfg.Validate()
}

// tuneCatalogue tunes one game after the other. A game that fails does not stop
// the others.
func tuneCatalogue(ctx context.Context, c *cli.Context, cfg train.Config) error {
	out, weights := c.String("out"), c.String("weights")
	if out == "" {
		out = fmt.Sprintf("runs/tune-%d", cfg.Seed)
	}
	if weights != "" {
		if err := os.MkdirAll(weights, 0o777); err != nil {
			return err
		}
	}
	var failed []error
	for _, name := range variant.Catalogue() {
		v, err := variant.Find(name)
		if err != nil {
			return err
		}
		g, err := rules.Compile(v)
		if err != nil {
			return fmt.Errorf("game %s: %w", name, err)
		}
		file := ""
		if weights != "" {
			file = filepath.Join(weights, name+".toml")
		}
		switch err := tuneGame(ctx, c, g, cfg, filepath.Join(out, name), file); {
		case ctx.Err() != nil:
			return err
		case err != nil:
			failed = append(failed, fmt.Errorf("%s: %w", name, err))
		}
	}
	return errors.Join(failed...)
}

// tuneGame plays, fits and tests. Accepted weights go to the folder and, if
// there is a name, to another file. When they are rejected, what an earlier run
// left in the folder goes away, and with --all the other file, too: the game
// then plays with the prior.
func tuneGame(ctx context.Context, c *cli.Context, g *rules.Game, cfg train.Config, folder, weights string) error {
	show := newProgress(c.App.ErrWriter, cfg.Games())
	started := time.Now()
	r, err := train.Run(ctx, g, cfg, folder, c.Int("workers"), trainEvents(show))
	show.end()
	if err != nil {
		return explainInterruption(err, folder)
	}
	fmt.Fprintf(c.App.ErrWriter, "%s finished in %s\n", g.Variant.Name, time.Since(started).Round(time.Second/10))
	r.Final.Origin.Command = tuneCommandLine(c, g)
	if err := writeFile(filepath.Join(folder, "report.txt"), r.Write); err != nil {
		return err
	}
	if err := placeWeights(r, filepath.Join(folder, "weights.toml"), true); err != nil {
		return err
	}
	if err := placeWeights(r, weights, c.Bool("all")); err != nil {
		return err
	}
	return finishTuning(c, r, fmt.Sprintf("report %s\n", filepath.Join(folder, "report.txt")))
}

// tuneOnData fits and tests with the games of a run or the positions of a
// sample file.
func tuneOnData(ctx context.Context, c *cli.Context, cfg train.Config, isRun bool) error {
	for _, name := range []string{"rounds", "pairs", "nodes", "out", "rule"} {
		if c.IsSet(name) {
			return fmt.Errorf("tune: --%s is for playing the games of a GAME, not for games that are there", name)
		}
	}
	if err := checkOutput(c, "samples"); err != nil {
		return err
	}
	if err := checkOutput(c, "weights"); err != nil {
		return err
	}
	read := playing.Open
	if isRun {
		read = func(string) (*playing.Data, error) { return sampleRun(c, cfg.Sampling) }
	}
	d, err := read(c.Args().First())
	if err != nil {
		return err
	}
	show := newProgress(c.App.ErrWriter, 0)
	r, err := train.RunOn(ctx, d, cfg, c.Int("workers"), trainEvents(show))
	show.end()
	if errors.Is(err, context.Canceled) {
		return errors.New("interrupted")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.Args().First(), err)
	}
	r.Final.Origin.Command = tuneCommandLine(c, d.Game)
	if err := placeWeights(r, c.String("weights"), false); err != nil {
		return err
	}
	return finishTuning(c, r, "")
}

// sampleRun samples all games of a run.
func sampleRun(c *cli.Context, s playing.Sampling) (*playing.Data, error) {
	games, err := openRun(c)
	if err != nil {
		return nil, err
	}
	defer games.Close()
	g, err := rules.Compile(games.Variant())
	if err != nil {
		return nil, err
	}
	d, err := playing.NewData(g)
	if err != nil {
		return nil, err
	}
	return d, d.Collect(games.AllGames(), s)
}

// placeWeights writes accepted weights to a file; rejected ones remove an older
// file if they are to. An empty path is none.
func placeWeights(r *train.Result, path string, remove bool) error {
	switch {
	case path == "":
		return nil
	case r.Match.Accepted:
		return r.Final.Save(path, r.Game)
	case !remove:
		return nil
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// finishTuning writes the samples and prints the result.
func finishTuning(c *cli.Context, r *train.Result, last string) error {
	if path := c.String("samples"); path != "" {
		if err := r.Data.Save(path); err != nil {
			return err
		}
	}
	if c.Bool("json") {
		return printJSON(c, newTrainJSON(r))
	}
	if err := r.Write(c.App.Writer); err != nil {
		return err
	}
	_, err := io.WriteString(c.App.Writer, last)
	return err
}

// trainEvents shows the rounds on one bar and the match in plain lines.
func trainEvents(show *progress) train.Events {
	done := 0
	return train.Events{
		PartStarts: func(round int, openings string) { show.round(fmt.Sprintf("round %d %s", round, openings), done) },
		GameDone:   show.game,
		PartEnds:   func(sum store.Summary) { done += sum.Games },
		RoundEnds: func(r train.Round) {
			show.say("round %d: %d games, loss %.5f, was %.5f", r.Number, r.Fit.Games, r.Fit.After.Train, r.Fit.Before.Train)
		},
		PairDone: show.pair,
	}
}

// tuneCommandLine is the command that makes the same weights again.
func tuneCommandLine(c *cli.Context, g *rules.Game) string {
	var b strings.Builder
	name := g.Variant.Name
	if !c.Bool("all") {
		name = c.Args().First()
	}
	b.WriteString("bestiary tune --playing " + quote(name))
	for _, flag := range []string{"seed", "rounds", "pairs", "nodes", "positions", "blend", "match-pairs", "match-nodes"} {
		if c.IsSet(flag) {
			fmt.Fprintf(&b, " --%s %v", flag, c.Value(flag))
		}
	}
	for _, r := range c.StringSlice("rule") {
		b.WriteString(" --rule " + quote(r))
	}
	return b.String()
}
