package board

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
	"bestiary/internal/format"
)

// frameLegend explains Frame.Text.
const frameLegend = `  @  the piece; its own side is at the bottom of the drawing
  o  moves or captures    m  only moves    x  only captures
  O M X  the same by a jump, whatever stands between
  ^ ~ *  the same over another piece; after a letter: in addition to it
  #  in an example, a piece of either side; e an enemy, f a friend`

// TextLegend explains the drawings of some pieces in text.
func TextLegend(pieces []variant.Piece) string {
	for _, p := range pieces {
		if slices.ContainsFunc(p.Moves, func(m variant.MoveSet) bool { return m.RoyalOnly }) {
			return frameLegend + "\n  k  attacks only the opposing royal piece"
		}
	}
	return frameLegend
}

// textWidth is the maximum width of panels placed side by side, in characters.
const textWidth = 74

// Text draws the moves of a piece as lines: panels side by side if there is room, examples
// below.
func (f *Frame) Text() []string {
	var lines []string
	for rest := f.Panels; len(rest) > 0; {
		n, width := 1, rest[0].columns()
		for n < len(rest) && width+rest[n].columns() <= textWidth {
			width += rest[n].columns()
			n++
		}
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, drawPanels(rest[:n])...)
		rest = rest[n:]
	}
	for i := range f.Examples {
		lines = append(append(lines, ""), drawPanels(f.Examples[i:i+1])...)
	}
	return lines
}

// columns returns the width of a panel and the gap after it, in characters.
func (p *Panel) columns() int {
	return max(2*(p.Right-p.Left+1), utf8.RuneCountInString(p.Caption)) + 2
}

// drawPanels draws panels of equal height side by side, below their captions.
func drawPanels(panels []Panel) []string {
	var lines []string
	for i := range panels {
		block := drawPanel(&panels[i])
		if caption := panels[i].Caption; caption != "" {
			block = append([]string{caption}, block...)
		}
		if lines == nil {
			lines = make([]string, len(block))
		}
		width := 0
		for _, line := range lines {
			width = max(width, utf8.RuneCountInString(line)+2)
		}
		for j, line := range block {
			if i > 0 {
				lines[j] += strings.Repeat(" ", width-utf8.RuneCountInString(lines[j]))
			}
			lines[j] += line
		}
	}
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}

// drawPanel draws a line for each rank; all lines have the same length.
func drawPanel(p *Panel) []string {
	var lines []string
	for y := p.Top; y >= p.Bottom; y-- {
		var b strings.Builder
		for x := p.Left; x <= p.Right; x++ {
			v := betza.Vec{DX: x, DY: y}
			b.WriteString(p.letter(v))
		}
		lines = append(lines, b.String())
	}
	return lines
}

// letter returns two characters for a square. The letter of a piece is in upper case if it can
// be captured.
func (p *Panel) letter(v betza.Vec) string {
	letter := map[betza.Occupancy]string{0: "", betza.Enemy: "e ", betza.Friend: "f "}
	text, ok := letter[p.Pieces[v]]
	switch {
	case !ok:
		return "# "
	case text == "":
		return drawTarget(v, p.Targets[v])
	case p.Targets[v].Capture != Never:
		return strings.ToUpper(text)
	}
	return text
}

// drawTarget returns two characters for a square: a letter, in upper case for a jump, and
// the sign for moves over another piece.
func drawTarget(v betza.Vec, t Target) string {
	if v == (betza.Vec{}) {
		return "@ "
	}
	m := markOf(t, Distance(v) == 1)
	letter, over := choose("omx", m.quiet, m.capture), choose("^~*", m.overQuiet, m.overCapture)
	if over == "" && m.threat {
		over = "k"
	}
	switch {
	case letter == "" && over == "":
		return ". "
	case letter == "":
		return over + " "
	case over == "":
		over = " "
	}
	if m.jump {
		letter = strings.ToUpper(letter)
	}
	return letter + over
}

// choose returns a sign: the first for moves and captures, the second for moves only, the
// third for captures only, or "" for neither.
func choose(signs string, quiet, capture bool) string {
	switch {
	case quiet && capture:
		return signs[:1]
	case quiet:
		return signs[1:2]
	case capture:
		return signs[2:]
	}
	return ""
}

// Describe draws the moves of the piece, with text next to the drawing, or below it if lines would
// exceed width.
func (f *Frame) Describe(width int) []string {
	const (
		minColumn = 18 // keeps the texts of most pieces in one column
		minOf     = 30 // minimum width of the text
	)
	drawing, column := f.Text(), minColumn
	for _, line := range drawing {
		column = max(column, utf8.RuneCountInString(line))
	}
	column += 3
	var lines []string
	if width-column < minOf {
		lines, drawing, column = append(drawing, ""), nil, 0
	}
	var text []string
	for _, sentence := range f.sentences() {
		text = append(text, format.Wrap(sentence, width-column)...)
	}
	for i := range max(len(drawing), len(text)) {
		var left, right string
		if i < len(drawing) {
			left = drawing[i]
		}
		if i < len(text) {
			right = text[i]
		}
		lines = append(lines, fmt.Sprintf("%-*s%s", column, left, right))
	}
	return lines
}

// sentences returns the paragraphs of text next to a drawing.
func (f *Frame) sentences() []string {
	var list []string
	for _, m := range f.Moves {
		list = append(list, m.String())
	}
	if f.Cut {
		list = append(list, "The lines go on beyond the drawing.")
	}
	if f.Bends() {
		list = append(list, "Some moves bend on the way; the pictures of --svg show how.")
	}
	list = append(list, f.Facts()...)
	if f.Piece.Explodes {
		list = append(list, "May explode instead of moving.")
	}
	if f.Piece.Note != "" {
		list = append(list, f.Piece.Note)
	}
	return list
}
