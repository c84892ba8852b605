package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/train"
	"bestiary/internal/format"
	"bestiary/selfplay/opening"
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
	// Labels counts the lines of a file of labelled positions; a run has none.
	Labels *opening.Labels `json:"labels,omitempty"`
}

// tuneSetup has the configurations of the three modes of tune.
type tuneSetup struct {
	fits    tuning.Settings
	playing train.Config
	network train.NetworkConfig
	shared  train.SharedConfig
	round   int
}

// The flags of each mode of tune, in addition to those that all take.
const (
	fitsFlags    = "round positions unit level"
	fileFlags    = "game skip-bad rule approximate unit level"
	playingOnly  = "playing all rounds pairs nodes match-pairs match-nodes blend seed out workers hub rule approximate positions"
	networkFlags = "network generations games depth epochs alone blend seed workers out rule approximate match-pairs match-nodes"
	manyFlags    = "network games depth epochs leave-out blend seed workers out rule approximate"
)

func tuneCommand() *cli.Command {
	s := &tuneSetup{fits: tuning.Default(), playing: train.Default(), network: train.DefaultNetwork(), shared: train.DefaultShared()}
	p, n, sh := &s.playing, &s.network, &s.shared
	return declare("tune", nil, s.run,
		positiveFlag("round", "use only the games of round `N`", &s.round, "all"),
		sharedFlag("positions", "sample `N` quiet positions of each game", &s.fits.PositionsPerGame, &p.Sampling.PositionsPerGame),
		&cli.StringFlag{Name: "game", Usage: "read positions of `GAME`", DefaultText: "chess"},
		switchFlag("skip-bad", "leave out lines that cannot be read"),
		unitFlag(&s.fits.Unit),
		numberFlag("level", "give intervals of confidence `X`", &s.fits.Level),
		&cli.StringFlag{Name: "weights", Category: asideCategory, Usage: "write playing weights to `FILE`"},
		jsonFlag(tuneJSON{}, "With --playing", trainJSON{}, "With --network", networkJSON{},
			"With --network and several games", train.SharedResult{}),
		switchFlag("network", "make a network"),
		positiveFlag("generations", "play and train `N` times for the network", &n.Generations),
		sharedFlag("games", "play `N` games for the network", &n.Play.Games, &sh.Play.Games),
		sharedFlag("depth", "search `N` plies a move for the network", &n.Play.Depth, &sh.Play.Depth),
		sharedFlag("epochs", "use each position `N` times", &n.Fit.Epochs, &sh.Fit.Epochs),
		listFlag("leave-out", "learn nothing from the games `A,...`", &sh.LeftOut, "none"),
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
	byDefault := fmt.Sprint(*first)
	if *first != *second {
		byDefault = fmt.Sprintf("%d or %d", *first, *second)
	}
	f := positiveFlag(name, usage, first, byDefault)
	write := f.Action
	f.Action = func(c *cli.Context, n int) error {
		*second = n
		return write(c, n)
	}
	return f
}

func (s *tuneSetup) run(c *cli.Context) error {
	mode, flags, argument, run := "", fitsFlags, "FOLDER or FILE", s.tuneRun
	switch info, err := os.Stat(c.Args().First()); {
	case c.Bool("network") && c.NArg() > 1:
		mode, flags, argument, run = "--network and several games", manyFlags, "GAME", s.tuneShared
	case c.Bool("network"):
		mode, flags, argument, run = "--network", networkFlags, "GAME", s.tuneNetwork
	case c.Bool("playing"):
		mode, flags, argument, run = "--playing", playingOnly, "GAME or --all", s.tunePlaying
	case err == nil && !info.IsDir():
		mode, flags, run = "a file of positions", fileFlags, s.tuneFile
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
	if err := s.fits.Validate(); (flags == fitsFlags || flags == fileFlags) && err != nil {
		return misused("tune: %w", err)
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
			return misused("tune: --%s does not go with %s", name, mode)
		}
		if name == "game" || name == "skip-bad" {
			return misused("tune: --%s goes with a file of positions", name)
		}
		if slices.Contains(strings.Fields(playingOnly), name) {
			return misused("tune: --%s goes with --playing", name)
		}
		return misused("tune: --%s goes with --network", name)
	}
	return nil
}

func (s *tuneSetup) tuneRun(c *cli.Context) error {
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
	return printFit(c, g, m, nil)
}

// tuneFile fits the values to labelled positions.
func (s *tuneSetup) tuneFile(c *cli.Context) error {
	path := c.Args().First()
	if strings.EqualFold(filepath.Ext(path), ".pgn") {
		return fmt.Errorf("%s: expected labelled positions; bestiary import-games makes a run of a PGN file", path)
	}
	if sameFile(c.String("weights"), path) {
		return fmt.Errorf("--weights %s: this would overwrite the positions", path)
	}
	g, err := loadGame(c, cmp.Or(c.String("game"), "chess"))
	if err != nil {
		return err
	}
	cfg, labels := opening.FromBook(path), &opening.Labels{}
	bad, told := leftOut(c, "line")
	cfg.SkipBad, cfg.Bad = c.Bool("skip-bad"), bad
	m, err := tuning.Measure(g, opening.Labelled(g, &cfg, labels), s.fits)
	told()
	switch {
	case labels.Bad > 0 && !cfg.SkipBad:
		return fmt.Errorf("%w; --skip-bad leaves such lines out", err)
	case errors.Is(err, tuning.ErrNoGames) || err == nil && m.Positions == 0:
		return fmt.Errorf("%s: found no quiet position with a label, expected lines such as FEN c9 \"1-0\";", path)
	case err != nil:
		return err
	}
	return printFit(c, g, m, labels)
}

// printFit prints values and writes the weights with them; labels is nil for the games of a run.
func printFit(c *cli.Context, g *rules.Game, m *tuning.Measurement, labels *opening.Labels) error {
	if c.IsSet("weights") {
		w, _ := estimate.Learn(g, eval.Prior(g), m, 1)
		if err := w.Save(c.String("weights"), g); err != nil {
			return err
		}
	}
	out := tuneJSON{
		Game: g.Variant.Name, Games: m.Games, Pairs: m.Pairs, Positions: m.Positions, Unit: string(m.Scale.Unit),
		Level: m.Level, Estimates: map[string][]tuning.Value{}, Error: m.CalibrationError, Labels: labels,
	}
	for _, e := range []tuning.Estimate{m.Design, m.Texel, m.Prior} {
		if e.Method != "" {
			out.Estimates[e.Method] = append([]tuning.Value{}, e.Values...)
		}
	}
	table, warnings := "fits", m.Design.Warnings
	if labels != nil {
		table, warnings, out.Games = "labelled", m.Texel.Warnings, m.Pairs
		delete(out.Estimates, m.Design.Method) // the armies at the start are unknown
		if 2*m.Pairs > labels.Positions {
			warnings = append(warnings, "few neighbours can be of one game: if the file is shuffled, "+
				"the intervals are too narrow")
		}
	}
	return printText(c, out, func(w io.Writer) {
		printedTable(table, struct {
			*tuning.Measurement
			Game   string
			Labels *opening.Labels
		}{m, g.Variant.Name, labels})(w)
		for _, warning := range warnings {
			fmt.Fprintln(w)
			printLabelled(w, "", 0, format.Title(warning)+".")
		}
	})
}
