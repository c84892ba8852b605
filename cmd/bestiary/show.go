package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments/page/board"
	"bestiary/internal/files"
	"bestiary/internal/toml"
)

func showCommand() *cli.Command {
	return declare("show", nil, show,
		&cli.StringFlag{Name: "piece", Usage: "explain only the piece with this `NAME` or letter"},
		&cli.StringFlag{Name: "svg", Usage: "write pictures into the folder `DIR`"},
		switchFlag("rules", "list the options for --rule and their values"),
		ruleFlag(), approximateFlag(),
		jsonFlag(gameDescription{}, "Without GAME", []catalogueEntry{}, "With --rules", []variant.Option{},
			"With --piece", variant.Piece{}, "For a piece of the catalogue", []variant.CataloguePiece{}),
	)
}

// gameDescription is the output of show --json.
type gameDescription struct {
	Name        string                `json:"name"`
	Title       string                `json:"title"`
	Author      string                `json:"author"`
	Source      string                `json:"source"`
	Description string                `json:"description"`
	Hash        string                `json:"hash"`
	Files       int                   `json:"files"`
	Ranks       int                   `json:"ranks"`
	Holes       []string              `json:"holes"`
	Look        variant.Look          `json:"look,omitzero"`
	FEN         string                `json:"fen"`
	Pieces      []variant.Piece       `json:"pieces"`
	Options     map[string]string     `json:"options"`
	Rules       []variant.Explanation `json:"rules"`
}

func show(c *cli.Context) error {
	name := c.Args().First()
	switch {
	case name != "" && c.Bool("rules"):
		return misused("show: --rules lists the options of all games, expected no game; bestiary show %s has its own", name)
	case name == "":
		if err := refuse(c, "show: --%s needs a game", "piece", "svg", "rule", "approximate"); err != nil {
			return err
		}
		return listGames(c)
	}
	g, err := loadGame(c, name)
	if err != nil {
		return showPiece(c, err)
	}
	// A piece of the catalogue comes before a game that only other programs call so.
	if _, known := variant.CatalogueName(name); known && !slices.Contains(variant.Catalogue(), name) && !c.IsSet("piece") && !c.IsSet("rule") {
		if found, _, err := variant.FindPieces(name); err == nil && len(found) > 0 {
			return showPiece(c, nil)
		}
	}
	pieces, err := chosenPieces(c, g.Variant)
	if err != nil {
		return err
	}
	switch {
	case c.IsSet("svg") && c.Bool("json"):
		return errSVGAndJSON
	case c.IsSet("svg"): // the board, unless --piece is set, and the pieces
		list, err := board.Pictures(g, board.Options{})
		if c.IsSet("piece") {
			list = slices.DeleteFunc(list, func(p board.Picture) bool { return p.Name != "piece-"+pieces[0].Name })
		}
		return savePictures(c, list, err)
	case c.Bool("json") && c.IsSet("piece"):
		return printJSON(c, pieces[0])
	case c.Bool("json"):
		v := g.Variant
		return printJSON(c, gameDescription{
			Name: v.Name, Title: v.Title, Author: v.Author, Source: v.Source, Description: v.Description,
			Hash: v.Hash(), Files: v.Files, Ranks: v.Ranks, Holes: append([]string{}, v.Holes...), Look: v.Look,
			FEN: g.NewPosition().FEN(), Pieces: v.Pieces, Options: v.OptionValues(), Rules: v.Explain(),
		})
	case c.IsSet("piece"):
		fmt.Fprintln(c.App.Writer, board.TextLegend(pieces))
		return printPiece(c.App.Writer, pieces[0], g.Ranks())
	}
	return printGame(c.App.Writer, g)
}

// chosenPieces returns the piece given by --piece, or all pieces.
func chosenPieces(c *cli.Context, v *variant.Variant) ([]variant.Piece, error) {
	name := c.String("piece")
	if !c.IsSet("piece") {
		return v.Pieces, nil
	}
	var names []string
	for i, p := range v.Pieces {
		if strings.EqualFold(name, p.Name) || strings.EqualFold(name, p.Symbol) {
			return v.Pieces[i : i+1], nil
		}
		names = append(names, p.Name)
	}
	return nil, unknownName(fmt.Sprintf("--piece %q: %s has no such piece", name, v.Name), name, names)
}

// shownRule is a rule with the settings that change it.
type shownRule struct{ Topic, Text, Settings string }

func printGame(w io.Writer, g *rules.Game) error {
	v := g.Variant
	var pieces strings.Builder
	for _, piece := range v.Pieces {
		if err := printPiece(&pieces, piece, v.Ranks); err != nil {
			return err
		}
	}
	values := v.OptionValues()
	var list []shownRule
	for _, s := range v.Explain() {
		if s.Text == v.Approximation() {
			continue // is in the head
		}
		var settings []string
		for _, name := range s.Options {
			const column = 14
			settings = append(settings, breakList(name+"="+values[name], textWidth-column)...)
		}
		list = append(list, shownRule{s.Topic, s.Text, strings.Join(settings, " ")})
	}
	printed("show", map[string]any{
		"Game": g, "Start": g.NewPosition(), "Legend": board.TextLegend(v.Pieces), "Pieces": pieces.String(), "Rules": list,
	})(w)
	return nil
}

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
