package canvas

import (
	"fmt"
	"image/color"
	"math"
)

// The tones of the background and of text on it.
var (
	Paper = Tones(0xFFFFFF, 0x16181B)
	Ink   = Tones(0x1F2933, 0xE6E9EC)
)

// Tone is a colour in the light and in the dark colour scheme.
type Tone struct{ Light, Dark color.NRGBA }

// RGBA returns the light colour, for canvases without colour schemes.
func (t Tone) RGBA() (r, g, b, a uint32) { return t.Light.RGBA() }

// Tones returns an opaque tone of two colours written 0xRRGGBB.
func Tones(light, dark uint32) Tone { return Tone{RGB(light), RGB(dark)} }

// Faint returns the tone as a translucent veil.
func (t Tone) Faint() Tone {
	t.Light.A, t.Dark.A = veil, veil
	return t
}

// veil is the opacity of a band.
const veil = 0x38

// RGB returns an opaque colour written 0xRRGGBB.
func RGB(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF}
}

// hex formats a colour for SVG, without its opacity.
func hex(c color.NRGBA) string { return fmt.Sprintf("%02X%02X%02X", c.R, c.G, c.B) }

// Ramp returns the tone at a position from 0 to 1 along a list of tones.
func Ramp(row []Tone, at float64) Tone {
	k := min(int(at*float64(len(row)-1)), len(row)-2)
	f := at*float64(len(row)-1) - float64(k)
	return Tone{mix(row[k].Light, row[k+1].Light, f), mix(row[k].Dark, row[k+1].Dark, f)}
}

// mix interpolates between two colours.
func mix(a, b color.NRGBA, f float64) color.NRGBA {
	part := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + f*(float64(b)-float64(a)))) }
	return color.NRGBA{R: part(a.R, b.R), G: part(a.G, b.G), B: part(a.B, b.B), A: 0xFF}
}

// ReadableText is the minimum contrast for small text.
const ReadableText = 4.5

// ReadableOn returns a tone for text on a background.
func ReadableOn(ground Tone) Tone {
	return Tone{Readable(ground.Light), Readable(ground.Dark)}
}

// Readable returns dark ink if it is readable on the background, else white or black. One
// of them always is.
func Readable(ground color.NRGBA) color.NRGBA {
	for _, c := range []color.NRGBA{Ink.Light, Paper.Light} {
		if Contrast(c, ground) >= ReadableText {
			return c
		}
	}
	return RGB(0)
}

// Contrast returns the contrast ratio of WCAG 2.1, from 1 to 21.
func Contrast(a, b color.NRGBA) float64 {
	la, lb := Luminance(a), Luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// Luminance returns the relative luminance of WCAG 2.1, from 0 to 1.
func Luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
