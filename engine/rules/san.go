package rules

import (
	"fmt"
	"strings"

	"bestiary/engine/variant"
)

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

// appendOrigin writes as much of the square of origin as is needed to tell m from other moves
// of the same kind of piece to the same square.
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
