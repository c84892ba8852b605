package rules

import (
	"fmt"
	"strings"

	"bestiary/engine/variant"
	"bestiary/internal/format"
)

// maxMoveText is room enough for the longest move text.
const maxMoveText = 16

// MoveText writes a move in coordinates: e2e4, e7e8q, M@b1 for a placing or a drop, h8h7+
// for a promotion to the piece's own promoted form. A castling that has the same squares
// as a plain move of the king is written with ~ between them, an explosion with * behind
// the square, and a capture in passing, or en passant where the pawn may step there, too, with x and
// the square of what it takes: e5d6xd5.
func (g *Game) MoveText(m Move) string {
	if m == 0 {
		return "0000"
	}
	return string(g.appendMove(make([]byte, 0, maxMoveText), m))
}

func (g *Game) appendMove(b []byte, m Move) []byte {
	if m.Kind() == Placing {
		return g.appendName(append(variant.AppendSymbol(b, g.types[m.Promotion()].symbol), '@'), m.To())
	}
	enters, at := g.Enters(m)
	if m.Kind() == Castling && enters != NoType && at != m.From() { // from the partner's square to the king's
		b = g.appendName(g.appendName(b, at), m.From())
		return append(b, g.symbols[CodeOf(enters, Black)])
	}
	b = g.appendName(b, m.From())
	if m.Kind() == Exploding {
		return append(b, '*')
	}
	if m.Kind() == Castling && g.marksCastling(m) {
		b = append(b, '~')
	}
	b = g.appendName(b, m.To())
	if m.Kind() == Locust || m.Kind() == EnPassant && g.namesPassed {
		b = g.appendName(append(b, 'x'), Square(m.Extra()))
	}
	if m.IsPromotion() {
		symbol := g.symbols[CodeOf(m.Promotion(), Black)]
		if symbol&variant.PromotedForm != 0 {
			symbol = '+'
		}
		b = append(b, symbol)
	}
	if enters != NoType {
		b = append(b, g.symbols[CodeOf(enters, Black)])
	}
	return b
}

// marksCastling reports whether a castling is written with ~.
func (g *Game) marksCastling(m Move) bool {
	return g.castlesChess960() || g.castlings[m.Extra()].plain
}

// ParseMove finds the legal move with the given text. Castlings may always be
// written with ~ between the squares.
func (p *Position) ParseMove(text string) (Move, error) {
	var buf [512]Move
	moves := p.Moves(buf[:0])
	from, _, err := p.g.parseSquare(text)
	for _, m := range moves {
		if err == nil && m.From() != from && m.Kind() != Castling {
			continue // cannot begin like this
		}
		if p.g.isText(text, m) {
			return m, nil
		}
	}
	return 0, p.illegal(text, moves)
}

// isText reports whether a text is a way to write a move: that of MoveText, with ~ for a castling,
// or with - for a promoted form that becomes the piece it was.
func (g *Game) isText(text string, m Move) bool {
	own := g.appendMove(make([]byte, 0, maxMoveText), m)
	switch {
	case string(own) == text:
		return true
	case m.Kind() == Castling:
		_, to, _ := g.parseSquare(string(own))
		return to[0] != '~' && text == strings.TrimSuffix(string(own), to)+"~"+to
	case m.IsPromotion() && g.hasForm(m.Promotion()):
		own[len(own)-1] = '-'
		return string(own) == text
	}
	return false
}

// illegal says why a text is not one of the legal moves.
func (p *Position) illegal(text string, moves []Move) error {
	from, _, err := p.g.parseSquare(text)
	if err == nil && !p.Placing() {
		var near []string
		for _, m := range moves {
			if m.From() == from && len(near) < 4 {
				near = append(near, p.g.MoveText(m))
			}
		}
		if len(near) > 0 {
			return fmt.Errorf("move %q is not legal here; from that square: %s", text, strings.Join(near, " "))
		}
	}
	switch {
	case len(moves) == 0:
		return fmt.Errorf("move %q is not legal here; there is no legal move", text)
	case p.Placing():
		return fmt.Errorf("move %q is not legal here; waiting pieces are being placed, as in %s", text, p.g.MoveText(moves[0]))
	}
	return fmt.Errorf("move %q is not legal here; there are %s, such as %s", text, format.Plural(len(moves), "legal move"), p.g.MoveText(moves[0]))
}

// ReadMove finds the legal move that people and other programs mean by a text:
// what ParseMove reads, coordinates in lower or upper case and with or without =
// before the letter of a promotion, O-O and O-O-O with the letter or zeros, or what
// TakesText writes.
func (p *Position) ReadMove(text string) (Move, error) {
	m, err := p.ParseMove(text)
	if err == nil {
		return m, nil
	}
	if len(text) > 1 && text[1] != '@' {
		if m, err := p.ParseMove(strings.ToLower(strings.Replace(text, "=", "", 1))); err == nil {
			return m, nil
		}
	}
	if m, ok := p.takingPartner(text); ok {
		return m, nil
	}
	castling := strings.NewReplacer("0", "O", "o", "O").Replace(text)
	if m, ok := p.castlingTo(castling == "O-O"); ok && (castling == "O-O" || castling == "O-O-O") {
		return m, nil
	}
	return 0, err
}

// castlingTo returns the castling to the right or to the left as White sees it, if
// there is just one.
func (p *Position) castlingTo(right bool) (found Move, ok bool) {
	for _, m := range p.Moves(nil) {
		if m.Kind() != Castling || p.g.castlings[m.Extra()].towardsH() != right || p.g.castlings[m.Extra()].enters != NoType {
			continue
		}
		if ok {
			return 0, false
		}
		found, ok = m, true
	}
	return found, ok
}

// ReadAnyMove reads a move in coordinates or in algebraic notation, in which marks
// of check may be missing.
func (p *Position) ReadAnyMove(text string) (Move, error) {
	found, err := p.ReadMove(text)
	if err == nil {
		return found, nil
	}
	bare := strings.TrimRight(text, "+#!?")
	for _, m := range p.Moves(nil) {
		if strings.TrimRight(p.SAN(m), "+#") == bare {
			return m, nil
		}
	}
	return 0, err
}
