package rules

import (
	"fmt"
	"strings"
)

// MoveText writes a move in coordinates: e2e4, e7e8q, M@b1 for a placing. A
// castling by a single square, which would look like a king's step, is written
// with ~ between the squares.
func (g *Game) MoveText(m Move) string {
	if m == 0 {
		return "0000"
	}
	if m.Kind() == Placing {
		return g.Symbol(m.Promotion()) + "@" + g.SquareName(m.To())
	}
	sep := ""
	if m.Kind() == Castling {
		if abs(g.File(m.From())-g.File(m.To())) == 1 {
			sep = "~"
		}
	}
	text := g.SquareName(m.From()) + sep + g.SquareName(m.To())
	if m.Kind() == Locust {
		text += "x" + g.SquareName(Square(m.Extra()))
	}
	if m.IsPromotion() {
		text += strings.ToLower(g.Symbol(m.Promotion()))
	}
	return text
}

// ParseMove finds the legal move with the given text. Castlings may always be
// written with ~ between the squares.
func (p *Position) ParseMove(text string) (Move, error) {
	var buf [512]Move
	moves := p.Moves(buf[:0])
	from, rest, err := p.g.geo.parseSquare(text)
	for _, m := range moves {
		// Most moves differ in their first square; their texts need not be made.
		if err == nil && m.From() != from && m.Kind() != Placing {
			continue
		}
		if p.g.MoveText(m) == text || m.Kind() == Castling && rest == "~"+p.g.SquareName(m.To()) {
			return m, nil
		}
	}
	near := make([]string, 0, 4)
	for _, m := range moves {
		if name := p.g.MoveText(m); len(near) < 4 && len(text) > 1 && strings.HasPrefix(name, text[:2]) {
			near = append(near, name)
		}
	}
	if len(near) > 0 {
		return 0, fmt.Errorf("move %q is not legal here; from that square: %s", text, strings.Join(near, " "))
	}
	return 0, fmt.Errorf("move %q is not legal here; there are %d legal moves", text, len(moves))
}

// SAN writes a legal move of this position for people: Nf3, exd5, O-O, e8=Q+.
func (p *Position) SAN(m Move) string {
	var b strings.Builder
	switch m.Kind() {
	case Placing:
		return p.g.MoveText(m)
	case Castling:
		b.WriteString(p.castlingSAN(m))
	default:
		p.pieceSAN(&b, m)
	}
	p.Make(m)
	if p.InCheck() {
		if len(p.Moves(nil)) == 0 {
			b.WriteByte('#')
		} else {
			b.WriteByte('+')
		}
	}
	p.Unmake()
	return b.String()
}

// castlingSAN is O-O or O-O-O when that says it all, and otherwise the king's
// squares with ~ between them.
func (p *Position) castlingSAN(m Move) string {
	c := &p.g.castlings[m.Extra()]
	for i := range p.g.castlings {
		if o := &p.g.castlings[i]; i != int(m.Extra()) && o.wing == c.wing {
			return "K~" + p.g.SquareName(m.To())
		}
	}
	if c.kingTo > c.kingFrom {
		return "O-O"
	}
	return "O-O-O"
}

func (p *Position) pieceSAN(b *strings.Builder, m Move) {
	mover := p.board[m.From()]
	takes := p.IsCapture(m)
	from := p.g.SquareName(m.From())
	if p.g.IsPawn(mover.Type()) {
		if takes || p.g.File(m.From()) != p.g.File(m.To()) {
			b.WriteString(from[:1])
		}
	} else {
		b.WriteString(p.g.Symbol(mover.Type()))
		b.WriteString(p.disambiguation(m, mover, from))
	}
	if takes {
		b.WriteByte('x')
	}
	b.WriteString(p.g.SquareName(m.To()))
	if m.Kind() == Locust {
		b.WriteString("x" + p.g.SquareName(Square(m.Extra())))
	}
	if m.IsPromotion() {
		b.WriteString("=" + p.g.Symbol(m.Promotion()))
	}
}

// disambiguation is what of the square of origin tells m from other moves of
// the same kind of piece to the same square.
func (p *Position) disambiguation(m Move, mover Code, from string) string {
	others, sameFile, sameRank := false, false, false
	for _, o := range p.Moves(nil) {
		if o.To() != m.To() || o.From() == m.From() || o.Kind() == Castling || p.board[o.From()] != mover {
			continue
		}
		others = true
		sameFile = sameFile || p.g.File(o.From()) == p.g.File(m.From())
		sameRank = sameRank || p.g.Rank(o.From()) == p.g.Rank(m.From())
	}
	switch {
	case !others:
		return ""
	case !sameFile:
		return from[:1]
	case !sameRank:
		return from[1:]
	}
	return from
}
