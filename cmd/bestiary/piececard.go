package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/tuning/formula"
)

const cardColumn = 10

// printCard prints roughly what a piece is worth, and why.
func printCard(w io.Writer, c *formula.Card) error {
	lines, err := c.Lines()
	if err != nil {
		return err
	}
	if c.NoValue == "" && c.Worthless == "" {
		lines = append(lines, formula.Line{Label: "measure", Text: fmt.Sprintf("bestiary new zoo --board %s --piece '%s'", c.Board, c.Betza)},
			formula.Line{Text: "bestiary estimate zoo.toml"})
	}
	for _, line := range lines {
		printLabelled(w, line.Label, cardColumn, line.Text)
	}
	return nil
}

// goesNowhere explains an empty drawing of a piece that can move.
func goesNowhere(c *formula.Card) string {
	switch {
	case c.Unchecked == "moves only by captures":
		return "It only captures: alone it goes nowhere. --enemies puts other pieces on the board."
	case c.Squares == [4]int{}:
		return "From here it goes nowhere. --at names another square."
	}
	return "Alone it goes nowhere: it needs other pieces on its way. --enemies and --friends put some on the board; --svg draws examples."
}

// listedLike is the number of pieces that --like lists.
const listedLike = 15

func showLike(c *cli.Context) error {
	if c.NArg() > 0 {
		return misused("piece: --like and BETZA do not go together")
	}
	for _, name := range []string{"svg", "at", "friends", "enemies"} {
		if c.IsSet(name) {
			return misused("piece: --like and --%s do not go together", name)
		}
	}
	b, err := boardFlag(c)
	if err != nil {
		return err
	}
	points := c.Float64("like")
	if !(points > 0 && points < 1000) {
		return misused("--like %v: expected a number of points above 0 and below 1000", points)
	}
	list, err := formula.Like(b, points, listedLike)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c, list)
	}
	unit := "points"
	if points == 1 {
		unit = "point"
	}
	t := doc.Table{
		Caption: fmt.Sprintf("Pieces worth about %s %s on %s, the nearest first.", format.Significant(points, 3), unit, b),
		Head:    []string{"piece", "value", "from", "mates"},
	}
	for _, p := range list {
		t.Rows = append(t.Rows, doc.Row(p.Betza, format.Value.Interval(p.Value), cmp.Or(p.Source, "its moves"), string(p.Mates)))
	}
	fmt.Fprint(c.App.Writer, strings.TrimLeft(t.Text(textWidth), "\n"))
	return nil
}
