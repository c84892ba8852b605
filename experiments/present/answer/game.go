package answer

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"bestiary/engine/rules"
	"bestiary/experiments/present/board"
	"bestiary/experiments/present/doc"
	"bestiary/experiments/present/pieces"
)

// Title returns the title of a page about a game.
func Title(g *rules.Game) string {
	if title := shortened(g.Variant.Title); title != "" {
		return title
	}
	return g.Variant.Name
}

// Byline returns a line that names the author of a game.
func Byline(g *rules.Game) doc.Text {
	if author := shortened(g.Variant.Author); author != "" {
		return doc.T("A game by " + author + ".")
	}
	return nil
}

// Faces returns the drawings of the pieces of games, for charts. Where games differ about a
// name the first counts.
func Faces(games ...*rules.Game) map[string]pieces.Face {
	faces := map[string]pieces.Face{}
	for _, g := range slices.Backward(games) {
		maps.Copy(faces, pieces.ByName(g.Variant, pieces.Of(g.Variant)))
	}
	return faces
}

// maxTitle is the maximum length of a text from a game file, in characters.
const maxTitle = 100

// shortened prepares a text from a game file for a heading.
func shortened(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if r := []rune(text); len(r) > maxTitle {
		text = string(r[:maxTitle-1]) + "…"
	}
	return text
}

// Widths of the pictures of a game, in CSS pixels: two pieces fit side by side on a phone.
const (
	boardWidth = 358
	pieceWidth = 166
)

// Pictures draws the array, and each piece with its moves and a caption, in the given
// order. Pieces that order does not list come last.
func Pictures(g *rules.Game, order []string, captions map[string]string) ([]doc.Block, error) {
	pictures, err := board.Pictures(g, board.Options{Width: pieceWidth, Brief: true, Captions: captions})
	if err != nil {
		return nil, err
	}
	array := board.Position(g, boardWidth)
	named := func(name string) int {
		if i := slices.Index(order, strings.TrimPrefix(name, "piece-")); i >= 0 {
			return i
		}
		return len(order)
	}
	list := pictures[1 : len(pictures)-1] // without the board and the signs
	slices.SortStableFunc(list, func(a, b board.Picture) int { return cmp.Compare(named(a.Name), named(b.Name)) })
	var gallery doc.Gallery
	for _, pic := range pictures[1:] {
		gallery = append(gallery, figure(pic))
	}
	return []doc.Block{figure(array), gallery}, nil
}

func figure(p board.Picture) doc.Figure { return doc.Figure{Name: p.Name, Alt: p.Alt, Wide: p.SVG} }
