package design

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"bestiary/cmd/bestiary/command"
	"bestiary/cmd/web"
)

func siteCommand() *cli.Command {
	return &cli.Command{
		Name:      "site",
		Usage:     "write the page as static files for any web host",
		ArgsUsage: "DIR",
		Description: `The page shows games, plays them and measures them, as bestiary serve does, but without a server: the
engine runs in the browser, as WebAssembly. Prints the names of the files. docs/browser.md says more.`,
		Action: func(c *cli.Context) error {
			if c.Args().First() == "" {
				return errors.New(`site: DIR "": expected a folder`)
			}
			ctx, stop := command.Interruptible()
			defer stop()
			paths, err := web.Site(ctx, c.Args().First())
			if err != nil {
				return fmt.Errorf("site: %w", err)
			}
			command.PrintLines(c.App.Writer, paths)
			return nil
		},
	}
}
