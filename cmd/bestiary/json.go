package main

import (
	"encoding/json"

	"github.com/urfave/cli/v2"
)

func jsonFlag() cli.Flag {
	return &cli.BoolFlag{Name: "json", Usage: "print JSON, for programs", DisableDefaultText: true}
}

// printJSON prints a value on one line.
func printJSON(c *cli.Context, value any) error {
	enc := json.NewEncoder(c.App.Writer)
	enc.SetEscapeHTML(false)
	return enc.Encode(value)
}
