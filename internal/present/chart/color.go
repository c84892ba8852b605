package chart

import (
	"image/color"
	"math"
)

// rampColor is the colour at position i of n on a ramp, ends included.
func rampColor(ramp []color.NRGBA, i, n int) color.NRGBA {
	if n < 2 {
		return ramp[len(ramp)/2]
	}
	at := float64(i) / float64(n-1) * float64(len(ramp)-1)
	k := min(int(at), len(ramp)-2)
	f := at - float64(k)
	mix := func(a, b uint8) uint8 {
		return uint8(math.Round(float64(a) + f*(float64(b)-float64(a))))
	}
	a, b := ramp[k], ramp[k+1]
	return color.NRGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: 0xFF}
}

// readableText is the contrast that small text needs.
const readableText = 4.5

// readableOn chooses ink where it can be read, else white, else black, which
// between them serve every ground.
func readableOn(ground color.NRGBA) color.NRGBA {
	for _, c := range []color.NRGBA{ink, white} {
		if contrast(c, ground) >= readableText {
			return c
		}
	}
	return black
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
