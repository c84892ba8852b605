package chart

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Dimensions are in CSS pixels, which the canvases call points.
const (
	marginSide   vg.Length = 20
	marginNarrow vg.Length = 8 // at the sides of a narrow picture
	marginTop    vg.Length = 16
	marginBottom vg.Length = 14
	titleGap     vg.Length = 4  // title to subtitle
	bodyGap      vg.Length = 16 // subtitle to body
	notesGap     vg.Length = 12 // body to notes
	columnGap    vg.Length = 14
)

// Widths of lines and sizes of marks.
const (
	hairline    vg.Length = 0.8
	axisLine    vg.Length = 1
	whiskerLine vg.Length = 1.5
	dataLine    vg.Length = 2
	capSize     vg.Length = 6 // bar across the end of a whisker
	arrowSize   vg.Length = 6
	tickLength  vg.Length = 5
)

// Tones of text and background.
var (
	inkSoft = tones(0x52606D, 0xA9B1BA)
	rule    = tones(0xC3CBD3, 0x4A525B)
	grid    = tones(0xE7EBEE, 0x2A2F35)
	band    = tones(0xF6F8F9, 0x1D2126)
)

// Tones of the two kinds of result and of the two sides. White and Black keep their own
// shades, so bars need no key.
var (
	decidedColor   = tones(0x0072B2, 0x4BA3DC)
	drawnColor     = tones(0x8492A0, 0x7C8894)
	whiteWinsColor = tones(0xF3E9D2, 0xF3E9D2)
	drawColor      = tones(0xA9B4BF, 0x808B97)
	blackWinsColor = tones(0x2B3440, 0x3A4654)
)

// seriesColors lists the colours of series. The hues are from Okabe and Ito (Color Universal
// Design, 2008), darkened or lightened to keep small text readable; shapes and dashes make the same
// distinction.
var seriesColors = []tone{
	tones(0x0072B2, 0x5FB0E8), // blue
	tones(0xBA4E00, 0xF08A4B), // vermilion
	tones(0x007D5A, 0x3FBF97), // bluish green
	tones(0xA44A87, 0xD98BC0), // reddish purple
	tones(0x866300, 0xD2AE3F), // dark yellow
	tones(0x3E4C59, 0xA5B4C3), // slate
}

// seriesColor returns the tone of a series. Tones repeat if there are more series than
// tones.
func seriesColor(i int) tone { return seriesColors[i%len(seriesColors)] }

// seriesDashes lists the dash patterns of lines.
var seriesDashes = [][]vg.Length{nil, {6, 3}, {2, 2.5}, {9, 3, 2, 3}}

// pyramidRamp runs from the strongest tier to the weakest. Its lightness increases
// steadily, so the order is visible to color-blind readers and in greyscale.
var pyramidRamp = []tone{
	tones(0x4A1A1F, 0xB0463A),
	tones(0x8A3324, 0xC4652F),
	tones(0xC06A2D, 0xD08A3C),
	tones(0xDFA552, 0xDFAE62),
	tones(0xF2DDA9, 0xF2DDA9),
}

// untoldColor is for values that the games do not determine.
var untoldColor = tones(0x66717D, 0x8A95A1)

// Text styles. No text is smaller than 11 pixels.
var (
	titleText    = textStyle{Size: 18, Bold: true, Color: ink}
	subtitleText = textStyle{Size: 13, Color: inkSoft}
	labelText    = textStyle{Size: 13, Color: ink}
	strongText   = textStyle{Size: 13, Bold: true, Color: ink}
	axisText     = textStyle{Size: 12, Color: inkSoft}
	tickText     = textStyle{Size: 11.5, Color: inkSoft}
	smallText    = textStyle{Size: 11.5, Color: inkSoft}
)

// dashed returns the line style of a series, with a dash pattern given by its index.
func dashed(c tone, pattern int) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: dataLine, Dashes: seriesDashes[pattern%len(seriesDashes)]}
}
