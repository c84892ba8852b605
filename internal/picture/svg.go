package picture

import (
	"fmt"
	"slices"
	"strings"
)

// Colors are the colours of a side: of areas, of lines, and of the rim around a drawing, "" for
// none. Width is the width of lines.
type Colors struct {
	Fill, Line, Rim string
	Width           float64
}

// DotWidth is the width of dots.
const DotWidth = 6.0

// Sides has the colours of White and of Black.
var Sides = [2]Colors{{"#ffffff", "#222222", "", 3.8}, {"#383838", "#f2f2f2", "#262626", 2.4}}

// Shape returns the elements of a drawing, without colours: they inherit fill, and color
// for lines. It is "" for an unknown name.
func Shape(name string) string { return Elements(the().shapes(name)) }

// Strokes returns the parts of a drawing from back to front, preceded by those of the named
// ground, if any. It returns nil for an unknown name.
func Strokes(name, ground string) []Stroke {
	list := the().shapes(name)
	if ground == "" || list == nil {
		return list
	}
	all := slices.Clone(the().parts[ground])
	for _, s := range list {
		all = append(all, s.moved(matrix{x: 1, scale: onGround, dy: groundShift}))
	}
	return all
}

// Drawings on a ground are smaller and a little higher.
const (
	onGround    = 0.76
	groundShift = -9
)

// Ground returns the strokes of a part that pictures lie on.
func Ground(part string) []Stroke { return the().parts[part] }

// Characters returns the strokes of a line of characters of a size, centred on 50,y; a negative size
// turns them upside down. It returns nil if one of them has no drawing, so that a line has one style.
func Characters(line string, y, size float64) []Stroke {
	var all []Stroke
	runes := []rune(line)
	for i, r := range runes {
		strokes := slices.Concat(written().parts[string(r)], written().pieces[string(r)])
		if strokes == nil {
			return nil
		}
		for _, s := range strokes { // moved scales about 50,92
			all = append(all, s.moved(matrix{x: 1, scale: size / 100, dx: size * (float64(2*i+1-len(runes)) / 2), dy: y - 92 + size*0.42}))
		}
	}
	return all
}

// Elements returns the elements of parts of a drawing, without colours.
func Elements(shapes []Stroke) string {
	var b strings.Builder
	lines := ""
	flush := func() {
		if lines != "" {
			fmt.Fprintf(&b, `<path fill="none" d="%s"/>`, lines)
		}
		lines = ""
	}
	for _, s := range shapes {
		switch s.Kind {
		case "line":
			lines += s.d()
		case "solid":
			flush()
			fmt.Fprintf(&b, `<path d="%s"/>`, s.d())
		case "ink":
			flush()
			fmt.Fprintf(&b, `<path fill="currentColor" stroke="none" d="%s"/>`, s.d())
		case "dot":
			flush()
			fmt.Fprintf(&b, `<path fill="none" stroke-width="%g" d="%s"/>`, DotWidth, s.d())
		}
	}
	flush()
	return b.String()
}

// Draw gives the elements of a drawing the colours of a side.
func Draw(shape string, black bool) string {
	side := Sides[0]
	if black {
		side = Sides[1]
	}
	rim := ""
	if side.Rim != "" {
		rim = fmt.Sprintf(`<g fill="%[1]s" color="%[1]s" stroke-width="7">%[2]s</g>`, side.Rim, shape)
	}
	return fmt.Sprintf(`<g stroke="currentColor" stroke-linecap="round" stroke-linejoin="round">%s<g fill="%s" color="%s" stroke-width="%g">%s</g></g>`,
		rim, side.Fill, side.Line, side.Width, shape)
}

// SVG returns a file with a picture in the colours of a side.
func SVG(name string, black bool) []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><title>%s</title>%s</svg>`+"\n", name, Draw(Shape(name), black))
}

// Dimensions of a sheet in pixels.
const (
	sheetColumns = 6
	sheetSquare  = 56
	sheetWide    = 2*sheetSquare + 16
	sheetHigh    = sheetSquare + 24
)

// Sheet returns an SVG with all pictures and then all marks, each for White and for Black.
func Sheet() []byte {
	names := Names()
	for _, mark := range Marks() {
		names = append(names, "rook+"+mark)
	}
	rows := (len(names) + sheetColumns - 1) / sheetColumns
	var b strings.Builder
	width, height := sheetColumns*sheetWide+16, rows*sheetHigh+16
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" font-family="DejaVu Sans, Verdana, Arial, sans-serif" font-size="12" role="img">`+"\n", width, height)
	b.WriteString("<title>The bestiary set</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n")
	for i, name := range names {
		x, y := 16+i%sheetColumns*sheetWide, 16+i/sheetColumns*sheetHigh
		id := strings.ReplaceAll(name, "+", "_")
		fmt.Fprintf(&b, `<defs><g id="%s">%s</g></defs>`+"\n", id, Shape(name))
		for side, square := range []string{"#dfcba6", "#f4ead6"} {
			left := x + side*sheetSquare
			fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%[3]d" fill="%s"/>`, left, y, sheetSquare, square)
			fmt.Fprintf(&b, `<g transform="translate(%d %d) scale(%.2f)">%s</g>`+"\n", left, y, sheetSquare/100.0, Draw(`<use href="#`+id+`"/>`, side == 1))
		}
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle" fill="#222222">%s</text>`+"\n", x+sheetSquare, y+sheetSquare+14, strings.TrimPrefix(name, "rook+"))
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}
