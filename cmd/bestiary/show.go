package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/present/board"
	"bestiary/internal/present/format"
)

func showCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "explain a game: board, pieces and rules",
		ArgsUsage: "GAME|PIECE",
		Description: `With --piece only that piece is explained. With --svg pictures are written into a folder
instead, for pages that explain the game: board.svg and, for each piece, piece-NAME.svg
with its moves. The names of the files are printed. With the name of a piece in place of a
game the pieces of the catalogue that go by it are shown, and the games that have them.

With --json: {"name", "title", "author", "source", "description", "hash", "files",
"ranks", "holes", "fen", "pieces", "options", "rules"}: hash identifies what is played;
fen is the start; pieces is a list of {"name", "symbol", "royal", "pawn", "explodes", "note",
"moves"} with moves a list of {"betza", "first-rank", "last-rank", "area", "flying",
"royal-only", "leaves-en-passant"}, the ranks counted from the owner's side, both 0
without a limit, and area "" without one;
options maps the options of --rule to their values; rules is a list of {"topic", "text",
"options"}. With --piece: the element of pieces. For a piece of
the catalogue: a list of {"games", "piece"}.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "piece", Usage: "only the piece with this `NAME` or letter"},
			&cli.StringFlag{Name: "svg", Usage: "write pictures into the folder `DIR`"},
			ruleFlag(), jsonFlag(),
		},
		Action: show,
	}
}

func show(c *cli.Context) error {
	g, err := loadGame(c)
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
		fmt.Fprintln(c.App.Writer, legendFor(pieces))
		return printPiece(c.App.Writer, pieces[0], g.Ranks())
	}
	return printGame(c.App.Writer, g)
}

// chosenPieces returns the piece that --piece means, otherwise all pieces.
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
	for _, line := range drawPosition(p) {
		fmt.Fprintln(w, line)
	}
	if hands := drawHands(p); hands != "" {
		fmt.Fprintf(w, "\n%s\n", hands)
	}
	fmt.Fprintf(w, "\nFEN %s\n", p.FEN())
	fmt.Fprintf(w, "\nPieces\n\n%s\n", legendFor(v.Pieces))
	for _, piece := range v.Pieces {
		if err := printPiece(w, piece, v.Ranks); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "\nRules\n\n")
	printRules(w, v)
	return nil
}

func printHead(w io.Writer, v *variant.Variant) {
	title := v.Title
	if title == "" {
		title = v.Name
	}
	fmt.Fprintln(w, title)
	if v.Author != "" {
		fmt.Fprintln(w, "by "+v.Author)
	}
	if v.Description != "" {
		fmt.Fprintln(w)
		printLabelled(w, "", 0, v.Description)
	}
	fmt.Fprintln(w)
	fmt.Fprintf(w, "name    %s\n", v.Name)
	fmt.Fprintf(w, "board   %d files x %d ranks\n", v.Files, v.Ranks)
	if v.Source != "" {
		fmt.Fprintf(w, "source  %s\n", v.Source)
	}
	fmt.Fprintf(w, "hash    %s\n", v.Hash())
}

// printPiece prints the drawing of a piece's moves on a board with the given
// number of ranks, and the text beside it, or below it where it is too wide.
func printPiece(w io.Writer, p variant.Piece, ranks int) error {
	frame, err := board.NewFrame(p, ranks)
	if err != nil {
		return err
	}
	const (
		least   = 18 // keeps the texts of most pieces in one column
		leastOf = 30 // least width of the text
	)
	drawing := drawFrame(frame)
	width := max(drawingWidth(drawing), least) + 3
	beside := textWidth - 4 - width
	fmt.Fprintf(w, "\n%s  %s\n\n", p.Symbol, p.Name)
	if beside < leastOf {
		printBeside(w, "    ", drawing, width, nil)
		fmt.Fprintln(w)
		drawing, width, beside = nil, 0, textWidth-4
	}
	var text []string
	for _, fact := range pieceFacts(frame) {
		text = append(text, format.Wrap(fact, beside)...)
	}
	printBeside(w, "    ", drawing, width, text)
	return nil
}

// pieceFacts is the text beside a drawing, one string for each paragraph.
func pieceFacts(frame *board.Frame) []string {
	var facts []string
	for _, m := range frame.Moves {
		facts = append(facts, m.String())
	}
	if frame.Cut {
		facts = append(facts, "The lines go on beyond the drawing.")
	}
	if frame.Bends() {
		facts = append(facts, "Some moves bend on the way; the pictures of --svg show how.")
	}
	facts = append(facts, frame.Facts()...)
	if frame.Piece.Note != "" {
		facts = append(facts, frame.Piece.Note)
	}
	return facts
}

func printRules(w io.Writer, v *variant.Variant) {
	values := map[string]string{}
	for _, s := range v.Settings() {
		values[s.Name] = s.Value
	}
	const column = 14
	for _, s := range v.Explain() {
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
