package chart

import (
	"gonum.org/v1/plot/vg"
)

// keyEntry explains one mark.
type keyEntry struct {
	text string
	mark func(p pen, at vg.Point)
}

// key is a legend that flows over as many lines as it needs.
type key []keyEntry

// Measures of a key.
const (
	keyMark  vg.Length = 25 // mark and the gap to its text
	keyGap   vg.Length = 20 // between entries
	keyBelow vg.Length = 10
)

// keyCell is an entry in its place: at x, in the row below y.
type keyCell struct {
	keyEntry
	words block
	x, y  vg.Length
}

// flow places the entries in rows of at most the given width and returns the
// height of all rows.
func (k key) flow(width vg.Length) (cells []keyCell, height vg.Length) {
	x, row := vg.Length(0), vg.Length(0)
	for _, e := range k {
		words := block{axisText, wrap(axisText, e.text, width-keyMark)}
		w := keyMark + words.widest()
		if x > 0 && x+w > width {
			x, height, row = 0, height+row, 0
		}
		cells = append(cells, keyCell{e, words, x, height})
		x += w + keyGap
		row = max(row, words.height()+3)
	}
	return cells, height + row
}

// height is the space that the key takes at the top of a body.
func (k key) height(width vg.Length) vg.Length {
	if len(k) == 0 {
		return 0
	}
	_, height := k.flow(width)
	return height + keyBelow
}

// paint writes the key at the top of an area and returns the y below it.
func (k key) paint(p pen, area vg.Rectangle) vg.Length {
	cells, _ := k.flow(area.Max.X - area.Min.X)
	for _, c := range cells {
		x, y := area.Min.X+c.x, area.Max.Y-c.y
		c.mark(p, vg.Point{X: x + 9, Y: y - axisText.leading()/2})
		c.words.write(p, x+keyMark, y)
	}
	return area.Max.Y - k.height(area.Max.X-area.Min.X)
}

// swatch is the mark of a filled area.
func swatch(c tone) func(pen, vg.Point) {
	return func(p pen, at vg.Point) {
		box := rect(at.X-8, at.Y-5, at.X+8, at.Y+5)
		p.fillRect(box, c)
		p.strokeRect(stroke(rule, hairline), box)
	}
}
