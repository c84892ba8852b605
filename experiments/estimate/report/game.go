package report

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/present/board"
	"bestiary/experiments/present/doc"
	"bestiary/internal/format"
)

// Title is the name of a game for people.
func Title(g *rules.Game) string {
	if title := shortened(g.Variant.Title); title != "" {
		return title
	}
	return g.Variant.Name
}

// Byline names the author of a game.
func Byline(g *rules.Game) doc.Text {
	if author := shortened(g.Variant.Author); author != "" {
		return doc.T("A game by " + author + ".")
	}
	return nil
}

// longestLine is the greatest length of a text from a game file in a report, in
// characters.
const longestLine = 100

// shortened makes a text from a game file fit for a heading.
func shortened(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if r := []rune(text); len(r) > longestLine {
		text = string(r[:longestLine-1]) + "…"
	}
	return text
}

// Widths of the pictures of a game, in CSS pixels: two pieces fit beside each other
// on a phone.
const (
	boardWidth = 358
	pieceWidth = 166
)

// Pictures are the board with the array, and each piece with its moves and a caption,
// in the given order. Pieces without a place in it come last.
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
	pieces := pictures[1 : len(pictures)-1] // between the board and the signs
	slices.SortStableFunc(pieces, func(a, b board.Picture) int { return cmp.Compare(named(a.Name), named(b.Name)) })
	var gallery doc.Gallery
	for _, pic := range pictures[1:] {
		gallery = append(gallery, figure(pic))
	}
	return []doc.Block{figure(array), gallery}, nil
}

func figure(p board.Picture) doc.Figure { return doc.Figure{Name: p.Name, Alt: p.Alt, Wide: p.SVG} }

// Worths are the pieces of an estimate, the strongest first, with the texts that say
// what they are worth.
func Worths(res *estimate.Result) (order []string, captions map[string]string) {
	royal := res.Game.TypeName(res.Game.Royal())
	captions = map[string]string{royal: "royal, no value"}
	for _, v := range ranked(res) {
		order, captions[v.Piece] = append(order, v.Piece), worth(res, v)
	}
	return order, captions
}

// worth is the value of a piece below its picture.
func worth(res *estimate.Result, v estimate.RankedValue) string {
	switch {
	case v.Total.Exact():
		return "the unit of the values"
	case !v.Total.Bounded():
		return format.CannotTell
	}
	return format.Value.Interval(v.Total) + unitName(res)
}
