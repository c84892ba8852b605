package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/internal/format"
	"bestiary/selfplay/pgn"
	"bestiary/selfplay/store"
)

// The formats of export.
const (
	formatPGN = "pgn"
	formatCSV = "csv"
)

func exportCommand() *cli.Command {
	return declare("export-games", nil, export,
		valueFlag("format", "write `FORMAT`: pgn or csv", formatPGN),
		switchFlag("positions", "write a row for each position"),
		&cli.StringFlag{Name: "dialect", Usage: "positions as in `NAME`: " + format.List(rules.FENDialects(), "or")},
		&cli.IntFlag{Name: "every", Value: 1, Usage: "with --positions, write only every `N`-th ply"},
		outFlag(),
	)
}

func export(c *cli.Context) error {
	write, err := exporter(c)
	if err != nil {
		return err
	}
	if err := checkOutput(c, "out"); err != nil {
		return err
	}
	runs, err := openRuns(c)
	for _, run := range runs {
		defer run.Store.Close()
	}
	if err != nil {
		return err
	}
	if c.IsSet("out") {
		return writeFile(c.String("out"), func(w io.Writer) error { return write(w, runs) })
	}
	return write(c.App.Writer, runs)
}

// exporter returns a function that writes games in the format given by the flags.
func exporter(c *cli.Context) (func(io.Writer, []store.Named) error, error) {
	format, every := c.String("format"), c.Int("every")
	formats := []string{formatPGN, formatCSV}
	dialect, dialects := c.String("dialect"), rules.FENDialects()
	switch {
	case format == "parquet":
		return nil, misused("--format parquet: no longer written; pandas and DuckDB read --format csv and games.db, see docs/games.md")
	case !slices.Contains(formats, format):
		return nil, unknownName(fmt.Sprintf("--format %q: expected pgn or csv", format), format, formats)
	case c.IsSet("dialect") && format != formatPGN:
		return nil, misused("--dialect: goes with --format pgn")
	case c.IsSet("dialect") && !slices.Contains(dialects, dialect):
		return nil, unknownName(fmt.Sprintf("--dialect %q: expected one of %s", dialect, strings.Join(dialects, ", ")), dialect, dialects)
	case format == formatPGN && c.Bool("positions"):
		return nil, misused("--positions: goes with --format csv")
	case c.IsSet("every") && !c.Bool("positions"):
		return nil, misused("--every: goes with --positions")
	case every < 1:
		return nil, misused("--every %d: expected at least 1", every)
	case format == formatPGN:
		return func(w io.Writer, runs []store.Named) error {
			if len(runs) > 1 { // games in PGN do not name their run
				return misused("--format pgn: this folder has %d runs below it; name one, such as %s, or write csv", len(runs), runs[0].Name)
			}
			return pgn.Export(w, runs[0].Store, dialect)
		}, nil
	case c.Bool("positions"):
		return func(w io.Writer, runs []store.Named) error { return store.WritePositions(w, every, runs...) }, nil
	}
	return func(w io.Writer, runs []store.Named) error { return store.WriteGames(w, runs...) }, nil
}
