package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/page/doc"
	"bestiary/experiments/train"
	"bestiary/internal/format"
	"bestiary/tuning"
	"bestiary/tuning/network"
	"bestiary/tuning/playing"
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

func tuneCommand() *cli.Command {
	defaults := tuning.Default()
	return &cli.Command{
		Name:      "tune",
		Usage:     "fit the values of pieces to the games of a run",
		ArgsUsage: "[FOLDER|GAME]",
		Description: `Fits all games of the run in FOLDER, or those of one round, and prints the values by every
estimate. With --weights, it writes the playing weights fitted to them to a file for
bestiary selfplay --weights.

With --playing, it fits all weights of the playing evaluation, and the new weights play a match
against the mobility prior. For a GAME, the engine first plays rounds of games, each round with
the weights of the one before, half of them from armies that differ at random and half after random
moves. They go into the folder runs/GAME-tune-SEED, as do the report and, if the match accepts
them, the weights (weights.toml). Give the same command again to continue after an interruption.
--all tunes every game of the catalogue; --out and --weights are then folders with an entry for
each game. The file of --weights stays as it is if the match rejects the new weights.

With --network, it makes a network for a GAME: it plays games at a small depth, trains on them,
plays with the network, trains again, and so on, and lets the last one play the tuned weights in equal
processor time. Everything is kept in runs/GAME-network-SEED. If the match accepts the network, it is
written to the file of --weights, which other commands take in place of a weight file. See
docs/networks.md.`,
		Flags: append([]cli.Flag{
			countFlag("round", "use only the games of round `N`", "all"),
			countFlag("positions", "sample `N` quiet positions of each game", fmt.Sprintf("%d or %d", defaults.PositionsPerGame, playing.DefaultSampling().PositionsPerGame)),
			unitFlag(),
			&cli.Float64Flag{Name: "level", Usage: "give intervals of confidence `X`", DefaultText: fmt.Sprint(defaults.Level)},
			&cli.StringFlag{Name: "weights", Category: aside, Usage: "write playing weights to `FILE`"},
			jsonFlag(tuneJSON{}, "With --playing", trainJSON{}, "With --network", networkJSON{}),
			&cli.BoolFlag{Name: "network", Usage: "make a network", DisableDefaultText: true},
			countFlag("generations", "play and train `N` times for the network", train.DefaultNetwork().Generations),
			countFlag("games", "play `N` games a generation for the network", train.DefaultNetwork().Play.Games),
			countFlag("depth", "search `N` plies a move for the network", train.DefaultNetwork().Play.Depth),
			countFlag("epochs", "use each position `N` times for the network", network.Default().Epochs),
			&cli.BoolFlag{Name: "alone", Usage: "let the network replace the terms, not add to them", DisableDefaultText: true},
		}, playingFlags()...),
		Action: tune,
	}
}

// The flags of each mode of tune, besides those that all take.
const (
	fitsFlags    = "round positions unit level"
	playingOnly  = "playing all rounds pairs nodes match-pairs match-nodes blend seed out workers hub rule approximate positions"
	networkFlags = "network generations games depth epochs alone blend seed workers out rule approximate match-pairs match-nodes"
)

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

func tune(c *cli.Context) error {
	mode, flags, run := "", fitsFlags, tuneFits
	if c.Bool("network") {
		mode, flags, run = "network", networkFlags, tuneNetwork
	} else if c.Bool("playing") {
		mode, flags, run = "playing", playingOnly, tunePlaying
	}
	if err := checkMode(c, mode, flags); err != nil {
		return err
	}
	return run(c)
}

func tuneFits(c *cli.Context) error {
	if c.NArg() == 0 {
		return misused("tune: missing FOLDER; usage: %s", usageOf(c.Command))
	}
	settings, err := tuneSettings(c)
	if err != nil {
		return err
	}
	store, err := openRun(c)
	if err != nil {
		return err
	}
	defer store.Close()
	g, err := rules.Compile(store.Variant())
	if err != nil {
		return err
	}
	games, which := store.AllGames(), ""
	if c.IsSet("round") {
		games, which = store.Games(c.Int("round")), fmt.Sprintf(", round %d", c.Int("round"))
	}
	m, err := tuning.Measure(g, games, settings)
	if err != nil {
		return fmt.Errorf("run folder %s%s: %w", c.Args().First(), which, err)
	}
	if c.IsSet("weights") {
		w, _ := estimate.Learn(g, eval.Prior(g), m, 1)
		if err := w.Save(c.String("weights"), g); err != nil {
			return err
		}
	}
	return printAnswer(c, answer{Value: newTuneJSON(g, m), Text: func(w io.Writer) { printFits(w, g, m) }})
}

func tuneSettings(c *cli.Context) (tuning.Settings, error) {
	settings := tuning.Default()
	setInt(c, "positions", &settings.PositionsPerGame)
	setFloat(c, "level", &settings.Level)
	settings.Unit = tuning.Unit(c.String("unit"))
	if err := atLeastOne(c, "round", "positions"); err != nil {
		return settings, err
	}
	if err := settings.Validate(); err != nil {
		return settings, misused("tune: %w", err)
	}
	return settings, checkWeightsFile(c)
}

func newTuneJSON(g *rules.Game, m *tuning.Measurement) tuneJSON {
	out := tuneJSON{
		Game: g.Variant.Name, Games: m.Games, Pairs: m.Pairs, Positions: m.Positions, Unit: string(m.Scale.Unit),
		Level: m.Level, Estimates: map[string][]tuning.Value{}, Error: m.CalibrationError,
	}
	for _, e := range []tuning.Estimate{m.Design, m.Texel, m.Prior} {
		if e.Method != "" {
			out.Estimates[e.Method] = append([]tuning.Value{}, e.Values...)
		}
	}
	return out
}

// printFits prints the values of all estimates.
func printFits(w io.Writer, g *rules.Game, m *tuning.Measurement) {
	t := doc.Table{
		Caption: fmt.Sprintf("%s: values %s with %s confidence intervals, from %s in %s and %s. The calibration error is %s.",
			g.Variant.Name, m.Scale.In(), format.Level(m.Level), format.Plural(m.Games, "game"),
			format.Plural(m.Pairs, "pair"), format.Plural(m.Positions, "quiet position"), format.Fixed(m.CalibrationError, 3)),
		Head: []string{"piece", "armies", "positions", "prior"},
	}
	for i, v := range m.Design.Values {
		positions := format.None
		if len(m.Texel.Values) > 0 {
			positions = format.Value.Interval(m.Texel.Values[i].Worth)
		}
		t.Rows = append(t.Rows, doc.Row(v.Piece, format.Value.Interval(v.Worth), positions, format.Value.Estimate(m.Prior.Values[i].Worth)))
	}
	fmt.Fprint(w, t.Text(textWidth))
	for _, warning := range m.Design.Warnings {
		fmt.Fprintln(w)
		printLabelled(w, "", 0, format.Title(warning)+".")
	}
}
