package design

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/cmd/bestiary/command"
	"bestiary/engine/endgame"
	"bestiary/experiments/atlas"
	"bestiary/experiments/present/doc"
	"bestiary/internal/format"
)

const cardColumn = 10

// printCard prints what a piece is about worth, and why.
func printCard(w io.Writer, c *atlas.Card) error {
	line := func(label, text string, values ...any) {
		command.PrintLabelled(w, label, cardColumn, fmt.Sprintf(text, values...))
	}
	switch {
	case c.NoValue != "":
		line("value", "not foretold: %s", c.NoValue)
		return nil
	case c.Worthless != "":
		line("value", "worth nothing here: %s", c.Worthless)
		return nil
	}
	f, err := atlas.Published()
	if err != nil {
		return err
	}
	line("value", "%s points, foretold from its moves; no games were played", format.Value.Interval(c.Value))
	for _, sentence := range cardBasis(c, f) {
		line("", "%s", sentence)
	}
	for i, m := range c.Like {
		label := ""
		if i == 0 {
			label = "measured"
		}
		line(label, "%s, %s: %s on %s (results/%s)", m.Betza, format.Words(m.Name), format.Value.Interval(m.Value), m.Board, m.Source)
	}
	line("mobility", "%s", mobilityText(c))
	if text := matesText(c); text != "" {
		line("mates", "%s", text)
	}
	line("measure", "bestiary new zoo --board %s --piece '%s'", c.Board, c.Betza)
	line("", "bestiary estimate zoo.toml")
	return nil
}

// goesNowhere explains an empty drawing of a piece that can move.
func goesNowhere(c *atlas.Card) string {
	switch {
	case c.Unchecked == "moves only by captures":
		return "It only captures: alone it goes nowhere. --enemies puts other pieces on the board."
	case c.Squares == [4]int{}:
		return "From here it goes nowhere. --at names another square."
	}
	return "Alone it goes nowhere: it needs other pieces on its way. --enemies and --friends put some on the board; --svg draws examples."
}

// cardBasis says in sentences what the value rests on.
func cardBasis(c *atlas.Card, f *atlas.Formula) []string {
	how := fmt.Sprintf("By mobility and speed, fitted to %d measured kinds; for kinds that were left out it is wrong by %.0f %% (root mean square), mobility alone by %.0f %%.",
		f.Kinds, 100*f.Error, 100*f.PriorError)
	if f.UsesPrior {
		how = fmt.Sprintf("By mobility alone, which is wrong by %.0f %% (root mean square) for %d measured kinds.", 100*f.PriorError, f.Kinds)
	}
	out := []string{how}
	switch {
	case c.Unchecked != "":
		out = append(out, fmt.Sprintf("No piece that %s was measured, so the interval is wide.", c.Unchecked))
	case c.Doubt != "":
		out = append(out, fmt.Sprintf("It %s, so the interval is taken to be twice as wide.", c.Doubt))
	}
	if c.Leaper > 0 {
		out = append(out, fmt.Sprintf("Muller's law for short leapers gives %s pawns.", format.Value.Number(c.Leaper)))
	}
	return out
}

// mobilityText says where a piece goes in numbers.
func mobilityText(c *atlas.Card) string {
	text := fmt.Sprintf("%.1f squares on an almost empty board, %.1f on a crowded one", c.Mobility[0], c.Mobility[2])
	if math.Abs(c.Capture-0.5) > 0.01 {
		text += " (two thirds for a capture, a third for another move)"
	}
	if c.Speed > 0 {
		text += fmt.Sprintf("; %.1f moves to a square that it comes to", c.Speed)
	}
	if c.Reach < 0.995 {
		text += fmt.Sprintf("; it comes to %.0f %% of the board", 100*c.Reach)
	}
	if c.ColourBound {
		text += "; it never leaves its colour"
	}
	return text
}

// matesText says what a piece mates; "" if that is not known.
func matesText(c *atlas.Card) string {
	return map[endgame.Mates]string{
		endgame.Alone: fmt.Sprintf("a bare king, with its own king's help, in at most %s", format.Plural(c.LongestMate, "move")), endgame.InPairs: "a bare king in pairs",
		endgame.Never: "no bare king, not even in pairs", endgame.NotAlone: "no bare king alone; two of them were not solved",
	}[c.Mates]
}

// listedLike is the number of pieces that --like lists.
const listedLike = 15

func showLike(c *cli.Context) error {
	if c.NArg() > 0 {
		return command.Misused("piece: --like and BETZA do not go together")
	}
	b, err := boardFlag(c)
	if err != nil {
		return err
	}
	points := c.Float64("like")
	if !(points > 0 && points < 1000) {
		return command.Misused("--like %v: expected a number of points above 0", points)
	}
	list, err := atlas.Like(b, points, listedLike)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return command.PrintJSON(c, list)
	}
	t := doc.Table{
		Caption: fmt.Sprintf("Pieces worth about %s points on %s, foretold from their moves; no games were played.", format.Significant(points, 3), b),
		Head:    []string{"piece", "value", "mates"},
	}
	for _, p := range list {
		t.Rows = append(t.Rows, doc.Row(p.Betza, format.Value.Interval(p.Value), string(p.Mates)))
	}
	fmt.Fprint(c.App.Writer, strings.TrimLeft(t.Text(command.TextWidth), "\n"))
	return nil
}
