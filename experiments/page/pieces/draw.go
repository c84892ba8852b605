package pieces

import (
	"fmt"
	"hash/fnv"
	"html"
	"slices"
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
	switch letters := f.Letters[side(black)]; {
	case letters != "":
		return picture.Elements(f.back(black)) + f.text(letters, black)
	case picture.IsData(f.Picture):
		return picture.Elements(picture.Ground(f.ground(black)))
	}
	return picture.Elements(f.Strokes(black))
}

// Strokes returns the parts of the drawing for a side, for callers that draw paths themselves.
// It returns nil for letters that are no strokes and for pictures from files.
func (f Face) Strokes(black bool) []picture.Stroke {
	letters := f.Letters[side(black)]
	switch drawn := f.written(letters, black); {
	case letters != "" && drawn == nil:
		return nil
	case letters != "" || f.Men == "":
		return slices.Concat(f.back(black), drawn)
	}
	return picture.Strokes(f.Picture, f.ground(black))
}

// back returns what lies behind letters.
func (f Face) back(black bool) []picture.Stroke {
	if f.Men == "" {
		return picture.Strokes(f.Picture, "")
	}
	return picture.Ground(f.ground(black))
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

// place returns the height of the middle of letters, and their size.
func (f Face) place(letters string) (y, size int) {
	if y, size = 44, 40; f.Men != "" {
		y, size = 50, 46
	}
	return y, size - size/5*(len([]rune(letters))-1)
}

// written returns the strokes of letters, which stand like their tile, or nil if they have none.
func (f Face) written(letters string, black bool) []picture.Stroke {
	y, size := f.place(letters)
	if f.Men != "" && len([]rune(letters)) == 1 {
		size += size / 5 // dense ones need the room
	}
	switch f.ground(black) { // the middle of a tile is away from its point
	case "tile":
		y += 4
	case "tile-down":
		y, size = y-4, -size
	}
	return picture.Characters(letters, float64(y), float64(size))
}

// text writes letters in the middle of a drawing: as strokes, which look the same on any machine, or
// else in a font. The lines of both sides are equally wide.
func (f Face) text(letters string, black bool) string {
	label := html.EscapeString(strings.ToUpper(letters))
	if drawn := f.written(letters, black); drawn != nil {
		return fmt.Sprintf(`<g data-text="%s" stroke-width="%g">%s</g>`, label, picture.Sides[0].Width, picture.Elements(drawn))
	}
	y, size := f.place(letters)
	return fmt.Sprintf(`<text x="50" y="%d" font-size="%d" font-weight="bold" text-anchor="middle" fill="currentColor" stroke="none">%s</text>`,
		y+size*3/8, size, label)
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
