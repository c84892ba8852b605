package chart

import (
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"

	"bestiary/internal/format"
)

// fontFamilies lists the fonts named in an SVG: the font used for measuring, three with
// the same widths, then any sans-serif font.
const fontFamilies = "'Liberation Sans',Arimo,Arial,Helvetica,sans-serif"

// boldWeight is WeightBold of golang.org/x/image/font, the type of a font's
// weight.
const boldWeight = 3

// fonts has the embedded fonts.
var fonts = font.NewCache(liberation.Collection())

// textStyle is a size, a weight and a tone of Liberation Sans.
type textStyle struct {
	Size  vg.Length
	Bold  bool
	Color tone
}

// face returns the embedded font.
func (s textStyle) face() font.Face {
	f := font.Font{Typeface: "Liberation", Variant: "Sans"}
	if s.Bold {
		f.Weight = boldWeight
	}
	return fonts.Lookup(f, s.Size)
}

// width returns the width of a line of text.
func (s textStyle) width(text string) vg.Length {
	face := s.face()
	return face.Width(text)
}

// leading returns the distance between the baselines of two lines.
func (s textStyle) leading() vg.Length { return s.Size * 1.32 }

// capHeight returns the height of a capital letter: 1409 of Liberation Sans's 2048 units.
func (s textStyle) capHeight() vg.Length { return s.Size * 1409 / 2048 }

// in returns the style with another tone.
func (s textStyle) in(c tone) textStyle {
	s.Color = c
	return s
}

// block is lines of text in one style.
type block struct {
	style textStyle
	lines []string
}

// height returns the distance from the top of the first line to the bottom of the last.
func (b block) height() vg.Length { return b.style.leading() * vg.Length(len(b.lines)) }

// write draws the lines below y and returns the y below them.
func (b block) write(p pen, x, y vg.Length) vg.Length { return b.align(p, x, y, left) }

// align draws the lines below y, aligned at x, and returns the y below them.
func (b block) align(p pen, x, y vg.Length, a align) vg.Length {
	for _, line := range b.lines {
		p.textMid(b.style, x, y-b.style.leading()/2, a, line)
		y -= b.style.leading()
	}
	return y
}

// words holds texts in several styles, one block below the other.
type words []block

func (w words) height() (sum vg.Length) {
	for _, b := range w {
		sum += b.height()
	}
	return sum
}

// align draws the blocks below y, aligned at x.
func (w words) align(p pen, x, y vg.Length, a align) {
	for _, b := range w {
		y = b.align(p, x, y, a)
	}
}

// wrap breaks text into lines of at most the given width, between words if possible, but
// not before a per cent sign.
func wrap(s textStyle, text string, width vg.Length) []string {
	var lines []string
	line := ""
	text = strings.ReplaceAll(text, " %", "\u00a0%")
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' }) {
		joined := strings.TrimPrefix(line+" "+word, " ")
		if s.width(joined) <= width {
			line = joined
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for s.width(word) > width && len([]rune(word)) > 1 {
			n := fittingRunes(s, word, width)
			lines = append(lines, string([]rune(word)[:n]))
			word = string([]rune(word)[n:])
		}
		line = word
	}
	if line != "" {
		lines = append(lines, line)
	}
	for i := range lines {
		lines[i] = strings.ReplaceAll(lines[i], "\u00a0", " ")
	}
	return lines
}

// fittingRunes returns how many leading runes of a word fit, at least one. It prefers to
// break after a hyphen.
func fittingRunes(s textStyle, word string, width vg.Length) int {
	runes := []rune(word)
	n := 1
	for n < len(runes)-1 && s.width(string(runes[:n+1])) <= width {
		n++
	}
	for k := n; k > 1; k-- {
		if runes[k-1] == '-' {
			return k
		}
	}
	return n
}

func (b block) widest() vg.Length {
	w := vg.Length(0)
	for _, line := range b.lines {
		w = max(w, b.style.width(line))
	}
	return w
}

// maxListed is the maximum number of parts that listed names.
const maxListed = 12

// listed joins parts into a sentence. If there are many, it only counts the last ones.
func listed(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	end := "."
	if more := len(parts) - maxListed; more > 1 {
		parts, end = parts[:maxListed], "; and "+format.Count(more)+" more."
	}
	return strings.Join(parts, "; ") + end
}

// keyEntry explains one mark.
type keyEntry struct {
	text string
	mark func(p pen, at vg.Point)
}

// key is a legend that takes as many lines as it needs.
type key []keyEntry

// Dimensions of a key.
const (
	keyMark  vg.Length = 25 // mark and the gap to its text
	keyGap   vg.Length = 20 // between entries
	keyBelow vg.Length = 10
)

// keyCell is an entry with its position: at x, in the row below y.
type keyCell struct {
	keyEntry
	words block
	x, y  vg.Length
}

// flow arranges the entries in rows of at most the given width and returns the height of
// all rows.
func (k key) flow(width vg.Length) (cells []keyCell, height vg.Length) {
	x, row := vg.Length(0), vg.Length(0)
	for _, e := range k {
		words := block{axisText, wrap(axisText, e.text, width-keyMark)}
		w := keyMark + words.widest()
		if x > 0 && x+w > width {
			x, height, row = 0, height+row, 0
		}
		cells = append(cells, keyCell{e, words, x, height})
		x += w + keyGap
		row = max(row, words.height()+3)
	}
	return cells, height + row
}

// height returns the height of the key at the top of a body.
func (k key) height(width vg.Length) vg.Length {
	if len(k) == 0 {
		return 0
	}
	_, height := k.flow(width)
	return height + keyBelow
}

// paint writes the key at the top of an area and returns the y below it.
func (k key) paint(p pen, area vg.Rectangle) vg.Length {
	cells, _ := k.flow(area.Max.X - area.Min.X)
	for _, c := range cells {
		x, y := area.Min.X+c.x, area.Max.Y-c.y
		c.mark(p, vg.Point{X: x + 9, Y: y - axisText.leading()/2})
		c.words.write(p, x+keyMark, y)
	}
	return area.Max.Y - k.height(area.Max.X-area.Min.X)
}

// swatch returns the mark of a filled area.
func swatch(c tone) func(pen, vg.Point) {
	return func(p pen, at vg.Point) {
		box := rect(at.X-8, at.Y-5, at.X+8, at.Y+5)
		p.fillRect(box, c)
		p.strokeRect(stroke(rule, hairline), box)
	}
}
