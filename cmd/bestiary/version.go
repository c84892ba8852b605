package main

import (
	_ "embed"
	"io"

	"github.com/urfave/cli/v2"
)

// notices has the licences of all linked modules; make notices writes it.
//
//go:embed notices.txt
var notices string

func printVersion(c *cli.Context) error {
	if c.Bool("licences") {
		_, err := io.WriteString(c.App.Writer, notices)
		return err
	}
	printed("version", readBuild())(c.App.Writer)
	return nil
}
