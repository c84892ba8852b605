package picture

import (
	"fmt"
	"strings"
)

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
