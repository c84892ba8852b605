package rules

import (
	"math/bits"
	"strings"
)

// Placed is a piece on a square.
type Placed struct {
	Code   Code
	Square Square
}

// Arrange replaces everything on the board by the given pieces, with nothing
// waiting, no rights, and counters at zero. It allocates nothing, so it can set up positions
// by the million. Each side must have its royal piece, and no two pieces may
// share a square. It reports whether the side to move could not capture the other's
// royal piece; otherwise the position must not be played on.
func (p *Position) Arrange(pieces []Placed, turn Color) bool {
	p.all.Squares(func(sq Square) { p.remove(sq) })
	p.gates.Squares(func(sq Square) { p.resume(sq) })
	if p.g.drops {
		p.hand, p.promoted = [2][maxTypes + 1]uint8{}, Set{}
	}
	p.Forget()
	p.state = state{}
	p.startChecks()
	p.turn, p.fullmove = turn, 1
	for _, m := range pieces {
		p.put(m.Code, m.Square)
		if m.Code.Type() == p.g.royal {
			p.king[m.Code.Color()] = m.Square
		}
	}
	p.crown()
	p.loseByStranded()
	p.judge()
	p.hash = p.hashFromScratch()
	return !p.checked(turn.Other())
}

// Empty returns a position without pieces, to be filled by Arrange.
func (g *Game) Empty() *Position { return g.emptyPosition() }

// Mirror returns the position as seen from the other side: ranks are reversed,
// colours and turn are swapped. In a game with the symmetry rotate, files are
// reversed, too, unless its castling would not survive that. It has no history.
func (p *Position) Mirror() *Position {
	g := p.g
	if g.castlesChess960() {
		g = g.mirrored()
	}
	q := g.emptyPosition()
	for sq := range g.Squares() {
		to := g.MirrorSquare(Square(sq))
		if code := p.board[sq]; code == Wall {
			q.stand(code, to)
		} else if code != 0 {
			q.put(code^1, to)
		}
		if code := p.behind[sq]; code != 0 {
			q.wait(code^1, to)
		}
		if p.promoted.Has(Square(sq)) {
			q.markPromoted(to)
		}
	}
	for c := range p.hand {
		for t, n := range p.hand[c] {
			q.setHand(Type(t), Color(c).Other(), int(n))
			q.setPool(Type(t), Color(c).Other(), int(p.pool[c][t]))
		}
	}
	q.end(p.ended.mirrored(), p.why)
	q.left = [2]uint8{p.left[Black], p.left[White]}
	q.king = [2]Square{g.MirrorSquare(p.king[Black]), g.MirrorSquare(p.king[White])}
	q.crown()
	q.turn = p.turn.Other()
	q.fullmove = p.fullmove
	q.halfmove = p.halfmove
	for rights := p.rights & (1<<len(g.wings) - 1); rights != 0; rights &= rights - 1 {
		q.rights |= 1 << g.opposite(p.g.wings[bits.TrailingZeros64(rights)])
	}
	if e := g.entering; e != nil {
		for sq, right := range e.right {
			if p.rights&right != 0 {
				q.rights |= e.right[g.MirrorSquare(Square(sq))]
			}
		}
	}
	for i := range g.Squares() {
		if to := g.MirrorSquare(Square(i)); p.Unmoved(Square(i)) && g.startsOn(q.board[to], to) {
			q.rights |= g.unmoved.right[to]
		}
	}
	q.passer = g.MirrorSquare(p.passer)
	for _, sq := range p.passed[:p.passedN] {
		q.addPassed(g.MirrorSquare(sq))
	}
	q.hash = q.hashFromScratch()
	return q
}

// ArmiesDiffer reports whether the sides begin with different pieces, or with the same
// pieces on different squares as each of them sees the board. Arrays that are equal but
// for left and right do not differ.
func (g *Game) ArmiesDiffer() bool {
	start := g.start
	facing := func(turned bool) bool {
		for i := range g.Squares() {
			sq := Square(i)
			if code := start.board[sq]; code != 0 {
				to := g.SquareAt(g.File(sq), g.ranks-1-g.Rank(sq))
				if turned {
					to = Square(g.Squares()-1) - sq
				}
				if start.board[to] != code^1 {
					return false
				}
			}
		}
		return true
	}
	return start.hand[White] != start.hand[Black] || !facing(false) && !facing(true)
}

// opposite returns the wing on the same files as w of the other side, or 64 if there is
// none: then a right is lost in the mirror.
func (g *Game) opposite(w Wing) int {
	for i, o := range g.wings {
		if o.Color != w.Color && o.Piece == w.Piece && o.King == g.MirrorSquare(w.King) && o.Partner == g.MirrorSquare(w.Partner) {
			return i
		}
	}
	return 64
}

// Setup describes a position.
type Setup struct {
	// Board holds the pieces by square, Behind those that wait behind them.
	Board, Behind [256]Code
	// Hand has the waiting pieces that have no place yet.
	Hand []Code
	// Castling has the letters of the castling rights.
	Castling string
	Turn     Color
}

// SetUp makes a position without a history. It has the checks of ParseFEN.
func (g *Game) SetUp(s *Setup) (*Position, error) {
	p := g.emptyPosition()
	p.turn = s.Turn
	for i := range g.Squares() {
		if code := s.Board[i]; code != 0 {
			p.stand(code, Square(i))
		}
		if code := s.Behind[i]; code != 0 {
			p.wait(code, Square(i))
		}
	}
	for _, code := range s.Hand {
		p.addHand(code, 1)
	}
	if g.entering != nil { // wherever a piece may have stood since the start
		for _, c := range []Color{White, Black} {
			men := p.side[c].And(&g.homeRow[c])
			men.Squares(func(sq Square) {
				if !g.types[p.board[sq].Type()].pawn {
					p.rights |= g.entering.right[sq]
				}
			})
		}
	}
	p.allUnmoved()
	fields := strings.Fields(p.FEN())
	if s.Castling != "" {
		fields[2] = s.Castling + strings.TrimPrefix(fields[2], "-")
	}
	return g.ParseFEN(strings.Join(fields, " "))
}
