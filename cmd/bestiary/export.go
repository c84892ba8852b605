package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"bestiary/selfplay/pgn"
	"bestiary/selfplay/store"
)

func exportCommand() *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write the games of a run as PGN",
		ArgsUsage: "FOLDER",
		Description: `Writes all games of the run in FOLDER, in the order of rounds and pairs, to standard output
or to a file.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "write to `FILE`", DefaultText: "standard output"},
		},
		Action: export,
	}
}

func export(c *cli.Context) error {
	if err := checkOutput(c, "out"); err != nil {
		return err
	}
	store, err := openRun(c)
	if err != nil {
		return err
	}
	defer store.Close()
	if c.IsSet("out") {
		return exportFile(c.String("out"), store)
	}
	return pgn.Export(c.App.Writer, store)
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
	target, err := os.Stat(path)
	if err != nil {
		return nil // a new file, or one that writing will report
	}
	if games, err := os.Stat(filepath.Join(c.Args().First(), store.File)); err == nil && os.SameFile(target, games) {
		return fmt.Errorf("--%s %s: this would overwrite the games of the run", flag, path)
	}
	return nil
}

// exportFile writes a file whole or reports that it could not.
func exportFile(path string, store *store.Store) error {
	return writeFile(path, func(w io.Writer) error { return pgn.Export(w, store) })
}
