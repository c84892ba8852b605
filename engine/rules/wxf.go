package rules

import (
	"regexp"
	"strings"
)

// wxfMove is a move as the World Xiangqi Federation writes it: a piece and its file, or a sign for the
// front or the rear one of two on a file; forward, backward or sideways; and a file, or for a piece that
// stays on its own a number of ranks.
var wxfMove = regexp.MustCompile(`^(?:([A-Z])([1-9])|([-+])([A-Z])|([A-Z])([-+]))([-+=.])([1-9])$`)

// readWXF returns the only move that fits a text of the federation. Files are counted from the right of
// the side to move.
func (p *Position) readWXF(text string) string {
	part := wxfMove.FindStringSubmatch(text)
	if p.g.Files() != 9 {
		return text
	}
	letter, place := part[1]+part[4]+part[5], part[2]+part[3]+part[6]
	t := p.g.typeByInitial(letter[0])
	found := ""
	for _, m := range p.Moves(nil) {
		moved := p.At(m.From()).Type()
		named := moved == t || strings.EqualFold(p.g.Symbol(moved), letter)
		if !named || !p.standsAt(m.From(), place) || !p.goesBy(m, part[7], int(part[8][0]-'0')) {
			continue
		}
		if found != "" {
			return text // two of them
		}
		found = p.g.MoveText(m)
	}
	if found == "" {
		return text
	}
	return found
}

// fileOfSide counts the files from the right of the side to move, from 1.
func (p *Position) fileOfSide(sq Square) int {
	if p.Turn() == White {
		return p.g.Files() - p.g.File(sq)
	}
	return p.g.File(sq) + 1
}

// ahead returns how far a square is in front of another for the side to move, in ranks.
func (p *Position) ahead(sq, of Square) int {
	if p.Turn() == White {
		return p.g.Rank(sq) - p.g.Rank(of)
	}
	return p.g.Rank(of) - p.g.Rank(sq)
}

// standsAt reports whether a piece stands on a file, given by its number, or is in front of (+) or behind
// (-) all equal pieces on its file.
func (p *Position) standsAt(sq Square, place string) bool {
	if place != "+" && place != "-" {
		return p.fileOfSide(sq) == int(place[0]-'0')
	}
	others, extreme := 0, true
	for rank := range p.g.Ranks() {
		other := p.g.SquareAt(p.g.File(sq), rank)
		if other != sq && p.At(other) == p.At(sq) {
			others++
			extreme = extreme && p.ahead(sq, other) > 0 == (place == "+")
		}
	}
	return others > 0 && extreme
}

// goesBy reports whether a move goes forward, backward or sideways to a file, or by a number of ranks.
func (p *Position) goesBy(m Move, sign string, n int) bool {
	ranks := p.ahead(m.To(), m.From())
	switch {
	case sign == "+" && ranks <= 0, sign == "-" && ranks >= 0, (sign == "=" || sign == ".") && ranks != 0:
		return false
	case p.g.File(m.From()) == p.g.File(m.To()):
		return max(ranks, -ranks) == n
	}
	return p.fileOfSide(m.To()) == n
}

// iccsMove is a move in the coordinates of the Internet Chinese Chess Server, whose ranks begin with 0.
var iccsMove = regexp.MustCompile(`^([A-I])([0-9])-([A-I])([0-9])$`)

// FromICCS returns the coordinates of MoveText for those of the Internet Chinese Chess Server, such as
// h3e3 for H2-E2, and any other text as it is.
func FromICCS(text string) string {
	part := iccsMove.FindStringSubmatch(strings.ToUpper(text))
	if part == nil {
		return text
	}
	rank := func(digit string) string {
		if digit == "9" {
			return "10"
		}
		return string(digit[0] + 1)
	}
	return strings.ToLower(part[1]) + rank(part[2]) + strings.ToLower(part[3]) + rank(part[4])
}
