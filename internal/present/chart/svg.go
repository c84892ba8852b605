package chart

import (
	"bytes"
	"fmt"
	"html"
	"regexp"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// svgCanvas remembers how each text is aligned and how wide it is, which the
// canvas of gonum/plot does not write. With both, a reader's program that
// lacks the font keeps every text in its place.
type svgCanvas struct {
	*vgsvg.Canvas
	texts []svgText
}

// svgText is the layout of one text element.
type svgText struct {
	width vg.Length
	align align
}

// setText writes a line of text that is aligned at the point.
func (c *svgCanvas) setText(face font.Face, at vg.Point, a align, text string) {
	c.texts = append(c.texts, svgText{face.Width(text), a})
	c.FillString(face, at, text)
}

// attributes writes the layout as attributes of the element.
func (t svgText) attributes() string {
	anchor := ""
	switch t.align {
	case centre:
		anchor = `text-anchor="middle" `
	case right:
		anchor = `text-anchor="end" `
	}
	return fmt.Sprintf(`%stextLength="%.1f" lengthAdjust="spacingAndGlyphs" `, anchor, t.width.Points())
}

var textStart = []byte("<text ")

// setTexts adds the layout of the texts, which stand in order. Their content
// is escaped, hence the opening tag cannot occur in it.
func setTexts(svg []byte, texts []svgText) []byte {
	var out bytes.Buffer
	for _, t := range texts {
		before, after, found := bytes.Cut(svg, textStart)
		if !found {
			break
		}
		out.Write(before)
		out.Write(textStart)
		out.WriteString(t.attributes())
		svg = after
	}
	out.Write(svg)
	return out.Bytes()
}

var (
	ownFont  = regexp.MustCompile(`style="font-family:[^;"]*;font-variant:[^;"]*;font-weight:([^;"]*);font-style:[^;"]*;`)
	rootOpen = regexp.MustCompile(`<svg [^>]*>`)
)

// inheritFont replaces the font named on each text by one list of fonts on the
// root, where a reader's program can fall back.
func inheritFont(svg []byte) []byte {
	svg = ownFont.ReplaceAll(svg, []byte(`style="font-weight:$1;`))
	svg = bytes.ReplaceAll(svg, []byte(`style="font-weight:normal;`), []byte(`style="`))
	return bytes.Replace(svg, []byte("<svg "), []byte(`<svg font-family="`+fontFamilies+`" role="img" `), 1)
}

// describe adds the title and description that screen readers speak.
func describe(svg []byte, title, text string) []byte {
	root := rootOpen.FindIndex(svg)
	var out bytes.Buffer
	out.Write(svg[:root[1]])
	fmt.Fprintf(&out, "\n<title>%s</title>\n<desc>%s</desc>", html.EscapeString(title), html.EscapeString(text))
	out.Write(svg[root[1]:])
	return out.Bytes()
}
