package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"bestiary/selfplay/pgn"
	"bestiary/selfplay/store"
	"bestiary/selfplay/table"
)

func exportCommand() *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write the games of a run as PGN, CSV or Parquet",
		ArgsUsage: "FOLDER",
		Description: `Writes all games of the run in FOLDER, in the order of rounds and pairs, to standard output
or to a file. CSV and Parquet have a row for each game or, with --positions, for each
position. docs/games.md lists the columns and the tags.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "format", Value: string(formatPGN), Usage: "write `FORMAT`: pgn, csv or parquet"},
			&cli.BoolFlag{Name: "positions", Usage: "write a row for each position", DisableDefaultText: true},
			&cli.IntFlag{Name: "every", Value: 1, Usage: "with --positions, write only every `N`-th ply"},
			outFlag(),
		},
		Action: export,
	}
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
	store, err := openRun(c)
	if err != nil {
		return err
	}
	defer store.Close()
	if c.IsSet("out") {
		return writeFile(c.String("out"), func(w io.Writer) error { return write(w, store) })
	}
	return write(c.App.Writer, store)
}

// exporter returns the function that writes the games as the flags say.
func exporter(c *cli.Context) (func(io.Writer, *store.Store) error, error) {
	format, every := table.Format(c.String("format")), c.Int("every")
	formats := []string{string(formatPGN), string(table.CSV), string(table.Parquet)}
	switch {
	case !slices.Contains(formats, string(format)):
		return nil, unknownName(fmt.Sprintf("--format %q: expected pgn, csv or parquet", format), string(format), formats)
	case format == formatPGN && c.Bool("positions"):
		return nil, fmt.Errorf("--positions: goes with --format csv or parquet")
	case c.IsSet("every") && !c.Bool("positions"):
		return nil, fmt.Errorf("--every: goes with --positions")
	case every < 1:
		return nil, fmt.Errorf("--every %d: expected at least 1", every)
	case format == table.Parquet && !c.IsSet("out"):
		return nil, fmt.Errorf("--format parquet: needs --out FILE")
	case format == formatPGN:
		return pgn.Export, nil
	case c.Bool("positions"):
		return func(w io.Writer, s *store.Store) error { return table.Positions(w, format, s, every) }, nil
	}
	return func(w io.Writer, s *store.Store) error { return table.Games(w, format, s) }, nil
}

// openRun opens the run in the folder that is the first argument.
func openRun(c *cli.Context) (*store.Store, error) {
	folder := c.Args().First()
	if folder == "" {
		return nil, fmt.Errorf(`%s: FOLDER "": expected the folder of a run`, c.Command.Name)
	}
	return store.Open(folder)
}

// checkOutput makes sure that the file that a flag names can be replaced: the
// games of the run cannot be made again in a moment.
func checkOutput(c *cli.Context, flag string) error {
	path := c.String(flag)
	if c.IsSet(flag) && path == "" {
		return fmt.Errorf(`--%s "": expected a file`, flag)
	}
	if sameFile(path, filepath.Join(c.Args().First(), store.File)) {
		return fmt.Errorf("--%s %s: this would overwrite the games of the run", flag, path)
	}
	return nil
}
