package rules

import (
	"bestiary/engine/variant"
)

// sequel is the compiled rule of what follows a capture.
type sequel struct {
	then variant.Sequel
	of   [maxTypes + 1]bool // the kinds that capture so or, with variant.Reborn, that come back
	// homes has by code and square of the capture where a piece comes back, -1 for nowhere.
	homes [maxCodes][256]int16
}

// Wall is the content of a square that no piece can enter. It is in p.all alone.
const Wall Code = 1

// wallSymbol is how a FEN writes a wall.
const wallSymbol = '*'

func (g *Game) compileSequel() {
	rule := &g.Variant.Rules.Capture
	if rule.Then == variant.NoSequel {
		return
	}
	s := &sequel{then: rule.Then}
	for i := range g.Variant.Pieces {
		s.of[i+1] = rule.Applies(&g.Variant.Pieces[i])
	}
	g.sequel = s
	g.rebirths = rule.Then == variant.Reborn
	g.exposes = g.rebirths || rule.Then == variant.ChangesSides
	g.follows = rule.Then != variant.Stays
	if g.Petrifies() {
		g.symbols[Wall], g.bySym[wallSymbol] = wallSymbol, Wall
	}
	if g.rebirths {
		g.compileHomes()
	}
}

// compileHomes finds where captured pieces come back.
func (g *Game) compileHomes() {
	for _, code := range g.codes {
		home := g.Variant.Homes(&g.Variant.Pieces[code.Type()-1], code.Color() == Black)
		for sq := range g.Squares() {
			g.sequel.homes[code][sq] = -1
			at := home(variant.Square{File: g.File(Square(sq)), Rank: g.Rank(Square(sq))})
			if to := g.SquareAt(at.File, at.Rank); g.sequel.of[code.Type()] && !g.IsHole(to) {
				g.sequel.homes[code][sq] = int16(to)
			}
		}
	}
}

// Petrifies reports whether capturing pieces become walls.
func (g *Game) Petrifies() bool { return g.sequel != nil && g.sequel.then == variant.Petrifies }

// homesMirror reports whether the pieces of both sides come back on squares that mirror
// each other.
func (g *Game) homesMirror() bool {
	for _, code := range g.of[White] {
		for sq := range g.Squares() {
			own, other := g.sequel.homes[code][sq], g.sequel.homes[code^1][g.MirrorSquare(Square(sq))]
			if min(own, other) < 0 && own != other || own >= 0 && g.MirrorSquare(Square(own)) != Square(other) {
				return false
			}
		}
	}
	return true
}

// stays reports whether a piece captures without moving.
func (s *sequel) stays(code Code) bool {
	return s != nil && s.then == variant.Stays && s.of[code.Type()]
}

// HasSequel reports whether more follows a capture than that a piece is gone, blasts aside.
func (g *Game) HasSequel() bool { return g.sequel != nil }

// Sequel returns what follows a capture if its rule is for the type: of the piece that
// captures or, with variant.Reborn, that is captured.
func (g *Game) Sequel(t Type) variant.Sequel {
	if g.sequel == nil || !g.sequel.of[t] {
		return variant.NoSequel
	}
	return g.sequel.then
}

// IsWall reports whether there is a wall on a square, which the piece there has become.
func (p *Position) IsWall(sq Square) bool { return p.pieces[Wall].Has(sq) }

// Men returns the number of pieces on the board.
func (p *Position) Men() int {
	n := p.all.Count()
	if p.g.Petrifies() {
		n -= p.pieces[Wall].Count()
	}
	return n
}

// follow does what follows the capture just made.
func (p *Position) follow(m Move, r *record) {
	to := m.To()
	if p.g.blast != nil {
		p.blastCapture(m, r)
	}
	switch s := p.g.sequel; {
	case s == nil:
	case s.then == variant.Reborn:
		p.rebear(r, r.captured, to, 1)
		p.rebear(r, r.victim, Square(m.Extra()), 2)
	case !s.of[r.mover.Type()]:
	case s.then == variant.ChangesSides:
		p.put(p.remove(to)^1, to)
	case s.then == variant.Petrifies && (p.g.blast == nil || p.board[to] == 0):
		if p.g.blast == nil {
			p.remove(to)
		}
		p.stand(Wall, to)
	}
}

// stand puts a piece or a wall on an empty square.
func (p *Position) stand(code Code, sq Square) {
	if p.put(code, sq); code == Wall {
		p.side[Wall.Color()].Remove(sq)
	}
}

// ComesBack reports whether a piece captured on a square returns to the board.
func (p *Position) ComesBack(m Move, sq Square) bool {
	if !p.g.rebirths {
		return false
	}
	home := p.g.sequel.homes[p.board[sq]][sq]
	return home >= 0 && Square(home) != m.To() && (p.board[home] == 0 || Square(home) == m.From() || Square(home) == sq)
}

// unfollow takes back follow, but for the piece or the wall where the move ends if nothing
// was blown up.
func (p *Position) unfollow(m Move, r *record) {
	if r.ruins > 0 {
		if p.board[m.To()] == Wall {
			p.remove(m.To())
		}
		p.rebuild(r)
	}
	if r.reborn&2 != 0 {
		p.remove(Square(p.g.sequel.homes[r.victim][m.Extra()]))
	}
	if r.reborn&1 != 0 {
		p.remove(Square(p.g.sequel.homes[r.captured][m.To()]))
	}
}

// rebear puts a captured piece where it comes back and notes that by a bit of the record.
func (p *Position) rebear(r *record, code Code, sq Square, bit uint8) {
	if home := p.g.sequel.homes[code][sq]; code != 0 && home >= 0 && p.board[home] == 0 {
		p.put(code, Square(home))
		r.reborn |= bit
	}
}

// checkedAfter reports whether a side is in check after a move of pieces on the board and what
// follows it.
func (p *Position) checkedAfter(m Move, c Color) bool {
	was, r := p.state, record{}
	if m.Kind() == Castling {
		p.castle(m, &r)
	} else {
		p.move(m, &r)
	}
	p.crown()
	checked := p.checked(c)
	if m.Kind() == Castling {
		p.uncastle(m, &r)
	} else {
		p.unmove(m, &r)
	}
	p.crown()
	p.state = was
	return checked
}

// spares reports whether a piece may not capture the piece on a square.
func (g *Game) spares(code, victim Code) bool {
	return g.types[code.Type()].spares>>victim.Type()&1 != 0
}

// withoutSpared drops the captures in buf[n:] that a piece may not make.
func (p *Position) withoutSpared(buf []Move, n int, code Code) []Move {
	return keep(buf, n, func(m Move) bool {
		k := m.Kind()
		takes := k == EnPassant || k == Locust
		return !(takes && p.g.spares(code, p.board[m.Extra()]) || m.From() != m.To() && p.g.spares(code, p.board[m.To()]))
	})
}
