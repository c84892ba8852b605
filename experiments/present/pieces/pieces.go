package pieces

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
	"bestiary/internal/picture"
)

// Face is what a kind of piece looks like.
type Face struct {
	// Picture is the name of its picture.
	Picture string
	// Letter stands on a plain piece, for want of a picture; "" for most.
	Letter string
}

// Of returns the faces of the pieces of a game, in their order.
func Of(v *variant.Variant) []Face {
	faces := make([]Face, len(v.Pieces))
	used := map[string]bool{}
	for _, choose := range []func(v *variant.Variant, faces []Face, i int) string{byName, byOrigin, byMoves} {
		for i := range faces {
			if name := choose(v, faces, i); faces[i].Picture == "" && name != "" && !used[name] {
				faces[i].Picture, used[name] = name, true
			}
		}
	}
	for i, p := range v.Pieces {
		if faces[i].Picture == "" {
			faces[i] = Face{plain(p), p.Symbol}
		}
	}
	return faces
}

// ByName returns the faces of the pieces of a game by name.
func ByName(v *variant.Variant) map[string]Face {
	faces := map[string]Face{}
	for i, f := range Of(v) {
		faces[v.Pieces[i].Name] = f
	}
	return faces
}

// plain returns the picture that a letter stands on.
func plain(p variant.Piece) string {
	switch {
	case p.Royal:
		return "plain-royal"
	case p.Pawn:
		return "plain-pawn"
	}
	return "plain"
}

func byName(v *variant.Variant, _ []Face, i int) string {
	if v.Pieces[i].PromotedFrom != "" {
		return ""
	}
	return picture.Named(v.Pieces[i].Name)
}

// byOrigin chooses the picture of a promoted form.
func byOrigin(v *variant.Variant, faces []Face, i int) string {
	from := slices.IndexFunc(v.Pieces, func(p variant.Piece) bool { return p.Name == v.Pieces[i].PromotedFrom })
	if from < 0 || faces[from].Picture == "" {
		return ""
	}
	return faces[from].Picture + "+promoted"
}

// byMoves chooses by what a piece does wherever it stands.
func byMoves(v *variant.Variant, _ []Face, i int) string {
	p := v.Pieces[i]
	if p.Royal || p.Pawn || len(p.Moves) != 1 {
		return ""
	}
	own := steps(p.Moves[0].Betza)
	for _, m := range picture.Moves() {
		if slices.Equal(steps(m.Betza), own) {
			return m.Picture
		}
	}
	return ""
}

// steps returns the paths of a move string as sorted texts.
func steps(move string) []string {
	e, err := betza.Parse(move)
	if err != nil {
		return nil
	}
	var list []string
	for _, p := range e.Paths {
		list = append(list, fmt.Sprint(p))
	}
	slices.Sort(list)
	return list
}

// ID identifies the shape, for an element that is used again.
func (f Face) ID() string {
	return strings.ReplaceAll(strings.TrimSuffix(f.Picture+"-"+f.Letter, "-"), "+", "_")
}

// Shape returns the elements of the drawing without colours.
func (f Face) Shape() string {
	shape := picture.Shape(f.Picture)
	if f.Letter != "" {
		size := 40 - 8*(len([]rune(f.Letter))-1)
		shape += fmt.Sprintf(`<text x="50" y="%d" font-family="DejaVu Sans, Verdana, Arial, sans-serif" font-size="%d" font-weight="bold" text-anchor="middle" fill="currentColor" stroke="none">%s</text>`,
			44+size*3/8, size, html.EscapeString(strings.ToUpper(f.Letter)))
	}
	return shape
}

// Draw returns the elements of the drawing in the colours of a side.
func (f Face) Draw(black bool) string { return Paint(f.Shape(), black) }

// Paint gives a shape, or a use of one, the colours of a side.
func Paint(shape string, black bool) string { return picture.Draw(shape, black) }
