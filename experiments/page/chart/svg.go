package chart

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"

	"bestiary/experiments/page/pieces"
)

// svgCanvas writes SVG. Unlike the canvas of gonum/plot, it uses the colours of both schemes, and
// the alignment and width of every text, so that text keeps its place in viewers without the font.
type svgCanvas struct {
	vg.Canvas // nil: charts use neither transformations nor images
	elements  bytes.Buffer
	height    vg.Length
	color     tone
	lineWidth vg.Length
	dashes    []vg.Length
	dark      map[string]string // style rules of the dark scheme by class
}

func (c *svgCanvas) SetColor(col color.Color)                    { c.color = col.(tone) }
func (c *svgCanvas) SetLineWidth(w vg.Length)                    { c.lineWidth = w }
func (c *svgCanvas) SetLineDash(dashes []vg.Length, _ vg.Length) { c.dashes = dashes }

func (c *svgCanvas) Fill(path vg.Path) {
	fmt.Fprintf(&c.elements, "<path d=\"%s\"%s/>\n", c.data(path), c.paint("fill"))
}

func (c *svgCanvas) Stroke(path vg.Path) {
	fmt.Fprintf(&c.elements, "<path d=\"%s\" fill=\"none\"%s stroke-width=\"%s\"", c.data(path), c.paint("stroke"), number(c.lineWidth))
	for i, d := range c.dashes {
		c.elements.WriteString([]string{` stroke-dasharray="`, " "}[min(i, 1)] + number(d))
	}
	if len(c.dashes) > 0 {
		c.elements.WriteString(`"`)
	}
	c.elements.WriteString("/>\n")
}

// setText writes a line of text aligned at a point; the text may read upwards.
func (c *svgCanvas) setText(s textStyle, at vg.Point, a align, up bool, text string) {
	x, y := number(at.X), number(c.height-at.Y)
	fmt.Fprintf(&c.elements, `<text x="%s" y="%s" font-size="%s"`, x, y, number(s.Size))
	if s.Bold {
		c.elements.WriteString(` font-weight="bold"`)
	}
	if a != left {
		c.elements.WriteString(map[align]string{centre: ` text-anchor="middle"`, right: ` text-anchor="end"`}[a])
	}
	if up {
		fmt.Fprintf(&c.elements, ` transform="rotate(-90 %s %s)"`, x, y)
	}
	fmt.Fprintf(&c.elements, " textLength=\"%s\" lengthAdjust=\"spacingAndGlyphs\"%s>%s</text>\n",
		number(s.width(text)), c.paint("fill"), html.EscapeString(text))
}

func (c *svgCanvas) setFace(f pieces.Face, at vg.Point, size vg.Length) {
	fmt.Fprintf(&c.elements, "<g transform=\"translate(%s %s) scale(%s)\">%s</g>\n", number(at.X), number(c.height-at.Y), number(size/100), f.Draw(false))
}

// paint returns the current tone as attributes of an element: the light colour, and a
// class for the dark colour.
func (c *svgCanvas) paint(attribute string) string {
	out := fmt.Sprintf(` %s="#%s"`, attribute, hex(c.color.Light))
	if a := c.color.Light.A; a < 0xFF {
		out += fmt.Sprintf(` %s-opacity="%.2f"`, attribute, float64(a)/0xFF)
	}
	if c.color.Dark == c.color.Light {
		return out
	}
	class := attribute[:1] + hex(c.color.Dark)
	c.dark[class] = fmt.Sprintf(".%s{%s:#%s}", class, attribute, hex(c.color.Dark))
	return out + ` class="` + class + `"`
}

// data returns a path in SVG syntax, with y pointing down.
func (c *svgCanvas) data(path vg.Path) string {
	var b bytes.Buffer
	point := func(letter string, at vg.Point) { b.WriteString(letter + number(at.X) + " " + number(c.height-at.Y)) }
	for _, part := range path {
		switch part.Type {
		case vg.MoveComp:
			point("M", part.Pos)
		case vg.LineComp:
			point("L", part.Pos)
		case vg.CloseComp:
			b.WriteString("Z")
		case vg.ArcComp: // a full circle from its right end, in two halves
			r := number(part.Radius)
			point("A"+r+" "+r+" 0 0 0 ", vg.Point{X: part.Pos.X - part.Radius, Y: part.Pos.Y})
			point("A"+r+" "+r+" 0 0 0 ", vg.Point{X: part.Pos.X + part.Radius, Y: part.Pos.Y})
		}
	}
	return b.String()
}

func (c *svgCanvas) document(width vg.Length, title, text string) []byte {
	var b bytes.Buffer
	w, h := number(width), number(c.height)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" font-family="%s" role="img">`,
		w, h, w, h, fontFamilies)
	fmt.Fprintf(&b, "\n<title>%s</title>\n<desc>%s</desc>\n", html.EscapeString(title), html.EscapeString(text))
	b.WriteString("<style>@media (prefers-color-scheme:dark){")
	for _, class := range slices.Sorted(maps.Keys(c.dark)) {
		b.WriteString(c.dark[class])
	}
	b.WriteString("}</style>\n")
	b.Write(c.elements.Bytes())
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// number formats a length with at most two decimals.
func number(x vg.Length) string {
	text := strconv.FormatFloat(x.Points(), 'f', 2, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" || text == "" {
		return "0"
	}
	return text
}
