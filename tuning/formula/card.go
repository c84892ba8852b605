package formula

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"bestiary/engine/betza"
	"bestiary/engine/endgame"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Card holds what is known of a piece on a board before any game is played.
type Card struct {
	Betza string `json:"betza"`
	Board Board  `json:"board"`
	// Worthless is why the piece has no worth on the board, and NoValue why its value cannot be
	// predicted; "" if neither holds.
	Worthless string `json:"worthless,omitempty"`
	NoValue   string `json:"no-value,omitempty"`
	// Value is in points, from the moves alone, for a kind of which an army has one.
	Value stat.Interval `json:"predicted"`
	// Doubt is what sets the piece apart from all to which the formula was fitted: its interval is
	// twice as wide. "" if it is not set apart.
	Doubt string `json:"doubt,omitempty"`
	Known
	// Measured is the piece itself, if it was measured on this board.
	Measured *Measured `json:"measured,omitempty"`
	// Like lists measured pieces that are most like it, the nearest first.
	Like []Measured `json:"like"`
}

// likeMost is the number of measured pieces on a card.
const likeMost = 3

// Describe makes the card of a piece. The error is a *betza.SyntaxError.
func Describe(b Board, moves string) (*Card, error) {
	e, err := betza.Parse(moves)
	if err != nil {
		return nil, err
	}
	c := &Card{Betza: moves, Board: b, Value: stat.Unknown(), Like: []Measured{}}
	if slices.ContainsFunc(e.Paths, func(p betza.Path) bool { return p.Initial }) || len(e.Castlings) > 0 {
		c.NoValue = "castling and moves of an unmoved piece belong to the rules of a game"
		return c, nil
	}
	if c.Known, err = Look(b, moves); err != nil {
		c.NoValue = err.Error()
		return c, nil
	}
	switch {
	case !(c.Mobility[0]+c.Mobility[1]+c.Mobility[2] > 0):
		c.Worthless = fmt.Sprintf("it neither moves nor captures an enemy on a board of %s squares", b)
	case c.Forward == 0 && c.Mobility[1] > 0:
		c.Worthless = "it only moves backwards, so it is soon at its own edge for good"
	}
	if c.Worthless != "" {
		c.Value = stat.Exact(0)
		return c, nil
	}
	f, err := Published()
	if err != nil {
		return nil, err
	}
	if f.FarBeyond(c.Features) {
		c.NoValue = "it is far stronger than all pieces that were measured"
		return c, nil
	}
	c.Value = f.Value(c.Features)
	if c.Unchecked == "" {
		c.Doubt = f.Doubt(c.Features)
	}
	if c.Like, err = nearest(c, e.Key()); err != nil {
		return nil, err
	}
	if m := &c.Like[0]; m.Board == b && KeyOf(m.Betza) == e.Key() {
		c.Measured = m
	}
	return c, nil
}

// nearest returns the measured pieces that are most like a piece: by worth, moves and how far
// others are in the way. Each kind is listed once, on the board that is nearest in size.
func nearest(c *Card, key string) ([]Measured, error) {
	measured, err := MeasuredValues()
	if err != nil {
		return nil, err
	}
	size := func(m Measured) float64 {
		return math.Abs(math.Log(float64(m.Board.Files*m.Board.Ranks) / float64(c.Board.Files*c.Board.Ranks)))
	}
	kinds := map[string]Measured{}
	for _, m := range measured {
		kind := KeyOf(m.Betza)
		if other, ok := kinds[kind]; !ok || size(m) < size(other) {
			kinds[kind] = m
		}
	}
	far := func(kind string) float64 {
		m := kinds[kind]
		if kind == key {
			return -1
		}
		return math.Abs(math.Log(m.Prior/c.Prior)) + math.Abs(m.Moves-c.Moves)/2 + math.Abs(m.Jumps-c.Jumps)/2
	}
	var out []Measured
	for _, kind := range slices.SortedFunc(maps.Keys(kinds), func(x, y string) int { return cmp.Or(cmp.Compare(far(x), far(y)), cmp.Compare(x, y)) })[:likeMost] {
		out = append(out, kinds[kind])
	}
	return out, nil
}

// KeyOf identifies moves, however they are written; "" if they cannot be read.
func KeyOf(moves string) string {
	e, err := betza.Parse(moves)
	if err != nil {
		return ""
	}
	return e.Key()
}

// Listed is a piece of the list with its value.
type Listed struct {
	Betza string        `json:"betza"`
	Value stat.Interval `json:"value"` // in points
	// Source is where its value was measured; "" if it is predicted.
	Source string `json:"source"`
	// Mates is how many of the kind it takes to win against a bare king.
	Mates endgame.Mates `json:"mates"`
}

// fewestListed is the least number of pieces on a board for which Like lists them.
const fewestListed = 100

// Like returns the pieces whose values on a board are nearest to a number of points, the nearest
// first: those of the list and those that were measured there. The board is one of the list. A value
// that was not measured there is predicted.
func Like(b Board, points float64, most int) ([]Listed, error) {
	known, err := cache()
	if err != nil {
		return nil, err
	}
	if len(known[b]) < fewestListed {
		var names []string
		for _, on := range slices.SortedFunc(maps.Keys(known), func(x, y Board) int { return x.Files*x.Ranks - y.Files*y.Ranks }) {
			if len(known[on]) >= fewestListed {
				names = append(names, on.String())
			}
		}
		return nil, fmt.Errorf("the list of pieces is for boards of %s squares, not of %s", format.List(names, "or"), b)
	}
	f, err := Published()
	if err != nil {
		return nil, err
	}
	measured, err := MeasuredValues()
	if err != nil {
		return nil, err
	}
	pieces := map[string]Listed{} // a piece may be written in several ways
	for _, moves := range slices.Sorted(maps.Keys(known[b])) {
		if k := known[b][moves]; k.Prior > 0 {
			pieces[KeyOf(moves)] = Listed{moves, f.Value(k.Features), "", k.Mates}
		}
	}
	for _, m := range slices.Backward(measured) { // the first counts, as on a card
		if m.Board == b && m.Prior > 0 {
			pieces[KeyOf(m.Betza)] = Listed{m.Betza, m.Value, m.Source, m.Mates}
		}
	}
	out := slices.Collect(maps.Values(pieces))
	far := func(x Listed) float64 { return math.Abs(math.Log(max(x.Value.Estimate, 1e-3) / points)) }
	slices.SortFunc(out, func(x, y Listed) int {
		return cmp.Or(cmp.Compare(far(x), far(y)), cmp.Compare(x.Betza, y.Betza))
	})
	return out[:min(most, len(out))], nil
}

// Line is a sentence of a card. Its label is "" if it continues the subject of the line before.
type Line struct {
	Label string `json:"label"`
	Text  string `json:"text"`
}

// Lines returns the text of a card: the value and its basis, the measured pieces most like it, its
// moves and its mates.
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

// basis describes in sentences the basis of the value.
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

// mobility describes the moves of the piece in numbers.
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

// mates states whether the piece mates; "" if that is not known.
func (c *Card) mates() string {
	return map[endgame.Mates]string{
		endgame.Alone: fmt.Sprintf("a bare king, with its own king's help, in at most %s", format.Plural(c.LongestMate,
			"move")), endgame.InPairs: "a bare king in pairs",
		endgame.Never: "no bare king, not even in pairs", endgame.NotAlone: "no bare king alone; two of them were not solved",
	}[c.Mates]
}
