package chart

import (
	"fmt"
	"image/color"
	"math"
)

// tone is a colour in the light and in the dark scheme of a reader's program.
type tone struct{ light, dark color.NRGBA }

// RGBA is the light colour, for canvases without schemes.
func (t tone) RGBA() (r, g, b, a uint32) { return t.light.RGBA() }

// tones is an opaque tone of two colours written 0xRRGGBB.
func tones(light, dark uint32) tone { return tone{rgb(light), rgb(dark)} }

// faint is the tone as a veil that shows what lies below it.
func (t tone) faint() tone {
	t.light.A, t.dark.A = veil, veil
	return t
}

// veil is the opacity of a band.
const veil = 0x38

// rgb is an opaque colour written 0xRRGGBB.
func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF}
}

// hex writes a colour as SVG does, without its opacity.
func hex(c color.NRGBA) string { return fmt.Sprintf("%02X%02X%02X", c.R, c.G, c.B) }

// ramp is the tone at a position from 0 to 1 on a row of tones.
func ramp(row []tone, at float64) tone {
	k := min(int(at*float64(len(row)-1)), len(row)-2)
	f := at*float64(len(row)-1) - float64(k)
	return tone{mix(row[k].light, row[k+1].light, f), mix(row[k].dark, row[k+1].dark, f)}
}

// mix is the colour between two.
func mix(a, b color.NRGBA, f float64) color.NRGBA {
	part := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + f*(float64(b)-float64(a)))) }
	return color.NRGBA{R: part(a.R, b.R), G: part(a.G, b.G), B: part(a.B, b.B), A: 0xFF}
}

// readableText is the contrast that small text needs.
const readableText = 4.5

// readableOn is a tone for text on a ground.
func readableOn(ground tone) tone {
	return tone{readable(ground.light), readable(ground.dark)}
}

// readable chooses dark ink where it can be read, else white, else black, which
// between them serve every ground.
func readable(ground color.NRGBA) color.NRGBA {
	for _, c := range []color.NRGBA{ink.light, paper.light} {
		if contrast(c, ground) >= readableText {
			return c
		}
	}
	return rgb(0)
}

// contrast is the contrast ratio of WCAG 2.1, from 1 to 21.
func contrast(a, b color.NRGBA) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// luminance is the relative luminance of WCAG 2.1, from 0 to 1.
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
