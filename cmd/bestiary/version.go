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

		Flags:  []cli.Flag{command.JSONFlag(command.Build{})},
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
