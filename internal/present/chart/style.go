package chart

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes of the page, in points.
const (
	pageWidth    vg.Length = 640
	marginSide   vg.Length = 26
	marginTop    vg.Length = 22
	marginBottom vg.Length = 20
	titleGap     vg.Length = 5  // title to subtitle
	bodyGap      vg.Length = 18 // subtitle to body
	notesGap     vg.Length = 12 // body to notes
)

// Widths of lines and sizes of marks, in points.
const (
	hairline    vg.Length = 0.6
	axisLine    vg.Length = 0.8
	whiskerLine vg.Length = 1.2
	dataLine    vg.Length = 1.6
	markRadius  vg.Length = 2.9
	capSize     vg.Length = 5 // bar across the end of a whisker
	arrowSize   vg.Length = 5
	tickLength  vg.Length = 4
)

// pngDPI gives two pixels to a point.
const pngDPI = 144

// Colours of text and ground.
var (
	white   = rgb(0xFFFFFF)
	black   = rgb(0x000000)
	ink     = rgb(0x1F2933)
	inkSoft = rgb(0x52606D)
	rule    = rgb(0xC3CBD3)
	grid    = rgb(0xE7EBEE)
	band    = rgb(0xF6F8F9)
)

// Colours of the two kinds of result and of the two sides. White and Black
// keep their own tones, so the bars need no key to be read.
var (
	decidedColor   = rgb(0x0072B2)
	drawnColor     = rgb(0x8492A0)
	whiteWinsColor = rgb(0xF3E9D2)
	drawColor      = rgb(0xA9B4BF)
	blackWinsColor = rgb(0x2B3440)
)

// seriesColors tells series apart. The hues are those of Okabe and Ito
// (Color Universal Design, 2008), darkened where small text in them would be
// hard to read on white; shapes and dashes carry the same distinction.
var seriesColors = []color.NRGBA{
	rgb(0x0072B2), // blue
	rgb(0xBA4E00), // vermilion
	rgb(0x007D5A), // bluish green
	rgb(0xA44A87), // reddish purple
	rgb(0x866300), // dark yellow
	rgb(0x3E4C59), // slate
}

// seriesDashes follows the colours: a new pattern for each round through them.
var seriesDashes = [][]vg.Length{nil, {5, 2.5}, {1.5, 2}, {7, 2, 1.5, 2}}

// pyramidRamp runs from the strongest tier to the weakest. Its lightness rises
// all the way, so the order survives any colour blindness and a grey printer.
var pyramidRamp = []color.NRGBA{
	rgb(0x4A1A1F),
	rgb(0x8A3324),
	rgb(0xC06A2D),
	rgb(0xDFA552),
	rgb(0xF2DDA9),
}

// Text styles.
var (
	titleText    = textStyle{size: 15, bold: true, color: ink}
	subtitleText = textStyle{size: 10, color: inkSoft}
	labelText    = textStyle{size: 10, color: ink}
	strongText   = textStyle{size: 10, bold: true, color: ink}
	axisText     = textStyle{size: 9.5, color: inkSoft}
	tickText     = textStyle{size: 9, color: inkSoft}
	smallText    = textStyle{size: 8.5, color: inkSoft}
	noteText     = textStyle{size: 8.5, color: inkSoft}
)

// fontFamilies is what an SVG asks for: the font the text was measured in,
// three with the same widths, then whatever the reader has.
const fontFamilies = "'Liberation Sans',Arimo,Arial,Helvetica,sans-serif"

// boldWeight is WeightBold of golang.org/x/image/font, the type of a font's
// weight.
const boldWeight = 3

// textStyle is a size in points, a weight and a colour of Liberation Sans.
type textStyle struct {
	size  vg.Length
	bold  bool
	color color.NRGBA
}

// face finds the embedded font.
func (s textStyle) face() font.Face {
	f := font.Font{Typeface: "Liberation", Variant: "Sans"}
	if s.bold {
		f.Weight = boldWeight
	}
	return plot.DefaultTextHandler.Cache().Lookup(f, s.size)
}

// width measures a line of text in points.
func (s textStyle) width(text string) vg.Length {
	face := s.face()
	return face.Width(text)
}

// leading is the distance between the baselines of two lines.
func (s textStyle) leading() vg.Length { return s.size * 1.32 }

// capHeight is the height of a capital letter: 1409 of Liberation Sans's 2048
// units.
func (s textStyle) capHeight() vg.Length { return s.size * 1409 / 2048 }

// in gives the style another colour.
func (s textStyle) in(c color.NRGBA) textStyle {
	s.color = c
	return s
}

// rgb is an opaque colour written 0xRRGGBB.
func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF}
}

// stroke is a solid line of a colour and a width.
func stroke(c color.NRGBA, width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: width}
}
