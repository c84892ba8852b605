package design

import (
	"fmt"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"bestiary/cmd/bestiary/command"
	"bestiary/cmd/web"
	"bestiary/experiments/present/doc"
)

func siteCommand() *cli.Command {
	return &cli.Command{
		Name:      "site",
		Usage:     "write the page as static files for any web host",
		ArgsUsage: "DIR",
		Description: `The page shows games, plays them and measures them, as bestiary serve does, but without a server: the
engine runs in the browser, as WebAssembly. With --results, the published pages in FOLDER become web pages in
DIR/results. Prints the names of the files. docs/browser.md says more.`,
		Flags: []cli.Flag{&cli.StringFlag{Name: "results", Usage: "add the published pages in `FOLDER`"}},
		Action: func(c *cli.Context) error {
			if c.Args().First() == "" {
				return command.Misused(`site: DIR "": expected a folder`)
			}
			ctx, stop := command.Interruptible()
			defer stop()
			paths, err := web.Site(ctx, c.Args().First())
			if err != nil {
				return fmt.Errorf("site: %w", err)
			}
			if from := c.String("results"); from != "" {
				pages, err := doc.Site(from, filepath.Join(c.Args().First(), "results"))
				if err != nil {
					return fmt.Errorf("site: --results: %w", err)
				}
				paths = append(paths, pages...)
			}
			command.PrintLines(c.App.Writer, paths)
			return nil
		},
	}
}
