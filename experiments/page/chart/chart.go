package chart

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"bestiary/experiments/page/pieces"
	"bestiary/internal/format"
)

// Width is the width of a picture in CSS pixels.
type Width int

// The widths for which pictures are laid out: a page on a desktop, and a page of 390
// pixels on a phone.
const (
	Wide   Width = 720
	Narrow Width = 358
)

// About describes the data of a picture, for its title and subtitle.
type About struct {
	// Unit of the values, such as "in points"; default "in pawns".
	Unit  string
	Title string // default: the name of the chart, such as "Strength pyramid"
	Game  string // name of the game or variant
	Games int    // number of games in the data
	Exact bool   // the numbers are computed, not measured in games
	Note  string // end of the subtitle, such as "300 nodes a move"
	// Faces are the drawings of pieces by name. Pieces without one have letters or names
	// alone; PNG lacks drawings that are not of the set.
	Faces map[string]pieces.Face
}

// Chart is a finished picture. It keeps no reference to its input and may be written any
// number of times.
type Chart struct {
	title, subtitle, alt string
	lay                  func(inner vg.Length) body
}

// body is a picture without heading, laid out for a width.
type body struct {
	height vg.Length
	notes  []string
	paint  func(p pen, area vg.Rectangle)
}

// chart returns a picture with the heading described by About. The facts extend the
// subtitle; shows describes the picture for Alt.
func (a About) chart(name, shows string, facts []string, lay func(inner vg.Length) body) *Chart {
	if a.Title != "" {
		name = a.Title
	}
	games := format.Plural(a.Games, "game")
	switch {
	case a.Exact:
		games = "exact"
	case a.Games == 0:
		games = "no games played"
	}
	parts := []string{a.Game, games}
	parts = append(parts, facts...)
	if a.Note != "" {
		parts = append(parts, a.Note)
	}
	alt := name + ", " + a.Game + ", " + games + "."
	if shows != "" {
		alt += " " + shows
	}
	return &Chart{title: name, subtitle: strings.Join(parts, " · "), alt: alt, lay: lay}
}

// Alt describes the picture in a few sentences, for readers who cannot see it.
func (c *Chart) Alt() string { return c.alt }

// page is a picture laid out for a width.
type page struct {
	width, height vg.Length
	paint         func(pen)
}

// page puts the heading and the notes around the body.
func (c *Chart) page(w Width) page {
	width, side := vg.Length(w), marginSide
	if w < Wide {
		side = marginNarrow
	}
	inner := width - 2*side
	b := c.lay(inner)
	head := block{titleText, wrap(titleText, c.title, inner)}
	sub := block{subtitleText, wrap(subtitleText, c.subtitle, inner)}
	notes := block{style: smallText}
	for _, note := range b.notes {
		notes.lines = append(notes.lines, wrap(smallText, note, inner)...)
	}
	height := marginTop + head.height() + titleGap + sub.height() + bodyGap + b.height + marginBottom
	if len(notes.lines) > 0 {
		height += notesGap + notes.height()
	}
	return page{width, height, func(p pen) {
		p.fillRect(p.Rectangle, paper)
		y := head.write(p, side, height-marginTop) - titleGap
		y = sub.write(p, side, y) - bodyGap
		b.paint(p, rect(side, y-b.height, width-side, y))
		notes.write(p, side, y-b.height-notesGap)
	}}
}

// PNG returns the picture in light colours, with two pixels to a CSS pixel.
func (c *Chart) PNG(w Width) ([]byte, error) { return c.page(w).raster(144) }

// SVG returns the picture, with its text as text. It follows the reader's colour scheme,
// and has a title and a description for screen readers.
func (c *Chart) SVG(w Width) []byte {
	g := c.page(w)
	canvas := &svgCanvas{height: g.height, dark: map[string]string{}}
	g.paint(pen{draw.NewCanvas(canvas, g.width, g.height)})
	return canvas.document(g.width, c.title, c.alt)
}

// raster returns the picture as PNG, with a CSS pixel as long as a 72nd of an inch.
func (g page) raster(dpi int) ([]byte, error) {
	canvas := vgimg.NewWith(vgimg.UseWH(g.width, g.height), vgimg.UseDPI(dpi))
	g.paint(pen{draw.NewCanvas(canvas, g.width, g.height)})
	var b bytes.Buffer
	if _, err := (vgimg.PngCanvas{Canvas: canvas}).WriteTo(&b); err != nil {
		return nil, fmt.Errorf("writing PNG: %w", err)
	}
	return b.Bytes(), nil
}

// Icon returns a PNG with a number of pixels to a side: a piece on a colour written 0xRRGGBB.
func Icon(f pieces.Face, pixels int, ground uint32) ([]byte, error) {
	side := vg.Length(pixels)
	return page{side, side, func(p pen) {
		p.fillRect(rect(0, 0, side, side), tones(ground, ground))
		p.face(f, vg.Point{X: side * 0.15, Y: side * 0.86}, side*0.7)
	}}.raster(72)
}

// unit returns Unit or its default.
func (a About) unit() string { return cmp.Or(a.Unit, "in pawns") }
