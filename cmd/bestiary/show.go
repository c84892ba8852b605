package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

func showCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "explain a game: board, pieces and rules",
		ArgsUsage: "GAME",
		Description: `With --json: {"name", "title", "author", "source", "description", "hash", "files",
"ranks", "holes", "fen", "pieces", "options", "rules"}: hash identifies what is played;
fen is the start; pieces is a list of {"name", "symbol", "royal", "pawn", "note",
"moves"} with moves a list of {"betza", "first_rank", "last_rank", "leaves_en_passant"},
the ranks counted from the owner's side, both 0 without a limit; options maps the
options of --rule to their values; rules is a list of {"topic", "text", "options"}.`,
		Flags: []cli.Flag{ruleFlag(), jsonFlag()},
		Action: func(c *cli.Context) error {
			g, err := loadGame(c)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return printJSON(c, describeGame(g))
			}
			return printGame(c.App.Writer, g)
		},
	}
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
	fmt.Fprintf(w, "\nPieces\n\n%s\n", diagramLegend)
	for _, piece := range v.Pieces {
		if err := printPiece(w, piece); err != nil {
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

func printPiece(w io.Writer, p variant.Piece) error {
	m, err := parseMoves(p)
	if err != nil {
		return err
	}
	drawing, cut := drawPiece(m)
	width := 0
	for _, line := range drawing {
		width = max(width, len(line))
	}
	const least = 18 // keeps the texts of most pieces in one column
	width = max(width+3, least+3)
	var text []string
	for _, fact := range pieceFacts(p, m, cut) {
		text = append(text, wrap(fact, textWidth-4-width)...)
	}
	fmt.Fprintf(w, "\n%s  %s\n\n", p.Symbol, p.Name)
	printBeside(w, "    ", drawing, width, text)
	return nil
}

// pieceFacts is the text beside a drawing, one string for each paragraph.
func pieceFacts(p variant.Piece, m pieceMoves, cut bool) []string {
	var facts []string
	for _, e := range m.everywhere {
		facts = append(facts, e.Source)
	}
	for i, set := range m.limits {
		ranks := fmt.Sprintf("rank %d", set.FirstRank)
		if set.LastRank > set.FirstRank {
			ranks = fmt.Sprintf("ranks %d to %d", set.FirstRank, set.LastRank)
		}
		facts = append(facts, fmt.Sprintf("%s %s, only from its %s", mark(i), set.Betza, ranks))
	}
	if cut {
		facts = append(facts, "The lines go on beyond the drawing.")
	}
	if p.Royal {
		facts = append(facts, "Royal: must not be left attacked.")
	}
	if p.Note != "" {
		facts = append(facts, p.Note)
	}
	return facts
}

func printRules(w io.Writer, v *variant.Variant) {
	values := map[string]string{}
	for _, s := range v.Settings() {
		values[s.Name] = s.Value
	}
	const column = 14
	for _, s := range rulesInWords(v) {
		printLabelled(w, "  "+s.Topic, column, s.Text)
		var settings []string
		for _, name := range s.Options {
			settings = append(settings, name+"="+values[name])
		}
		printLabelled(w, "", column, strings.Join(settings, " "))
	}
	fmt.Fprintln(w)
	printLabelled(w, "", 0, "The settings under a rule can be changed with --rule NAME=VALUE. bestiary variants --rules explains them.")
}
