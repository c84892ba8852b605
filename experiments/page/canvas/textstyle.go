package canvas

import (
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
)

// fontFamilies lists the fonts named in an SVG: the font used for measuring, three with
// the same widths, then any sans-serif font.
const fontFamilies = "'Liberation Sans',Arimo,Arial,Helvetica,sans-serif"

// boldWeight is WeightBold of golang.org/x/image/font, the type of a font's
// weight.
const boldWeight = 3

// fonts has the embedded fonts.
var fonts = font.NewCache(liberation.Collection())

// TextStyle is a size, a weight and a tone of Liberation Sans.
type TextStyle struct {
	Size  vg.Length
	Bold  bool
	Color Tone
}

// face returns the embedded font.
func (s TextStyle) face() font.Face {
	f := font.Font{Typeface: "Liberation", Variant: "Sans"}
	if s.Bold {
		f.Weight = boldWeight
	}
	return fonts.Lookup(f, s.Size)
}

// Width returns the width of a line of text.
func (s TextStyle) Width(text string) vg.Length {
	face := s.face()
	return face.Width(text)
}

// Leading returns the distance between the baselines of two lines.
func (s TextStyle) Leading() vg.Length { return s.Size * 1.32 }

// CapHeight returns the height of a capital letter: 1409 of Liberation Sans's 2048 units.
func (s TextStyle) CapHeight() vg.Length { return s.Size * 1409 / 2048 }

// In returns the style with another tone.
func (s TextStyle) In(c Tone) TextStyle {
	s.Color = c
	return s
}
