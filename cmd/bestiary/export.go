package main

import (
	"fmt"
	"io"
	"os"
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
		Usage:     "write the games of runs as PGN, CSV or Parquet",
		ArgsUsage: "FOLDER",
		Description: `Writes all games of the run in FOLDER, in the order of rounds and pairs, to standard output
or to a file. CSV and Parquet have a row for each game or, with --positions, for each
position; if FOLDER has several runs below it, such as the sides of a comparison, they have
the games of all, and the column run tells them apart. docs/games.md lists the columns and the tags.`,
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

// openRuns opens the run in the folder that is the first argument, or all runs below
// it if there is none.
func openRuns(c *cli.Context) ([]table.Run, error) {
	folder := c.Args().First()
	if info, err := os.Stat(folder); err == nil && info.IsDir() && !hasRun(folder) {
		found, err := store.Find(folder)
		if err != nil {
			return nil, err
		}
		var runs []table.Run
		for _, path := range found {
			name, err := filepath.Rel(folder, path)
			if err != nil {
				return runs, err
			}
			s, err := store.Open(path)
			if err != nil {
				return runs, err
			}
			runs = append(runs, table.Run{Name: filepath.ToSlash(name), Store: s})
		}
		if runs != nil {
			return runs, nil
		}
	}
	s, err := openRun(c)
	if err != nil {
		return nil, err
	}
	whole, err := filepath.Abs(folder)
	return []table.Run{{Name: filepath.Base(whole), Store: s}}, err
}

// hasRun reports whether a folder is the folder of a run.
func hasRun(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, store.File))
	return err == nil
}

// exporter returns the function that writes the games as the flags say.
func exporter(c *cli.Context) (func(io.Writer, []table.Run) error, error) {
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
		return exportPGN, nil
	case c.Bool("positions"):
		return func(w io.Writer, runs []table.Run) error { return table.Positions(w, format, every, runs...) }, nil
	}
	return func(w io.Writer, runs []table.Run) error { return table.Games(w, format, runs...) }, nil
}

// exportPGN writes the games of one run: PGN has no place for the names of several.
func exportPGN(w io.Writer, runs []table.Run) error {
	if len(runs) > 1 {
		return fmt.Errorf("--format pgn: this folder has %d runs below it; name one, such as %s, or write csv or parquet", len(runs), runs[0].Name)
	}
	return pgn.Export(w, runs[0].Store)
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
