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

// spelling is a move text taken apart.
type spelling struct {
	from, to Square
	piece    Type // promoted to or placed
	placing  bool
	form     bool // promoted to the piece's own form
	demotes  bool // a promoted form back to the piece it was
	tilde    bool // marked as a castling
	locust   bool
	explodes bool
	victim   Square
}

// spell takes a move text apart; ok is false when no move is written like it.
func (g *Game) spell(text string) (s spelling, ok bool) {
	var err error
	rest := text
	if at := strings.IndexByte(text, '@'); at > 0 {
		code, n := g.readSymbol(text)
		s.placing, s.piece = true, code.Type()
		s.to, rest, err = g.parseSquare(text[at+1:])
		if n != at {
			return s, false
		}
		s.from = s.to
		return s, err == nil && rest == "" && code != 0 && code.Color() == White
	}
	if s.from, rest, err = g.parseSquare(rest); err != nil {
		return s, false
	}
	if rest == "*" {
		s.to, s.explodes = s.from, true
		return s, true
	}
	if rest, s.tilde = strings.CutPrefix(rest, "~"); rest == "" {
		return s, false
	}
	if s.to, rest, err = g.parseSquare(rest); err != nil {
		return s, false
	}
	if len(rest) > 1 && rest[0] == 'x' {
		s.locust = true
		if s.victim, rest, err = g.parseSquare(rest[1:]); err != nil {
			return s, false
		}
	}
	if rest == "" {
		return s, true
	}
	if rest == "+" {
		s.form = true
		return s, true
	}
	if rest == "-" {
		s.demotes = true
		return s, true
	}
	code, _ := g.readSymbol(rest)
	s.piece = code.Type()
	return s, len(rest) == 1 && code != 0 && code.Color() == Black
}

// spells reports whether s is how m may be written.
func (g *Game) spells(s *spelling, m Move) bool {
	from, to, piece := m.From(), m.To(), m.Promotion()
	if t, at := g.Enters(m); t != NoType {
		if piece = t; at != from { // castling: from the partner's square to the king's
			from, to = at, from
		}
	}
	if from != s.from || to != s.to {
		return false
	}
	isForm := m.IsPromotion() && g.types[m.Promotion()].symbol&variant.PromotedForm != 0
	switch {
	case s.form || isForm:
		if s.form != isForm {
			return false
		}
	case s.demotes && !(m.IsPromotion() && g.hasForm(m.Promotion())) || !s.demotes && piece != s.piece:
		return false
	}
	switch m.Kind() {
	case Exploding:
		return s.explodes
	case Placing:
		return s.placing
	case Castling:
		return !s.placing && !s.locust && (s.tilde || !g.marksCastling(m))
	case Locust:
		return s.locust && !s.tilde && s.victim == Square(m.Extra())
	case EnPassant:
		if g.namesPassed {
			return s.locust && !s.tilde && s.victim == Square(m.Extra())
		}
	}
	return !s.placing && !s.tilde && !s.locust && !s.explodes
}

// ParseMove finds the legal move with the given text. Castlings may always be
// written with ~ between the squares.
func (p *Position) ParseMove(text string) (Move, error) {
	var buf [512]Move
	moves := p.Moves(buf[:0])
	s, ok := p.g.spell(text)
	if ok {
		for _, m := range moves {
			if p.g.spells(&s, m) {
				return m, nil
			}
		}
	}
	return 0, p.illegal(text, moves)
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
	switch strings.NewReplacer("0", "O", "o", "O").Replace(text) {
	case "O-O":
		if m, ok := p.castlingTo(true); ok {
			return m, nil
		}
	case "O-O-O":
		if m, ok := p.castlingTo(false); ok {
			return m, nil
		}
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
