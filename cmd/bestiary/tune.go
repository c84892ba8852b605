package main

import (
	"fmt"
	"math"

	"github.com/urfave/cli/v2"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments"
	"bestiary/selfplay"
	"bestiary/tuning"
	"bestiary/tuning/logit"
)

// tuneJSON is the output of tune --json.
type tuneJSON struct {
	Game      string                  `json:"game"`
	Games     int                     `json:"games"`
	Pairs     int                     `json:"pairs"`
	Positions int                     `json:"positions"`
	Unit      string                  `json:"unit"`
	Level     float64                 `json:"level"`
	Estimates map[string][]tunedPiece `json:"estimates"`
	Error     float64                 `json:"calibration_error"`
}

type tunedPiece struct {
	Piece string       `json:"piece"`
	Pawns intervalJSON `json:"pawns"`
	Logit intervalJSON `json:"logit"`
}

func tuneCommand() *cli.Command {
	return &cli.Command{
		Name:      "tune",
		Usage:     "fit the values of pieces to the games of a run",
		ArgsUsage: "FOLDER",
		Description: `Fits all games of the run in FOLDER, or those of one round, and prints the values by every
estimate. With --weights the playing weights fitted to them are written to a file, for
bestiary play --weights.

With --json: {"game", "games", "pairs", "positions", "unit", "level", "estimates", "calibration_error"};
estimates has the lists design, texel and prior of {"piece", "pawns", "logit"}, where pawns and
logit are {"estimate", "lo", "hi"} with null for an end that the games do not bound.`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "round", Value: -1, Usage: "only the games of round `N`", DefaultText: "all"},
			&cli.IntFlag{Name: "positions", Usage: "sample `N` quiet positions of each game"},
			&cli.Float64Flag{Name: "level", Usage: "give intervals of confidence `X`"},
			&cli.StringFlag{Name: "weights", Usage: "write playing weights to `FILE`"},
			jsonFlag(),
		},
		Action: tune,
	}
}

func tune(c *cli.Context) error {
	settings := tuning.Settings{PositionsPerGame: c.Int("positions"), Level: c.Float64("level")}
	if err := settings.Validate(); err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	store, err := selfplay.Open(c.Args().First())
	if err != nil {
		return err
	}
	defer store.Close()
	g, err := rules.Compile(store.Variant())
	if err != nil {
		return err
	}
	games := store.AllGames()
	if c.Int("round") >= 0 {
		games = store.Games(c.Int("round"))
	}
	m, err := tuning.Measure(g, games, settings)
	if err != nil {
		return fmt.Errorf("run folder %s: %w", c.Args().First(), err)
	}
	if path := c.String("weights"); path != "" {
		w, _ := experiments.Learn(g, eval.Prior(g), experiments.LearnFrom(m), 1)
		if err := w.Save(path, g); err != nil {
			return err
		}
	}
	if c.Bool("json") {
		return printJSON(c, newTuneJSON(g, m))
	}
	printFits(c, g, m)
	return nil
}

func newTuneJSON(g *rules.Game, m *tuning.Measurement) tuneJSON {
	out := tuneJSON{
		Game: g.Variant.Name, Games: m.Games, Pairs: m.Pairs, Positions: m.Positions, Unit: m.Unit,
		Level: m.Level, Estimates: map[string][]tunedPiece{}, Error: m.CalibrationError,
	}
	for _, e := range []tuning.Estimate{m.Design, m.Texel, m.Prior} {
		list := []tunedPiece{}
		for _, v := range e.Values {
			list = append(list, tunedPiece{v.Piece, newInterval(v.Pawns), newInterval(v.Logit)})
		}
		if e.Method != "" {
			out.Estimates[e.Method] = list
		}
	}
	return out
}

func printFits(c *cli.Context, g *rules.Game, m *tuning.Measurement) {
	out := c.App.Writer
	fmt.Fprintf(out, "%s: %d games in %d pairs, %d quiet positions\n", g.Variant.Name, m.Games, m.Pairs, m.Positions)
	fmt.Fprintf(out, "values in units of a %s with %g %% intervals; calibration error %.3f\n\n", m.Unit, 100*m.Level, m.CalibrationError)
	fmt.Fprintf(out, "%-16s%24s%24s%8s\n", "piece", "design", "texel", "prior")
	for i, v := range m.Design.Values {
		texel := logit.Interval{Estimate: math.NaN()}
		if len(m.Texel.Values) > 0 {
			texel = m.Texel.Values[i].Pawns
		}
		fmt.Fprintf(out, "%-16s%24s%24s%8.2f\n", v.Piece, interval(v.Pawns), dash(texel), m.Prior.Values[i].Pawns.Estimate)
	}
	for _, w := range m.Design.Warnings {
		fmt.Fprintf(out, "\n%s\n", w)
	}
}

func dash(v logit.Interval) string {
	if math.IsNaN(v.Estimate) {
		return "-"
	}
	return interval(v)
}
