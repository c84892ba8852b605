package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"bestiary/engine/variant"
	"bestiary/internal/format"
	"bestiary/tuning/formula"
)

func newCommand() *cli.Command {
	return declare("new", nil, newGame,
		&cli.StringFlag{Name: "from", Usage: "begin with the pieces and rules of `GAME`", DefaultText: "chess"},
		valueFlag("board", "begin with chess on a board `FILESxRANKS`", "8x8"),
		&cli.StringFlag{Name: "piece", Usage: "add a piece with the move `BETZA`"},
	)
}

func newGame(c *cli.Context) error {
	v, source, err := original(c)
	if err != nil {
		return err
	}
	if c.IsSet("piece") {
		move, _, err := variant.ReadMove(c.String("piece"))
		if err != nil {
			return err
		}
		if err := formula.AddGuest(v, "guest", move); err != nil {
			return err
		}
		if _, err := compile(v); err != nil {
			return err
		}
		source = nil // has other pieces
	}
	name := c.Args().First()
	text, err := variant.Begin(name, v, source)
	if err != nil {
		return err
	}
	path := name + ".toml"
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	switch {
	case errors.Is(err, os.ErrExist):
		return fmt.Errorf("%s exists already; expected another name, or remove it", path)
	case err != nil:
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "%s: %d x %d squares, %s\nChange it in an editor, then: bestiary show %s\n",
		path, v.Files, v.Ranks, format.Plural(len(v.Pieces), "kind of piece"), path)
	return nil
}

// original returns the game to begin with, and the text of its file if the catalogue has
// one.
func original(c *cli.Context) (*variant.Variant, []byte, error) {
	from := c.String("from")
	switch {
	case c.IsSet("from") && c.IsSet("board"):
		return nil, nil, misused("new: --from and --board do not go together: a game has its own board")
	case c.IsSet("from"):
		v, err := readVariant(c, from)
		return v, variant.CatalogueFile(from), err
	}
	size := c.String("board")
	b, ok := formula.ParseBoard(size)
	v, err := variant.Plain(b.Files, b.Ranks)
	if !ok || err != nil {
		return nil, nil, misused("--board %q: expected FILESxRANKS, each from %d to %d, as in 10x8", size, variant.MinPlain, variant.MaxSide)
	}
	return v, nil, nil
}
