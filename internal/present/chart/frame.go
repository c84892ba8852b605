package chart

import (
	"gonum.org/v1/plot/vg"
)

// frame is a page before it is drawn: the words around a body of known height.
type frame struct {
	title, subtitle string
	notes           []string
	width           vg.Length // of the page; 0 means pageWidth
	height          vg.Length // of the body
	paint           func(p pen, body vg.Rectangle)
}

// chart sets the page around the body.
func (f frame) chart() *Chart {
	width := f.width
	if width == 0 {
		width = pageWidth
	}
	inner := width - 2*marginSide
	head := block{titleText, wrap(titleText, f.title, inner)}
	sub := block{subtitleText, wrap(subtitleText, f.subtitle, inner)}
	var notes block
	notes.style = noteText
	for _, note := range f.notes {
		notes.lines = append(notes.lines, wrap(noteText, note, inner)...)
	}
	height := marginTop + head.height() + titleGap + sub.height() + bodyGap + f.height + marginBottom
	if len(notes.lines) > 0 {
		height += notesGap + notes.height()
	}
	return &Chart{
		title: f.title, subtitle: f.subtitle, width: width, height: height,
		paint: func(p pen) {
			y := height - marginTop
			y = head.write(p, marginSide, y) - titleGap
			y = sub.write(p, marginSide, y) - bodyGap
			f.paint(p, rect(marginSide, y-f.height, width-marginSide, y))
			notes.write(p, marginSide, y-f.height-notesGap)
		},
	}
}

// innerWidth is the width of the body on a page of the usual width.
const innerWidth = pageWidth - 2*marginSide

// block is lines of text in one style.
type block struct {
	style textStyle
	lines []string
}

// height is the space from the top of the first line to the foot of the last.
func (b block) height() vg.Length {
	return b.style.leading() * vg.Length(len(b.lines))
}

// write sets the lines below y and returns the y below them.
func (b block) write(p pen, x, y vg.Length) vg.Length {
	for _, line := range b.lines {
		p.text(b.style, x, y-b.style.size, left, line)
		y -= b.style.leading()
	}
	return y
}
