package pieces

import (
	"fmt"
	"hash/fnv"
	"html"
	"strings"

	"bestiary/engine/variant"
	"bestiary/internal/picture"
)

// side returns the index of a side.
func side(black bool) int {
	if black {
		return 1
	}
	return 0
}

// ID identifies the shape for a side, for an element that is used again. Equal shapes have
// equal ids.
func (f Face) ID(black bool) string {
	text := f.Picture
	if picture.IsData(text) {
		h := fnv.New64a()
		h.Write([]byte(text)) // never fails
		text = fmt.Sprintf("own-%x", h.Sum64())
	}
	if letter := f.Letters[side(black)]; letter != "" {
		text += fmt.Sprintf("-%x", letter)
	}
	if text = strings.ReplaceAll(text, "+", "_"); f.Men != "" {
		text += "-" + f.Men
	}
	if f.Men == variant.Tiles && black {
		text += "-down"
	}
	return text
}

// Shape returns the elements of the drawing for a side, without colours.
func (f Face) Shape(black bool) string {
	ground, shape := picture.Ground(f.ground(black)), ""
	switch letter := f.Letters[side(black)]; {
	case letter != "" && f.Men != "":
		shape = text(letter, 50, 46)
	case letter != "":
		return picture.Shape(f.Picture) + text(letter, 44, 40)
	case picture.IsData(f.Picture):
	default:
		return picture.Elements(f.Strokes(black))
	}
	return ground + shape
}

// Strokes returns the parts of the drawing for a side, for callers that draw paths themselves.
// It returns nil for letters and for pictures from files.
func (f Face) Strokes(black bool) []picture.Stroke {
	switch {
	case f.Letters[0] != "":
		return nil
	case f.Men == "":
		return picture.Strokes(f.Picture, "")
	}
	return picture.Strokes(f.Picture, f.ground(black))
}

// ground names the background of a drawing.
func (f Face) ground(black bool) string {
	switch {
	case f.Men == variant.Tiles && black:
		return "tile-down"
	case f.Men == variant.Tiles:
		return "tile"
	}
	return "disc"
}

// text writes letters in the middle of a drawing, centred on a height.
func text(letters string, y, size int) string {
	size -= size / 5 * (len([]rune(letters)) - 1)
	return fmt.Sprintf(`<text x="50" y="%d" font-size="%d" font-weight="bold" text-anchor="middle" fill="currentColor" stroke="none">%s</text>`,
		y+size*3/8, size, html.EscapeString(strings.ToUpper(letters)))
}

// Draw returns the elements of the drawing in the colours of a side.
func (f Face) Draw(black bool) string { return f.Paint(f.Shape(black), black) }

// Paint gives the shape, or a use of it, the colours of a side. A picture of a game's own keeps its
// colours and lies on a light ground; the rim around it shows the side.
func (f Face) Paint(shape string, black bool) string {
	drawn := picture.Draw(shape, black)
	if !picture.IsData(f.Picture) {
		return drawn
	}
	if black {
		drawn += fmt.Sprintf(`<circle cx="50" cy="50" r="36" fill="%s"/>`, picture.Sides[0].Fill)
	}
	return drawn + fmt.Sprintf(`<image x="22" y="22" width="56" height="56" href="%s"/>`, f.Picture)
}
