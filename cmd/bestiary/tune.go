package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/train"
	"bestiary/internal/format"
	"bestiary/tuning"
)

// tuneJSON is the output of tune --json.
type tuneJSON struct {
	Game      string  `json:"game"`
	Games     int     `json:"games"`
	Pairs     int     `json:"pairs"`
	Positions int     `json:"positions"`
	Unit      string  `json:"unit"`
	Level     float64 `json:"level"`
	// Estimates holds the values estimated by armies (design), by quiet positions (texel)
	// and by mobility (prior).
	Estimates map[string][]tuning.Value `json:"estimates"`
	Error     float64                   `json:"calibration-error"`
}

// tuneSetup has the configurations of the three modes of tune.
type tuneSetup struct {
	fits    tuning.Settings
	playing train.Config
	network train.NetworkConfig
	round   int
}

// The flags of each mode of tune, in addition to those that all take.
const (
	fitsFlags    = "round positions unit level"
	playingOnly  = "playing all rounds pairs nodes match-pairs match-nodes blend seed out workers hub rule approximate positions"
	networkFlags = "network generations games depth epochs alone blend seed workers out rule approximate match-pairs match-nodes"
)

func tuneCommand() *cli.Command {
	s := &tuneSetup{fits: tuning.Default(), playing: train.Default(), network: train.DefaultNetwork()}
	p, n := &s.playing, &s.network
	return declare("tune", nil, s.run,
		positiveFlag("round", "use only the games of round `N`", &s.round, "all"),
		sharedFlag("positions", "sample `N` quiet positions of each game", &s.fits.PositionsPerGame, &p.Sampling.PositionsPerGame),
		unitFlag(&s.fits.Unit),
		numberFlag("level", "give intervals of confidence `X`", &s.fits.Level),
		&cli.StringFlag{Name: "weights", Category: asideCategory, Usage: "write playing weights to `FILE`"},
		jsonFlag(tuneJSON{}, "With --playing", trainJSON{}, "With --network", networkJSON{}),
		switchFlag("network", "make a network"),
		positiveFlag("generations", "play and train `N` times for the network", &n.Generations),
		positiveFlag("games", "play `N` games a generation for the network", &n.Play.Games),
		positiveFlag("depth", "search `N` plies a move for the network", &n.Play.Depth),
		positiveFlag("epochs", "use each position `N` times for the network", &n.Fit.Epochs),
		switchFlag("alone", "let the network replace the terms, not add to them"),
		switchFlag("playing", "fit all playing weights"),
		aside(switchFlag("all", "tune all games of the catalogue")),
		positiveFlag("rounds", "play `N` rounds", &p.Rounds),
		positiveFlag("pairs", "play `N` pairs of each kind per round", &p.Play.Pairs),
		positiveFlag("nodes", "search `N` positions a move", &p.Play.Nodes),
		sharedFlag("match-pairs", "play at most `N` pairs in the match", &p.Match.Pairs, &n.Match.Pairs),
		sharedFlag("match-nodes", "`N` positions a move in the match", &p.Match.Nodes, &n.Match.Nodes),
		numberFlag("blend", "learn the share `X` from scores", &p.Fit.Blend, fmt.Sprintf("%v or %v", p.Fit.Blend, n.Fit.Blend)),
		seedFlag(),
		folderFlag(),
		workersFlag(),
		hubFlag(),
		ruleFlag(), approximateFlag(),
	)
}

// sharedFlag returns a flag for a number of at least 1 that two configurations have.
func sharedFlag(name, usage string, first, second *int) cli.Flag {
	f := positiveFlag(name, usage, first, fmt.Sprintf("%d or %d", *first, *second))
	write := f.Action
	f.Action = func(c *cli.Context, n int) error {
		*second = n
		return write(c, n)
	}
	return f
}

func (s *tuneSetup) run(c *cli.Context) error {
	mode, flags, argument, run := "", fitsFlags, "FOLDER", s.tuneFits
	if c.Bool("network") {
		mode, flags, argument, run = "network", networkFlags, "GAME", s.tuneNetwork
	} else if c.Bool("playing") {
		mode, flags, argument, run = "playing", playingOnly, "GAME or --all", s.tunePlaying
	}
	if err := checkMode(c, mode, flags); err != nil {
		return err
	}
	if c.NArg() == 0 && !c.Bool("all") {
		return misused("tune: missing %s; usage: %s", argument, usageOf(c.Command))
	}
	if c.IsSet("weights") && c.String("weights") == "" {
		return misused(`--weights "": expected a path`)
	}
	if !c.Bool("all") { // before any game is played
		if err := errors.Join(checkOutput(c, "weights"), checkPlace("weights", c.String("weights"))); err != nil {
			return err
		}
	}
	return run(c)
}

// checkMode reports a flag that is set but does not go with the mode of tune.
func checkMode(c *cli.Context, mode, flags string) error {
	for _, flag := range c.Command.Flags {
		name := flag.Names()[0]
		if !c.IsSet(name) || slices.Contains(strings.Fields(flags+" weights json help"), name) {
			continue
		}
		if mode != "" {
			return misused("tune: --%s does not go with --%s", name, mode)
		}
		if slices.Contains(strings.Fields(playingOnly), name) {
			return misused("tune: --%s goes with --playing", name)
		}
		return misused("tune: --%s goes with --network", name)
	}
	return nil
}

func (s *tuneSetup) tuneFits(c *cli.Context) error {
	if err := s.fits.Validate(); err != nil {
		return misused("tune: %w", err)
	}
	run, err := openRun(c)
	if err != nil {
		return err
	}
	defer run.Close()
	g, err := rules.Compile(run.Variant())
	if err != nil {
		return err
	}
	games, which := run.AllGames(), ""
	if c.IsSet("round") {
		games, which = run.Games(s.round), fmt.Sprintf(", round %d", s.round)
	}
	m, err := tuning.Measure(g, games, s.fits)
	if err != nil {
		return fmt.Errorf("run folder %s%s: %w", c.Args().First(), which, err)
	}
	if c.IsSet("weights") {
		w, _ := estimate.Learn(g, eval.Prior(g), m, 1)
		if err := w.Save(c.String("weights"), g); err != nil {
			return err
		}
	}
	out := tuneJSON{
		Game: g.Variant.Name, Games: m.Games, Pairs: m.Pairs, Positions: m.Positions, Unit: string(m.Scale.Unit),
		Level: m.Level, Estimates: map[string][]tuning.Value{}, Error: m.CalibrationError,
	}
	for _, e := range []tuning.Estimate{m.Design, m.Texel, m.Prior} {
		if e.Method != "" {
			out.Estimates[e.Method] = append([]tuning.Value{}, e.Values...)
		}
	}
	return printText(c, out, func(w io.Writer) {
		printedTable("fits", struct {
			*tuning.Measurement
			Game string
		}{m, g.Variant.Name})(w)
		for _, warning := range m.Design.Warnings {
			fmt.Fprintln(w)
			printLabelled(w, "", 0, format.Title(warning)+".")
		}
	})
}
