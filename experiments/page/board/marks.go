package board

import (
	"maps"
	"slices"

	"bestiary/engine/betza"
)

// mark is the sign on a square of a drawing of moves.
type mark struct {
	quiet, capture bool // moves without and with capture
	// jump: pieces in between cannot block the move.
	jump bool
	// overQuiet and overCapture: the piece can also go over another piece.
	overQuiet, overCapture bool
	// threat: it attacks only the opposing royal piece.
	threat bool
}

// markOf returns the mark of a target. Near means next to the piece, with no squares to jump over.
func markOf(t Target, near bool) mark {
	free := (t.Quiet == Always || t.Quiet == Never) && (t.Capture == Always || t.Capture == Never)
	return mark{
		quiet: t.Quiet > OverPiece, capture: t.Capture > OverPiece, jump: !near && free,
		overQuiet: t.OverQuiet && t.Quiet < Always, overCapture: t.OverCapture && t.Capture < Always,
		threat: t.Threat && t.Capture == Never,
	}
}

// Shapes centred on a square, as SVG paths.
const (
	diamond      = "M0 -10 L10 0 L0 10 L-10 0 Z"
	largeDiamond = "M0 -14 L14 0 L0 14 L-14 0 Z"
	cross        = "M-6 -6 L6 6 M6 -6 L-6 6"
	smallCross   = "M-3 -3 L3 3 M3 -3 L-3 3"
	crown        = "M-7 5 L-7 -4 L-3 0 L0 -6 L3 0 L7 -4 L7 5 Z"
	arch         = "M-6 1 A6 6.5 0 0 1 6 1"
)

func (m mark) draw(c *canvas, x, y float64) {
	if m.threat {
		c.circle(x, y, 13, style{"none", takeColor, 1.5})
		c.path(x, y, crown, style{"none", takeColor, 1.5})
	}
	switch {
	case m.quiet && m.capture && m.jump:
		c.path(x, y, diamond, style{fill: bothColor})
	case m.quiet && m.capture:
		c.circle(x, y, 8, style{fill: bothColor})
	case m.quiet && m.jump:
		c.path(x, y, diamond, style{"none", quietColor, 2.5})
	case m.quiet:
		c.circle(x, y, 8, style{"none", quietColor, 2.5})
	case m.capture:
		c.path(x, y, cross, style{"none", takeColor, 3})
		if m.jump {
			c.path(x, y, largeDiamond, style{"none", takeColor, 1.5})
		}
	}
	switch {
	case !m.overQuiet && !m.overCapture:
	case m.quiet || m.capture:
		m.drawOver(c, x+13, y-10) // in the corner
	default:
		m.drawOver(c, x, y)
	}
}

// drawOver draws a small disc, ring or cross under an arch.
func (m mark) drawOver(c *canvas, x, y float64) {
	color := takeColor
	switch {
	case m.overQuiet && m.overCapture:
		color = bothColor
		c.circle(x, y+4, 3, style{fill: color})
	case m.overQuiet:
		color = quietColor
		c.circle(x, y+4, 2.5, style{"none", color, 1.5})
	default:
		c.path(x, y+4, smallCross, style{"none", color, 1.8})
	}
	c.path(x, y-2, arch, style{"none", color, 1.5})
}

// meaning explains the mark in the legend.
func (m mark) meaning() string {
	switch {
	case m.threat:
		return "attacks only the opposing royal piece"
	case m.overCapture && !m.overQuiet:
		return "captures over a piece on the way"
	case m.overQuiet:
		return verb(m.overQuiet, m.overCapture) + " over a piece on the way"
	case m.jump:
		return verb(m.quiet, m.capture) + ", jumping over anything"
	}
	return verb(m.quiet, m.capture)
}

func verb(quiet, capture bool) string {
	switch {
	case quiet && capture:
		return "moves or captures"
	case quiet:
		return "moves without capturing"
	}
	return "only captures"
}

// parts splits a mark into marks that the legend explains.
func (m mark) parts() []mark {
	var list []mark
	if m.quiet || m.capture {
		list = append(list, mark{quiet: m.quiet, capture: m.capture, jump: m.jump})
	}
	if m.overQuiet || m.overCapture {
		list = append(list, mark{overQuiet: m.overQuiet, overCapture: m.overCapture})
	}
	if m.threat {
		list = append(list, mark{threat: true})
	}
	return list
}

