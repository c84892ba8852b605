package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"bestiary/internal/format"
	"bestiary/tuning/formula"
)

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
	if err := refuse(c, "piece: --like and --%s do not go together", "svg", "at", "friends", "enemies"); err != nil {
		return err
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
	unit := "points"
	if points == 1 {
		unit = "point"
	}
	caption := fmt.Sprintf("Pieces worth about %s %s on %s, the nearest first.", format.Significant(points, 3), unit, b)
	return printText(c, list, printedTable("like", map[string]any{"Caption": caption, "List": list}))
}
