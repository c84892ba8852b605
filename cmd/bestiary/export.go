package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"bestiary/selfplay/pgn"
	"bestiary/selfplay/table"
)

func exportCommand() *cli.Command {
	return declare("export", nil, export,
		&cli.StringFlag{Name: "format", Value: string(formatPGN), DefaultText: string(formatPGN), Usage: "write `FORMAT`: pgn, csv or parquet"},
		switchFlag("positions", "write a row for each position"),
		&cli.IntFlag{Name: "every", Value: 1, Usage: "with --positions, write only every `N`-th ply"},
		outFlag(),
	)
}

const formatPGN table.Format = "pgn"

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
func exporter(c *cli.Context) (func(io.Writer, []table.Run) error, error) {
	format, every := table.Format(c.String("format")), c.Int("every")
	formats := []string{string(formatPGN), string(table.CSV), string(table.Parquet)}
	switch {
	case !slices.Contains(formats, string(format)):
		return nil, unknownName(fmt.Sprintf("--format %q: expected pgn, csv or parquet", format), string(format), formats)
	case format == formatPGN && c.Bool("positions"):
		return nil, misused("--positions: goes with --format csv or parquet")
	case c.IsSet("every") && !c.Bool("positions"):
		return nil, misused("--every: goes with --positions")
	case every < 1:
		return nil, misused("--every %d: expected at least 1", every)
	case format == table.Parquet && !c.IsSet("out"):
		return nil, misused("--format parquet: needs --out FILE")
	case format == formatPGN:
		return exportPGN, nil
	case c.Bool("positions"):
		return func(w io.Writer, runs []table.Run) error { return table.Positions(w, format, every, runs...) }, nil
	}
	return func(w io.Writer, runs []table.Run) error { return table.Games(w, format, runs...) }, nil
}

// exportPGN writes the games of a single run, since games in PGN do not name their run.
func exportPGN(w io.Writer, runs []table.Run) error {
	if len(runs) > 1 {
		return misused("--format pgn: this folder has %d runs below it; name one, such as %s, or write csv or parquet", len(runs), runs[0].Name)
	}
	return pgn.Export(w, runs[0].Store)
}
