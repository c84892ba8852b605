package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments/page/board"
)

func showCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "explain a game: board, pieces and rules",
		ArgsUsage: "GAME|PIECE",
		Description: `With --piece, only that piece is explained. With --svg, pictures are written into a folder
instead, for pages that explain the game: board.svg and, for each piece, piece-NAME.svg
with its moves. The names of the files are printed. Given the name of a piece instead of a
game, it shows the pieces of that name in the catalogue and the games that have them.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "piece", Usage: "explain only the piece with this `NAME` or letter"},
			&cli.StringFlag{Name: "svg", Usage: "write pictures into the folder `DIR`"},
			ruleFlag(), approximateFlag(), jsonFlag(gameDescription{}, "With --piece", variant.Piece{}, "For a piece of the catalogue", []variant.CataloguePiece{}),
		},
		Action: show,
	}
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

func describeGame(g *rules.Game) gameDescription {
	v := g.Variant
	return gameDescription{
		Name: v.Name, Title: v.Title, Author: v.Author, Source: v.Source, Description: v.Description,
		Hash: v.Hash(), Files: v.Files, Ranks: v.Ranks, Holes: append([]string{}, v.Holes...), Look: v.Look,
		FEN: g.NewPosition().FEN(), Pieces: v.Pieces, Options: v.OptionValues(), Rules: v.Explain(),
	}
}

func show(c *cli.Context) error {
	g, err := loadGame(c, c.Args().First())
	if err != nil {
		return showPiece(c, err)
	}
	pieces, err := chosenPieces(c, g.Variant)
	if err != nil {
		return err
	}
	switch {
	case c.IsSet("svg") && c.Bool("json"):
		return errSVGAndJSON
	case c.IsSet("svg"):
		return writePictures(c, g, pieces)
	case c.Bool("json") && c.IsSet("piece"):
		return printJSON(c, pieces[0])
	case c.Bool("json"):
		return printJSON(c, describeGame(g))
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

func printGame(w io.Writer, g *rules.Game) error {
	v := g.Variant
	printHead(w, v)
	p := g.NewPosition()
	fmt.Fprintln(w)
	printBoard(w, p)
	fmt.Fprintf(w, "FEN %s\n", p.FEN())
	fmt.Fprintf(w, "\nPieces\n\n%s\n", board.TextLegend(v.Pieces))
	for _, piece := range v.Pieces {
		if err := printPiece(w, piece, v.Ranks); err != nil {
			return err
		}
	}
	for _, note := range v.Unused() {
		fmt.Fprintf(w, "\nnote: %s\n", note)
	}
	fmt.Fprintf(w, "\nRules\n\n")
	printRules(w, v)
	return nil
}

func printHead(w io.Writer, v *variant.Variant) {
	fmt.Fprintln(w, cmp.Or(v.Title, v.Name))
	if v.Author != "" {
		fmt.Fprintln(w, "by "+v.Author)
	}
	if v.Description != "" {
		fmt.Fprintln(w)
		printLabelled(w, "", 0, v.Description)
	}
	if text := v.Approximation(); text != "" {
		fmt.Fprintln(w)
		printLabelled(w, "", 0, text)
	}
	fmt.Fprintln(w)
	fmt.Fprintf(w, "name    %s\n", v.Name)
	fmt.Fprintf(w, "board   %d files x %d ranks\n", v.Files, v.Ranks)
	if len(v.Armies) > 0 {
		fmt.Fprintf(w, "armies  White: %s, Black: %s\n", v.Armies[0], v.Armies[1])
	}
	if v.Source != "" {
		fmt.Fprintf(w, "source  %s\n", v.Source)
	}
	fmt.Fprintf(w, "hash    %s\n", v.Hash())
}

func printRules(w io.Writer, v *variant.Variant) {
	values := v.OptionValues()
	const column = 14
	for _, s := range v.Explain() {
		if s.Text == v.Approximation() {
			continue // stands in the head
		}
		printLabelled(w, "  "+s.Topic, column, s.Text)
		var settings []string
		for _, name := range s.Options {
			settings = append(settings, breakList(name+"="+values[name], textWidth-column)...)
		}
		printLabelled(w, "", column, strings.Join(settings, " "))
	}
	fmt.Fprintln(w)
	printLabelled(w, "", 0, "The settings under a rule can be changed with --rule NAME=VALUE. bestiary variants --rules explains them.")
}
