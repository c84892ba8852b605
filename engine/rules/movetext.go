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
	if m.Kind() == Castling && (g.castlesChess960() || g.castlings[m.Extra()].plain) {
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

// ParseMove finds the legal move with the given text. Castlings may always be
// written with ~ between the squares.
func (p *Position) ParseMove(text string) (Move, error) {
	var buf [512]Move
	moves := p.Moves(buf[:0])
	if m, ok := p.find(text, moves); ok {
		return m, nil
	}
	return 0, p.illegal(text, moves)
}

// find returns the move with the given text.
func (p *Position) find(text string, moves []Move) (Move, bool) {
	from, _, err := p.g.parseSquare(text)
	for _, m := range moves {
		if err == nil && m.From() != from && m.Kind() != Castling {
			continue // cannot begin like this
		}
		if p.g.isText(text, m) {
			return m, true
		}
	}
	return 0, false
}

// isText reports whether a string is a way to write a move: as in MoveText, with ~ for a castling,
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

// illegal returns why a string is not one of the legal moves.
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

// SAN writes a legal move of this position for people: Nf3, exd5, O-O, e8=Q+.
func (p *Position) SAN(m Move) string {
	b := make([]byte, 0, maxMoveText)
	switch m.Kind() {
	case Placing, Pass:
		return p.g.MoveText(m)
	case Exploding:
		b = append(b, p.g.Symbol(p.board[m.From()].Type())+p.g.MoveText(m)...)
	case Castling:
		b = p.appendCastlingSAN(b, m)
	default:
		b = p.appendPieceSAN(b, m)
	}
	if t, at := p.g.Enters(m); t != NoType {
		b = append(b, '/')
		b = variant.AppendSymbol(b, p.g.types[t].symbol)
		if m.Kind() == Castling {
			b = p.g.appendName(b, at)
		}
	}
	p.Make(m)
	if p.InCheck() {
		var buf [512]Move
		if p.ended == Ongoing && len(p.Moves(buf[:0])) == 0 {
			b = append(b, '#')
		} else {
			b = append(b, '+')
		}
	}
	p.Unmake()
	return string(b)
}

// appendCastlingSAN writes O-O or O-O-O if that is unambiguous, and otherwise the king with ~
// before the square where it lands.
func (p *Position) appendCastlingSAN(b []byte, m Move) []byte {
	c := &p.g.castlings[m.Extra()]
	for i := range p.g.castlings {
		if o := &p.g.castlings[i]; o.enters != c.enters || o.entersAt != c.entersAt {
			continue
		} else if i != int(m.Extra()) && o.color == c.color && p.rights>>o.wing&1 != 0 && (o.wing == c.wing || o.towardsH() == c.towardsH()) {
			return p.g.appendName(append(append(b, p.g.Symbol(p.g.castler)...), '~'), m.To())
		}
	}
	if c.towardsH() {
		return append(b, "O-O"...)
	}
	return append(b, "O-O-O"...)
}

func (p *Position) appendPieceSAN(b []byte, m Move) []byte {
	mover := p.board[m.From()]
	takes := p.IsCapture(m)
	if p.g.IsPawn(mover.Type()) {
		switch {
		case p.pawnOfFile(m):
			b = p.g.appendName(b, m.From())
		case takes || p.g.File(m.From()) != p.g.File(m.To()):
			b = append(b, p.g.fileName(m.From()))
		}
	} else {
		b = variant.AppendSymbol(b, p.g.types[mover.Type()].symbol)
		b = p.appendOrigin(b, m, mover)
	}
	if takes {
		b = append(b, 'x')
	}
	b = p.g.appendName(b, m.To())
	if m.Kind() == Locust {
		b = p.g.appendName(append(b, 'x'), Square(m.Extra()))
	}
	if m.IsPromotion() {
		b = variant.AppendSymbol(append(b, '='), p.g.types[m.Promotion()].symbol)
	}
	return b
}

// pawnOfFile reports whether another pawn on the same file can go to the same square, as in
// games whose pawns may step back.
func (p *Position) pawnOfFile(m Move) bool {
	var buf [512]Move
	for _, o := range p.Moves(buf[:0]) {
		if o.To() == m.To() && o.From() != m.From() && p.g.File(o.From()) == p.g.File(m.From()) &&
			p.g.IsPawn(p.board[o.From()].Type()) && o.Kind() != Castling {
			return true
		}
	}
	return false
}

// appendOrigin writes as much of the square of origin as is needed to distinguish m from other
// moves of the same kind of piece to the same square.
func (p *Position) appendOrigin(b []byte, m Move, mover Code) []byte {
	if p.pieces[mover].Count() == 1 {
		return b
	}
	others, sameFile, sameRank := false, false, false
	var buf [512]Move
	for _, o := range p.Moves(buf[:0]) {
		if o.To() != m.To() || o.From() == m.From() || o.Kind() == Castling || p.board[o.From()] != mover {
			continue
		}
		others = true
		sameFile = sameFile || p.g.File(o.From()) == p.g.File(m.From())
		sameRank = sameRank || p.g.Rank(o.From()) == p.g.Rank(m.From())
	}
	switch {
	case !others:
		return b
	case !sameFile:
		return append(b, p.g.fileName(m.From()))
	case !sameRank:
		return p.g.appendRank(b, m.From())
	}
	return p.g.appendName(b, m.From())
}

// LineSAN writes moves from this position on, with the numbers of the moves:
// "1. e4 e5 2. Nf3".
func (p *Position) LineSAN(line []Move) string {
	q := p.Clone()
	var words []string
	for i, m := range line {
		switch {
		case q.Turn() == White:
			words = append(words, fmt.Sprintf("%d.", q.Fullmove()))
		case i == 0:
			words = append(words, fmt.Sprintf("%d...", q.Fullmove()))
		}
		words = append(words, q.SAN(m))
		q.Make(m)
	}
	return strings.Join(words, " ")
}
