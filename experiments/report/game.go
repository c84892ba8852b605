package report

import (
	"strings"
	"unicode"

	"bestiary/engine/rules"
	"bestiary/experiments"
	"bestiary/internal/present/board"
	"bestiary/internal/present/doc"
	"bestiary/internal/present/format"
)

// gameTitle is the name of a game for people.
func gameTitle(g *rules.Game) string {
	if title := shortened(g.Variant.Title); title != "" {
		return title
	}
	return g.Variant.Name
}

// byline names the author of a game.
func byline(g *rules.Game) doc.Text {
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

// gamePictures are the board with the array, and each piece with its moves and its
// value, the strongest first.
func (p *page) gamePictures() ([]doc.Block, error) {
	royal := p.Game.TypeName(p.Game.Royal())
	captions := map[string]string{royal: "royal, no value"}
	place := map[string]int{royal: len(p.ranked)}
	for i, v := range p.ranked {
		captions[v.Piece], place[v.Piece] = p.worth(v), i
	}
	pictures, err := board.Pictures(p.Game, board.Options{Width: pieceWidth, Brief: true, Captions: captions})
	if err != nil {
		return nil, err
	}
	pieces := make(doc.Gallery, len(place))
	var signs doc.Figure
	for _, pic := range pictures {
		f := doc.Figure{Name: pic.Name, Alt: pic.Alt, Wide: pic.SVG}
		if piece, ok := strings.CutPrefix(pic.Name, "piece-"); ok {
			pieces[place[piece]] = f
		} else if pic.Name == "signs" {
			signs = f
		}
	}
	array := board.Position(p.Game, boardWidth)
	return []doc.Block{doc.Figure{Name: array.Name, Alt: array.Alt, Wide: array.SVG}, append(pieces, signs)}, nil
}

// worth is the value of a piece below its picture.
func (p *page) worth(v experiments.RankedValue) string {
	switch {
	case v.Piece == p.Measurement.Unit:
		return "the unit of the values"
	case v.Tier == 0:
		return format.CannotTell
	case p.Measurement.Unit == "pawn":
		return format.Value.Interval(v.Pawns) + " pawns"
	}
	return format.Value.Interval(v.Pawns)
}
