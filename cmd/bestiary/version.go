package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"bestiary/cmd/bestiary/command"
)

func versionCommand() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print what this program was built from",
		Description: `With --json: {"version", "go", "revision", "modified"}: the version of the module,
"(devel)" if it was built from a work tree; the version of Go; the revision of the
source, "" if unknown; and whether the source was modified.`,
		Flags:  []cli.Flag{command.JSONFlag()},
		Action: printVersion,
	}
}

func printVersion(c *cli.Context) error {
	b := command.ReadBuild()
	if c.Bool("json") {
		return command.PrintJSON(c, b)
	}
	fmt.Fprintf(c.App.Writer, "bestiary %s\n%s\n", b.Version, b.Go)
	if b.Revision != "" {
		changed := ""
		if b.Modified {
			changed = ", modified"
		}
		fmt.Fprintf(c.App.Writer, "revision %s%s\n", b.Revision, changed)
	}
	return nil
}
