package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/variant"
	"bestiary/experiments/page/board"
	"bestiary/internal/files"
	"bestiary/internal/toml"
)

// showPiece shows the catalogue pieces with the name given as the argument. If there are
// none, it returns notGame, the error from reading the argument as a game, unless the
// argument is closer to the name of a piece.
func showPiece(c *cli.Context, notGame error) error {
	arg := c.Args().First()
	if _, err := os.Stat(arg); err == nil || slices.Contains(variant.Catalogue(), arg) || c.IsSet("piece") || c.IsSet("rule") {
		return notGame
	}
	found, names, err := variant.FindPieces(arg)
	if err != nil {
		return err
	}
	switch {
	case len(found) == 0:
		return notPiece(arg, names, notGame)
	case c.IsSet("svg") && c.Bool("json"):
		return errSVGAndJSON
	case c.IsSet("svg"):
		var list []board.Picture
		for _, f := range found {
			picture, err := board.Moves(f.Piece, f.Ranks, board.Options{})
			if err != nil {
				return err
			}
			picture.Name = "piece-" + f.Piece.Name
			if len(found) > 1 { // pieces of one name: the first game that has the piece tells them apart
				picture.Name += "-" + f.Games[0]
			}
			list = append(list, picture)
		}
		return savePictures(c, list, nil)
	case c.Bool("json"):
		return printJSON(c, found)
	}
	w := c.App.Writer
	var pieces []variant.Piece
	for _, f := range found {
		pieces = append(pieces, f.Piece)
	}
	fmt.Fprintln(w, board.TextLegend(pieces))
	for _, f := range found {
		if err := printPiece(w, f.Piece, f.Ranks); err != nil {
			return err
		}
		fmt.Fprintln(w)
		printLabelled(w, "    in", 7, strings.Join(f.Games, ", "))
	}
	return nil
}

// notPiece returns the error for an argument that is neither a game nor one of the pieces
// with these names.
func notPiece(arg string, names []string, notGame error) error {
	var unknown *variant.UnknownGame
	near := toml.Nearest(arg, append(variant.Catalogue(), names...))
	switch {
	case !errors.As(notGame, &unknown):
		return notGame
	case slices.Contains(names, near):
		return fmt.Errorf("unknown game or piece %q; did you mean %q?", arg, near)
	case unknown.Nearest == "":
		return fmt.Errorf("no game or catalogue piece %q; for a piece of your own game: bestiary show FILE --piece %[1]s", arg)
	}
	return notGame
}

var errSVGAndJSON = misused("show: --svg and --json do not go together")

// printPiece prints the moves of a piece on a board with the given number of ranks.
func printPiece(w io.Writer, p variant.Piece, ranks int) error {
	frame, err := board.NewFrame(p, ranks)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%s  %s\n\n", p.Symbol, p.Name)
	const indent = "    "
	for _, line := range frame.Describe(textWidth - len(indent)) {
		fmt.Fprintln(w, strings.TrimRight(indent+line, " "))
	}
	return nil
}

// savePictures writes pictures, unless they have an error, into the folder of --svg and prints
// their paths.
func savePictures(c *cli.Context, list []board.Picture, err error) error {
	if err != nil {
		return err
	}
	if c.String("svg") == "" {
		return misused(`--svg "": expected a folder`)
	}
	var pictures []files.File
	for _, p := range list {
		pictures = append(pictures, files.File{Name: p.Name + ".svg", Data: p.SVG})
	}
	paths, err := files.Write(c.String("svg"), pictures...)
	printLines(c.App.Writer, paths)
	return err
}
