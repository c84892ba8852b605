package main

import (
	"bufio"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"bestiary/selfplay"
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
	store, err := selfplay.Open(c.Args().First())
	if err != nil {
		return err
	}
	defer store.Close()
	if path := c.String("out"); path != "" {
		return exportFile(path, store)
	}
	return selfplay.ExportPGN(c.App.Writer, store)
}

// exportFile writes a file whole or reports that it could not.
func exportFile(path string, store *selfplay.Store) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	buffer := bufio.NewWriter(f)
	err = selfplay.ExportPGN(buffer, store)
	if err == nil {
		err = buffer.Flush()
	}
	if fault := f.Close(); err == nil {
		err = fault
	}
	if err != nil {
		return fmt.Errorf("export to %s: %w", path, err)
	}
	return nil
}