// legendOrder lists the marks that parts can return, in the order of the legend.
var legendOrder = []mark{
	{quiet: true, capture: true}, {quiet: true}, {capture: true},
	{quiet: true, capture: true, jump: true}, {quiet: true, jump: true}, {capture: true, jump: true},
	{overQuiet: true, overCapture: true}, {overQuiet: true}, {overCapture: true}, {threat: true},
}

// legend explains the drawing and returns the y where its text ends.
func (d *moveDrawing) legend(y int) int {
	l := &legendWriter{canvas: &d.canvas, y: y, width: d.width}
	l.paragraph(d.Piece.Note, "")
	l.y += 4
	l.y = d.signs(l.y)
	for _, who := range []betza.Occupancy{betza.Occupied, betza.Enemy, betza.Friend} {
		if slices.ContainsFunc(d.Examples, func(p Panel) bool { return slices.Contains(slices.Collect(maps.Values(p.Pieces)), who) }) {
			l.entry(func(x, y float64) { d.other(x, y, who) }, otherNames[who])
		}
	}
	l.y += 4
	if d.Piece.Explodes {
		l.paragraph("Dashed: what it removes when it explodes.", "")
	}
	if d.Bends() {
		l.paragraph("Thin lines: the ways that a move can take.", "")
	}
	if d.Cut {
		l.paragraph("Arrows: the lines go on.", "")
	}
	for _, fact := range d.Facts() {
		l.paragraph(fact, "")
	}
	l.paragraph("Betza: "+d.betza(), `font-size="12" `)
	return l.y
}

// signs explains the marks in use and returns the y where the list ends.
func (d *moveDrawing) signs(y int) int {
	l := &legendWriter{canvas: &d.canvas, y: y, width: d.width}
	for _, m := range legendOrder {
		if d.used[m] {
			l.entry(func(x, y float64) { m.draw(l.canvas, x, y) }, m.meaning())
		}
	}
	return l.y
}

// otherNames describes the other pieces in an example.
var otherNames = map[betza.Occupancy]string{
	betza.Occupied: "a piece of either side", betza.Enemy: "an enemy", betza.Friend: "a piece of its own side",
}

// Bends reports whether some moves change direction on the way.
func (f *Frame) Bends() bool {
	return slices.Contains(slices.Collect(maps.Values(f.All.Steps)), true)
}

// Facts returns sentences about moves that the panels do not show.
func (f *Frame) Facts() []string {
	var facts []string
	if slices.ContainsFunc(f.Moves, func(m Move) bool { return m.limited() || m.Area != "" }) {
		facts = append(facts, "Ranks are counted from its own side of the board.")
	}
	if slices.ContainsFunc(f.Moves, func(m Move) bool { return slices.ContainsFunc(m.Expression.Paths, capturesEnPassant) }) {
		facts = append(facts, "It also captures en passant.")
	}
	if slices.ContainsFunc(f.Moves, func(m Move) bool { return slices.ContainsFunc(m.Expression.Paths, isInitial) }) {
		facts = append(facts, "Moves with i are only for a piece that has not moved.")
	}
	if f.Piece.Royal {
		facts = append(facts, "Royal: must not be left attacked.")
	}
	return facts
}

func capturesEnPassant(p betza.Path) bool { return p.EnPassant }

func isInitial(p betza.Path) bool { return p.Initial }

// legendWriter writes entries below each other.
type legendWriter struct {
	*canvas
	y, width int
}

// entry writes a line that starts with a sign.
func (l *legendWriter) entry(sign func(x, y float64), text string) {
	l.rect(margin, l.y-1, 32, 28, lightWood)
	sign(margin+16, float64(l.y+13))
	for _, line := range wrap(text, l.width-cell) {
		l.text(margin+cell, float64(l.y+18), mainText, line)
		l.y += lineStep
	}
	l.y += 32 - lineStep
}

func (l *legendWriter) paragraph(text, attributes string) {
	for _, line := range wrap(text, l.width) {
		l.text(margin, float64(l.y+15), attributes+mainText, line)
		l.y += lineStep
	}
}
