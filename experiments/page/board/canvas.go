package board

import (
	"encoding/xml"
	"fmt"
	"maps"
	"slices"
	"strings"

	"bestiary/experiments/page/doc"
	"bestiary/experiments/page/pieces"
	"bestiary/internal/format"
)

// Sizes in pixels.
const (
	cell     = 40 // a square
	margin   = 16 // around everything
	lineStep = 20 // from one line of text to the next
	charWide = 7  // a generous average letter
)

// faceScale fits the drawing of a piece into a square.
const faceScale = cell / 100.0

// Colours.
const (
	ink         = "#222222"
	paper       = "#ffffff"
	faint       = "#6b6b6b"
	lightWood   = "#f4ead6"
	darkWood    = "#dfcba6"
	edge        = "#8a7a5c"
	riverColor  = "#d5dcce"
	blackPiece  = "#3a3a3a"
	eitherPiece = "#a8a8a8"
	bothColor   = "#2c7a3f"
	quietColor  = "#1f5fa8"
	takeColor   = "#c0281e"
	pathColor   = "#6b4e1f"
	blastColor  = "#d9730d"
)

// Attributes of texts: main texts and texts next to a board. Only texts on the background of the
// page follow the reader's colour scheme; squares and their contents keep their colours.
const (
	mainText  = `class="t" fill="` + ink + `"`
	faintText = `class="f" fill="` + faint + `"`
)

// darkScheme changes the classes of the background, and of texts and lines on it.
const darkScheme = "<style>@media (prefers-color-scheme:dark){.g{fill:#16181b}.t{fill:#e6e9ec}.f{fill:#a9b1ba}.l{stroke:#a9b1ba}}</style>\n"

// canvas collects the elements of a picture.
type canvas struct {
	b     strings.Builder
	marks string // style rules of verdicts in the dark scheme
	// faces has the drawings of pieces by name; other pieces are letters.
	faces map[string]pieces.Face
	defs  map[string]string // drawings in use, by id
}

func (c *canvas) add(format string, args ...any) {
	fmt.Fprintf(&c.b, format+"\n", args...)
}

func (c *canvas) rect(x, y, width, height int, fill string) {
	c.add(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, x, y, width, height, fill)
}

// style holds the fill and outline of a shape.
type style struct {
	fill, stroke string
	width        float64
}

func (s style) String() string {
	if s.stroke == "" {
		return fmt.Sprintf(`fill="%s"`, s.fill)
	}
	class := ""
	if s.stroke == faint { // arrows, which lie outside the squares
		class = `class="l" `
	}
	return class + fmt.Sprintf(`fill="%s" stroke="%s" stroke-width="%g" stroke-linecap="round" stroke-linejoin="round"`, s.fill, s.stroke, s.width)
}

func (c *canvas) circle(x, y, radius float64, s style) {
	c.add(`<circle cx="%g" cy="%g" r="%g" %s/>`, x, y, radius, s)
}

// path draws an SVG path relative to a point.
func (c *canvas) path(x, y float64, commands string, s style) {
	c.add(`<path transform="translate(%g %g)" d="%s" %s/>`, x, y, commands, s)
}

// text writes a line of text. The attributes are added to its element.
func (c *canvas) text(x, y float64, attributes, text string) {
	c.add(`<text x="%g" y="%g" %s>%s</text>`, x, y, attributes, escape(text))
}

// verdicts writes a line of text whose verdicts have their colours.
func (c *canvas) verdicts(x, y float64, text doc.Text) {
	var b strings.Builder
	for _, s := range text {
		class := s.Mark.Class()
		if class == "" {
			b.WriteString(escape(s.Text))
			continue
		}
		light, dark := s.Mark.Colors()
		fmt.Fprintf(&b, `<tspan class="%s" fill="#%06x">%s</tspan>`, class, light, escape(s.Text))
		c.marks += fmt.Sprintf("<style>@media (prefers-color-scheme:dark){.%s{fill:#%06x}}</style>\n", class, dark)
	}
	c.add(`<text x="%g" y="%g" %s>%s</text>`, x, y, mainText, b.String())
}

func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a Builder never fails
	return b.String()
}

// scaled calls draw with its origin moved to a point and its output scaled.
func (c *canvas) scaled(left, top int, scale float64, draw func()) {
	c.add(`<g transform="translate(%d %d) scale(%.3g)">`, left, top, scale)
	draw()
	c.add("</g>")
}

// picture returns the drawing as an SVG with its title and alternative text.
func (c *canvas) picture(width, height int, p Picture) Picture {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" font-family="DejaVu Sans, Verdana, Arial, sans-serif" font-size="13" role="img">`+"\n", width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n<desc>%s</desc>\n%s%s", escape(p.Title), escape(p.Alt), darkScheme, c.marks)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" class="g" fill="%s"/>`+"\n", width, height, paper)
	for _, id := range slices.Sorted(maps.Keys(c.defs)) {
		fmt.Fprintf(&b, "<defs><g id=\"%s\">%s</g></defs>\n", id, c.defs[id])
	}
	b.WriteString(c.b.String())
	b.WriteString("</svg>\n")
	p.SVG = []byte(b.String())
	return p
}

// wrap breaks text into lines that fit a width in pixels.
func wrap(text string, width int) []string { return format.Wrap(text, width/charWide) }
