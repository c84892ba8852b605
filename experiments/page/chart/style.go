package chart

import (
	"fmt"
	"image/color"
	"math"

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

// The tones of the background and of text on it.
var (
	paper = tones(0xFFFFFF, 0x16181B)
	ink   = tones(0x1F2933, 0xE6E9EC)
)

// tone is a colour in the light and in the dark colour scheme.
type tone struct{ Light, Dark color.NRGBA }

// RGBA returns the light colour, for canvases without colour schemes.
func (t tone) RGBA() (r, g, b, a uint32) { return t.Light.RGBA() }

// tones returns an opaque tone of two colours written 0xRRGGBB.
func tones(light, dark uint32) tone { return tone{rgb(light), rgb(dark)} }

// veil is the opacity of a band.
const veil = 0x38

// rgb returns an opaque colour written 0xRRGGBB.
func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF}
}

// hex formats a colour for SVG, without its opacity.
func hex(c color.NRGBA) string { return fmt.Sprintf("%02X%02X%02X", c.R, c.G, c.B) }

// ramp returns the tone at a position from 0 to 1 along a list of tones.
func ramp(row []tone, at float64) tone {
	k := min(int(at*float64(len(row)-1)), len(row)-2)
	f := at*float64(len(row)-1) - float64(k)
	return tone{mix(row[k].Light, row[k+1].Light, f), mix(row[k].Dark, row[k+1].Dark, f)}
}

// mix interpolates between two colours.
func mix(a, b color.NRGBA, f float64) color.NRGBA {
	part := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + f*(float64(b)-float64(a)))) }
	return color.NRGBA{R: part(a.R, b.R), G: part(a.G, b.G), B: part(a.B, b.B), A: 0xFF}
}

// readableText is the minimum contrast for small text.
const readableText = 4.5

// readableOn returns a tone for text on a background.
func readableOn(ground tone) tone {
	return tone{readable(ground.Light), readable(ground.Dark)}
}

// readable returns dark ink if it is readable on the background, else white or black. One
// of them always is.
func readable(ground color.NRGBA) color.NRGBA {
	for _, c := range []color.NRGBA{ink.Light, paper.Light} {
		if contrast(c, ground) >= readableText {
			return c
		}
	}
	return rgb(0)
}

// contrast returns the contrast ratio of WCAG 2.1, from 1 to 21.
func contrast(a, b color.NRGBA) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// luminance returns the relative luminance of WCAG 2.1, from 0 to 1.
func luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
