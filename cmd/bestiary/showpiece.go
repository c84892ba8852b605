package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/variant"
	"bestiary/internal/present/board"
)

// catalogued is a piece that games of the catalogue share.
type catalogued struct {
	Games []string      `json:"games"`
	Piece variant.Piece `json:"piece"` // as the first of the games describes it
	ranks int           // of the first game's board
}

// cataloguedPieces returns the pieces of the catalogue with a name, one for each
// way to move that goes by it, and the names of all pieces.
func cataloguedPieces(name string) (found []catalogued, names []string, err error) {
	for _, game := range variant.Catalogue() {
		v, err := variant.Find(game)
		if err != nil {
			return nil, nil, err
		}
		for _, p := range v.Pieces {
			if !slices.Contains(names, p.Name) {
				names = append(names, p.Name)
			}
			if !strings.EqualFold(p.Name, name) {
				continue
			}
			i := slices.IndexFunc(found, func(c catalogued) bool { return samePiece(c.Piece, p) })
			if i < 0 {
				i, found = len(found), append(found, catalogued{Piece: p, ranks: v.Ranks})
			}
			found[i].Games = append(found[i].Games, game)
		}
	}
	return found, names, nil
}

// samePiece reports whether two pieces differ in their letters and notes at
// most.
func samePiece(a, b variant.Piece) bool {
	a.Symbol, a.Note = b.Symbol, b.Note
	return reflect.DeepEqual(a, b)
}

// showPiece shows the pieces of the catalogue that an argument names. If it names
// no piece, the error is notGame, the reason why it is no game, unless a piece has
// a name more like it.
func showPiece(c *cli.Context, notGame error) error {
	arg := c.Args().First()
	if _, err := os.Stat(arg); err == nil || slices.Contains(variant.Catalogue(), arg) || c.IsSet("piece") || c.IsSet("rule") {
		return notGame
	}
	found, names, err := cataloguedPieces(arg)
	if err != nil {
		return err
	}
	switch {
	case len(found) == 0:
		near := variant.Nearest(arg, append(variant.Catalogue(), names...))
		if near == "" || !slices.Contains(names, near) {
			return notGame
		}
		return fmt.Errorf("unknown game or piece %q; did you mean %q?", arg, near)
	case c.IsSet("svg") && c.Bool("json"):
		return errSVGAndJSON
	case c.IsSet("svg"):
		return writeCatalogued(c, found)
	case c.Bool("json"):
		return printJSON(c, found)
	}
	w := c.App.Writer
	var pieces []variant.Piece
	for _, f := range found {
		pieces = append(pieces, f.Piece)
	}
	fmt.Fprintln(w, legendFor(pieces))
	for _, f := range found {
		if err := printPiece(w, f.Piece, f.ranks); err != nil {
			return err
		}
		fmt.Fprintln(w)
		printLabelled(w, "    in", 7, strings.Join(f.Games, ", "))
	}
	return nil
}

var errSVGAndJSON = errors.New("show: --svg and --json do not go together")

// writeCatalogued writes a picture for each piece. The names of the files end in
// the name of the first game where several pieces share a name.
func writeCatalogued(c *cli.Context, found []catalogued) error {
	folder, err := pictureFolder(c)
	if err != nil {
		return err
	}
	for _, f := range found {
		name := "piece-" + f.Piece.Name
		if len(found) > 1 {
			name += "-" + f.Games[0]
		}
		picture, err := board.Moves(f.Piece, f.ranks, board.Options{})
		if err != nil {
			return err
		}
		if err := writePicture(c, filepath.Join(folder, name+".svg"), picture.SVG); err != nil {
			return err
		}
	}
	return nil
}
