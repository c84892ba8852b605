package board

import (
	"maps"
	"slices"

	"bestiary/engine/betza"
)

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
