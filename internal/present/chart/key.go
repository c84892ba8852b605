package chart

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// keyEntry explains one mark.
type keyEntry struct {
	text string
	mark func(p pen, at vg.Point)
}

// key is a legend that flows over as many lines as it needs.
type key []keyEntry

// Measures of a key, in points.
const (
	keyLine  vg.Length = 17
	keyMark  vg.Length = 24 // mark and the gap to its text
	keyGap   vg.Length = 22 // between entries
	keyBelow vg.Length = 11
)

// rows breaks the key into lines of at most the given width.
func (k key) rows(width vg.Length) []key {
	var rows []key
	x := width
	for _, e := range k {
		w := keyMark + axisText.width(e.text) + keyGap
		if x+w-keyGap > width {
			rows = append(rows, nil)
			x = 0
		}
		x += w
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
	}
	return rows
}

// height is the space the key takes at the top of a body.
func (k key) height(width vg.Length) vg.Length {
	return vg.Length(len(k.rows(width)))*keyLine + keyBelow
}

// paint writes the key at the top of the body and returns the y below it.
func (k key) paint(p pen, body vg.Rectangle) vg.Length {
	y := body.Max.Y
	for _, row := range k.rows(body.Max.X - body.Min.X) {
		x := body.Min.X
		for _, e := range row {
			e.mark(p, vg.Point{X: x + 9, Y: y - keyLine/2})
			p.textMid(axisText, x+keyMark, y-keyLine/2, left, e.text)
			x += keyMark + axisText.width(e.text) + keyGap
		}
		y -= keyLine
	}
	return y - keyBelow
}

// swatch is the mark of a filled area.
func swatch(c color.NRGBA) func(pen, vg.Point) {
	return func(p pen, at vg.Point) {
		box := rect(at.X-8, at.Y-4.5, at.X+8, at.Y+4.5)
		p.fillRect(box, c)
		p.strokeRect(stroke(rule, hairline), box)
	}
}
