package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/format"
	"bestiary/internal/toml"
	"bestiary/selfplay/pgn"
	"bestiary/selfplay/store"
)

// importedRun is the configuration of an imported run.
type importedRun struct {
	Source string `json:"source"`
	File   string `json:"file"`
	Bytes  int64  `json:"bytes"`
}

// importJSON is the output of import-games --json.
type importJSON struct {
	Game   string `json:"game"`
	Folder string `json:"folder"`
	pgn.Imported
}

func importGamesCommand() *cli.Command {
	return declare("import-games", nil, importGames,
		&cli.StringFlag{Name: "out", Usage: "keep the games in `FOLDER` (required)"},
		&cli.StringFlag{Name: "game", Usage: "read games of `GAME`", DefaultText: "first Variant tag, or chess"},
		ruleFlag(), approximateFlag(),
		switchFlag("skip-bad", "leave out games that cannot be read"),
		jsonFlag(importJSON{}),
	)
}

func importGames(c *cli.Context) error {
	if c.String("out") == "" {
		return misused(`--out "": expected the folder for the games`)
	}
	path := c.Args().First()
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: this is not a regular file", path)
	}
	if err != nil {
		return err
	}
	g, err := importedGame(c, f)
	if err != nil {
		return err
	}
	folder := c.String("out")
	games, err := store.OpenOrCreate(folder, g, importedRun{"pgn", filepath.Base(path), info.Size()})
	if err != nil {
		return err
	}
	defer games.Close()
	before, err := games.Rounds()
	if err != nil {
		return err
	}
	bad, told := leftOut(c, "game")
	done, err := pgn.Import(games, pgn.NewReader(f, path, g), func(e *pgn.GameError) error {
		if !c.Bool("skip-bad") {
			return fmt.Errorf("%w; --skip-bad leaves such games out", e)
		}
		bad(e)
		return nil
	})
	told()
	if err != nil && len(before) == 0 {
		err = errors.Join(err, games.Clear()) // the folder is free for another attempt
	}
	if err = errors.Join(err, games.Close()); err != nil {
		return err
	}
	out := importJSON{g.Variant.Name, folder, done}
	return printText(c, out, printed("imported", out))
}

// leftOut returns a function that prints what --skip-bad leaves out, up to a number of things, and one
// that then counts the others.
func leftOut(c *cli.Context, thing string) (bad func(error), told func()) {
	const shown = 20
	n := 0
	bad = func(err error) {
		if n++; n <= shown {
			fmt.Fprintf(c.App.ErrWriter, "left out: %s\n", format.Excerpt(err.Error()))
		}
	}
	return bad, func() {
		if n > shown {
			fmt.Fprintf(c.App.ErrWriter, "left out: %s more\n", format.Plural(n-shown, thing))
		}
	}
}

// importedGame returns the game given by --game, or by the first game of a file, which is read again.
func importedGame(c *cli.Context, f *os.File) (*rules.Game, error) {
	if name := c.String("game"); name != "" {
		return loadGame(c, name)
	}
	name, err := pgn.Variant(f)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	// The tag of a PGN file must not open files, so only games of the catalogue are found.
	name = pgn.GameName(name)
	if !slices.Contains(variant.Catalogue(), name) {
		return nil, fmt.Errorf("%s: the tag Variant is %q, which is not in the catalogue%s; --game says which game it is",
			f.Name(), name, toml.Hint(name, variant.Catalogue()))
	}
	return loadGame(c, name)
}
