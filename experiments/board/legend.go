package board

import (
	"fmt"
	"slices"

	"bestiary/engine/betza"
)

// legend writes what the drawing shows and returns where it ends.
func (d *moveDrawing) legend(y, width int) int {
	l := &legendWriter{canvas: &d.canvas, y: y, width: width}
	limit := 0
	for _, m := range d.Moves {
		number := ""
		if m.Limited() {
			limit++
			number = fmt.Sprint(limit)
		}
		l.entry(number, m.Betza+moveNote(m))
	}
	l.entry("", d.piece.Note)
	for _, m := range legendOrder {
		if d.used[m] {
			m.draw(l.canvas, margin+cell/2, float64(l.y+12))
			l.y += 4
			l.entry("", m.meaning())
			l.y += 4
		}
	}
	for _, bent := range d.All.Steps {
		if bent {
			l.entry("", "Thin lines are the ways that a move can take.")
			break
		}
	}
	if d.Cut {
		l.entry("", "Arrows: the lines go on.")
	}
	if d.piece.Explodes {
		l.entry("", "Dashed: what it removes when it explodes.")
	}
	if d.capturesEnPassant() {
		l.entry("", "It also captures en passant.")
	}
	if d.piece.Royal {
		l.entry("", "Royal: must not be left attacked.")
	}
	return l.y
}

func (d *moveDrawing) capturesEnPassant() bool {
	return slices.ContainsFunc(d.Moves, func(m Move) bool {
		return slices.ContainsFunc(m.Expression.Paths, func(p betza.Path) bool { return p.EnPassant })
	})
}

// moveNote says what limits a move or frees it.
func moveNote(m Move) string {
	note := ""
	if m.Flying {
		note = ", flying"
	}
	switch {
	case !m.Limited():
	case m.LastRank > m.FirstRank:
		note += fmt.Sprintf(", only from its ranks %d to %d", m.FirstRank, m.LastRank)
	default:
		note += fmt.Sprintf(", only from its rank %d", m.FirstRank)
	}
	return note
}

// legendWriter writes entries one under the other.
type legendWriter struct {
	*canvas
	y, width int
}

// entry writes a text, wrapped, with a sign in front of its first line.
func (l *legendWriter) entry(sign, text string) {
	if sign != "" {
		l.text(margin+cell/2, float64(l.y+13), `text-anchor="middle" font-size="11" font-weight="bold" fill="`+ink+`"`, sign)
	}
	for _, line := range wrap(text, l.width-cell) {
		l.text(margin+cell, float64(l.y+13), `fill="`+ink+`"`, line)
		l.y += lineStep
	}
}
