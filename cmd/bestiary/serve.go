package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/cmd/web"
	"bestiary/cmd/web/server"
	"bestiary/experiments/advise"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
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
		var paths []string
		for _, name := range c.Args().Tail() {
			pages, err := postStudy(c, name, filepath.Join(c.Args().First(), "games"))
			if err != nil {
				return fmt.Errorf("site: %w", err)
			}
			if slices.Contains(paths, pages[len(pages)-1]) {
				return fmt.Errorf("site: %s: another game has the page %s, expected games with different names", name, pages[len(pages)-1])
			}
			paths = append(paths, pages...)
		}
		ctx, stop := interruptible()
		defer stop()
		pages, err := web.Site(ctx, c.Args().First())
		if err != nil {
			return fmt.Errorf("site: %w", err)
		}
		paths = append(paths, pages...)
		if from := c.String("results"); from != "" {
			if pages, err = doc.Site(from, filepath.Join(c.Args().First(), "results")); err != nil {
				return fmt.Errorf("site: --results: %w", err)
			}
			paths = append(paths, pages...)
		}
		printLines(c.App.Writer, paths)
		return nil
	},
		&cli.StringFlag{Name: "results", Usage: "add the published pages in `FOLDER`"},
		&cli.StringFlag{Name: "address", Usage: "the site will be at `URL`, for pictures beside links"},
	)
}

// postStudy copies the page of the study of a game, and its picture, to a folder of the site.
func postStudy(c *cli.Context, name, folder string) ([]string, error) {
	g, err := loadGame(c, name)
	if err != nil {
		return nil, err
	}
	home, _, err := advise.Home(usualFolder(g.Variant, studyKind, advise.DefaultStudy().Seed))
	if err != nil {
		return nil, err
	}
	report, err := os.ReadFile(filepath.Join(home, page.HTMLFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s has no study in %s; bestiary study %s makes one", name, home, name)
	} else if err != nil {
		return nil, err
	}
	name = g.Variant.Name
	list := []files.File{}
	picture, err := os.ReadFile(filepath.Join(home, doc.Card))
	if err == nil {
		list = append(list, files.File{Name: name + ".png", Data: picture})
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	address := name + ".png"
	if at := c.String("address"); at != "" {
		address = strings.TrimSuffix(at, "/") + "/games/" + address
	}
	return files.Write(folder, append(list, files.File{Name: name + ".html", Data: doc.Posted(report, address)})...)
}
