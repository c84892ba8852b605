package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"bestiary/cmd/web"
	"bestiary/cmd/web/server"
	"bestiary/experiments/page/doc"
)

func serveCommand() *cli.Command {
	return declare("serve", nil, func(c *cli.Context) error {
		s, err := listen(c.Args().Slice(), c.String("listen"), c.Bool("token"))
		if err != nil {
			return err
		}
		return serveAt(c, s, s.URL)
	},
		&cli.StringFlag{Name: "listen", Value: "127.0.0.1:8080", DefaultText: "127.0.0.1:8080", Usage: "listen on `ADDRESS`; port 0 is any"},
		switchFlag("token", "ask for the token even if only this machine can connect"),
	)
}

// listen returns a server for the runs below folders, by default below the folder runs.
func listen(folders []string, address string, token bool) (*server.Server, error) {
	if len(folders) == 0 {
		folders = []string{runsFolder}
		if err := os.MkdirAll(runsFolder, 0o777); err != nil {
			return nil, err
		}
	}
	return server.Listen(server.Config{Folders: folders, Address: address, Token: token, Version: readBuild().Version})
}

// serveAt prints the address, opens it in a browser, and serves until the command is
// interrupted.
func serveAt(c *cli.Context, s *server.Server, address string) error {
	fmt.Fprintln(c.App.Writer, address)
	flushOutput(c.App.Writer)
	openBrowser(c.App.ErrWriter, address)
	ctx, stop := interruptible()
	defer stop()
	return s.Serve(ctx)
}

func siteCommand() *cli.Command {
	return declare("site", nil, func(c *cli.Context) error {
		if c.Args().First() == "" {
			return misused(`site: DIR "": expected a folder`)
		}
		ctx, stop := interruptible()
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
		printLines(c.App.Writer, paths)
		return nil
	}, &cli.StringFlag{Name: "results", Usage: "add the published pages in `FOLDER`"})
}
