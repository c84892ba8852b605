package formula

import (
	"fmt"
	"math"

	"bestiary/engine/endgame"
	"bestiary/internal/format"
)

// Line is a sentence of a card. Its label is "" where it goes on about what the line before does.
type Line struct {
	Label string `json:"label"`
	Text  string `json:"text"`
}

// Lines says what is on a card: the value and what it rests on, the measured pieces most like it,
// where it goes and what it mates.
func (c *Card) Lines() ([]Line, error) {
	switch {
	case c.NoValue != "":
		return []Line{{"value", "not predicted: " + c.NoValue}}, nil
	case c.Worthless != "":
		return []Line{{"value", "worth nothing here: " + c.Worthless}}, nil
	}
	f, err := Published()
	if err != nil {
		return nil, err
	}
	out := []Line{{"value", format.Value.Interval(c.Value) + " points, predicted from its moves; no games were played"}}
	if m := c.Measured; m != nil {
		out = []Line{{"value", fmt.Sprintf("%s points, measured on this board (%s)", format.Value.Interval(m.Value), m.Source)},
			{"predicted", format.Value.Interval(c.Value) + " points from its moves alone"}}
	}
	for _, sentence := range c.basis(f) {
		out = append(out, Line{"", sentence})
	}
	label := "similar"
	for i, m := range c.Like {
		if i == 0 && c.Measured != nil {
			continue
		}
		name := m.Betza
		if m.Name != "" {
			name += ", " + format.Words(m.Name)
		}
		out = append(out, Line{label, fmt.Sprintf("%s: %s on %s (%s)", name, format.Value.Interval(m.Value), m.Board, m.Source)})
		label = ""
	}
	out = append(out, Line{"mobility", c.mobility()})
	if text := c.mates(); text != "" {
		out = append(out, Line{"mates", text})
	}
	return out, nil
}

// basis says in sentences what the value rests on.
func (c *Card) basis(f *Formula) []string {
	how := fmt.Sprintf("From the number of squares that it reaches, of which adjacent ones count for less. The formula is fitted to %d measured kinds. For %d values of other kinds it was off by %.0f %% (root mean square), mobility alone by %.0f %%.",
		f.Kinds, f.Judged, 100*f.Error, 100*f.PriorError)
	out := []string{how}
	switch {
	case c.Unchecked != "":
		out = append(out, fmt.Sprintf("No piece that %s is among these kinds, so the interval is wide.", c.Unchecked))
	case c.Doubt != "":
		out = append(out, fmt.Sprintf("It %s, so the interval is taken to be twice as wide.", c.Doubt))
	}
	if c.Leaper > 0 {
		out = append(out, fmt.Sprintf("Muller's law for short leapers gives %s pawns.", format.Value.Number(c.Leaper)))
	}
	return out
}

// mobility says where the piece goes in numbers.
func (c *Card) mobility() string {
	text := fmt.Sprintf("%.1f squares on an almost empty board, %.1f on a crowded one", c.Mobility[0], c.Mobility[2])
	if math.Abs(c.Capture-0.5) > 0.01 {
		text += " (two thirds for a capture, a third for another move)"
	}
	if c.Mobility[0] > 0 {
		text += fmt.Sprintf("; %.1f moves from one square to another", c.Moves)
	}
	if c.Reach < 0.995 {
		text += fmt.Sprintf("; it comes to %.0f %% of the board", 100*c.Reach)
	}
	if c.ColourBound {
		text += "; it never leaves its colour"
	}
	return text
}

// mates says what the piece mates; "" if that is not known.
func (c *Card) mates() string {
	return map[endgame.Mates]string{
		endgame.Alone: fmt.Sprintf("a bare king, with its own king's help, in at most %s", format.Plural(c.LongestMate, "move")), endgame.InPairs: "a bare king in pairs",
		endgame.Never: "no bare king, not even in pairs", endgame.NotAlone: "no bare king alone; two of them were not solved",
	}[c.Mates]
}
