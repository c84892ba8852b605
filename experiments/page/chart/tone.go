package chart

import (
	"fmt"
	"image/color"
	"math"
)

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
