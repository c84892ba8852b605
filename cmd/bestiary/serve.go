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
	return &cli.Command{
		Name:      "serve",
		Usage:     "show games and runs in a browser",
		ArgsUsage: "[FOLDER...]",
		Description: `Prints an address to open in a browser: look at games, play them, measure them, and look through the
runs below each FOLDER, by default runs, while they are played. Runs that are started there go into the first FOLDER.
They stop with the server; start them again and they continue.

The server listens on this machine only. With another address, as in --listen 0.0.0.0:8080, others can
read the runs; to start work they need the token in the address that is printed. docs/browser.md says more.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "listen", Value: "127.0.0.1:8080", DefaultText: "127.0.0.1:8080", Usage: "listen on `ADDRESS`; port 0 is any"},
			&cli.BoolFlag{Name: "token", Usage: "ask for the token even if only this machine can connect", DisableDefaultText: true},
		},
		Action: serve,
	}
}

func serve(c *cli.Context) error {
	s, err := listen(c.Args().Slice(), c.String("listen"), c.Bool("token"))
	if err != nil {
		return err
	}
	return serveAt(c, s, s.URL)
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
	return &cli.Command{
		Name:      "site",
		Usage:     "write the web page of serve as static files",
		ArgsUsage: "DIR",
		Description: `The web page shows games, plays them and measures them, as bestiary serve does, but without a server: the
engine runs in the browser, as WebAssembly. With --results, the published pages in FOLDER become web pages in
DIR/results. Prints the names of the files. docs/browser.md says more.`,
		Flags: []cli.Flag{&cli.StringFlag{Name: "results", Usage: "add the published pages in `FOLDER`"}},
		Action: func(c *cli.Context) error {
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
		},
	}
}
