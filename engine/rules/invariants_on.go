//go:build invariants

package rules

import (
	"fmt"
	"slices"
)

// With the build tag invariants every move that is made or taken back is
// followed by a check of the whole position. A check that fails is a mistake in
// this package or in a caller that makes an illegal move, so it panics, with
// the position, the move and what is wrong.

// trail remembers the position before each move of the history.
type trail struct {
	before []Position
}

func (t *trail) clone() trail {
	return trail{append(make([]Position, 0, cap(t.before)), t.before...)}
}

func (t *trail) forget() { t.before = t.before[:0] }

// snapshot is a shallow copy of the position. Of the history and the ruins,
// only the lengths can be relied upon later.
func (p *Position) snapshot() Position {
	s := *p
	s.trail = trail{}
	return s
}

// beforeMake tests that a move may be made and remembers the position.
func (p *Position) beforeMake(m Move) {
	if m.Kind() == Pass {
		if p.Placing() || p.InCheck() {
			p.broken("MakeNull", m, p, "the turn cannot be passed in check or while pieces are being placed")
		}
	} else if !p.isAmongMoves(m) {
		p.broken("Make", m, p, "the move is not legal here")
	}
	p.trail.before = append(p.trail.before, p.snapshot())
}

// isAmongMoves asks the generator; IsLegalWith is a shorter way that may be wrong.
func (p *Position) isAmongMoves(m Move) bool {
	var buf [512]Move
	return slices.Contains(p.Moves(buf[:0]), m)
}

// afterMake tests the position that the last move has led to.
func (p *Position) afterMake() {
	m := p.LastMove()
	before := &p.trail.before[len(p.trail.before)-1]
	if err := p.CheckInvariants(); err != nil {
		p.broken("Make", m, before, err.Error())
	}
	if waits := p.turn.Other(); !p.Placing() && p.checked(waits) {
		p.broken("Make", m, before, fmt.Sprintf("%s's king on %s can be captured", waits, p.g.SquareName(p.king[waits])))
	}
	want := before.snapshot()
	want.playOnBoard(m)
	for sq := range p.g.Squares() {
		if p.board[sq] != want.board[sq] || p.behind[sq] != want.behind[sq] {
			p.broken("Make", m, before, fmt.Sprintf("%s holds %s, expected %s",
				p.g.SquareName(Square(sq)), p.content(Square(sq)), want.content(Square(sq))))
		}
	}
}

// beforeUnmake tests that there is a move to take back.
func (p *Position) beforeUnmake() {
	if len(p.history) == 0 {
		p.broken("Unmake", 0, p, "there is no move to take back")
	}
}

// afterUnmake tests that nothing is left of a move taken back.
func (p *Position) afterUnmake(m Move) {
	n := len(p.trail.before) - 1
	before := &p.trail.before[n]
	if diff := p.difference(before); diff != "" {
		p.broken("Unmake", m, before, diff)
	}
	p.trail.before = p.trail.before[:n]
}

// broken reports a failed check; before is the position in which m is made.
func (p *Position) broken(call string, m Move, before *Position, what string) {
	panic(fmt.Sprintf("rules: %s of %s in %q: %s", call, p.g.MoveText(m), before.FEN(), what))
}

// playOnBoard plays a move on the squares of p and on nothing else, straight
// from the description of each kind of move.
func (p *Position) playOnBoard(m Move) {
	from, to := m.From(), m.To()
	switch m.Kind() {
	case Pass:
	case Placing:
		if p.g.drops {
			p.board[to] = CodeOf(m.Promotion(), p.turn)
		} else {
			p.behind[to] = CodeOf(m.Promotion(), p.turn)
		}
	case Exploding:
		for sq := range p.g.Squares() {
			sq := Square(sq)
			if abs(p.g.File(sq)-p.g.File(to)) <= 1 && abs(p.g.Rank(sq)-p.g.Rank(to)) <= 1 {
				p.captureOnBoard(sq)
			}
		}
	case Castling:
		c := p.g.castlings[m.Extra()]
		king, partner := p.board[c.kingFrom], p.board[c.partnerFrom]
		p.board[c.kingFrom], p.board[c.partnerFrom] = 0, 0
		p.board[c.kingTo], p.board[c.partnerTo] = king, partner
		p.enterOnBoard(c.kingFrom)
		p.enterOnBoard(c.partnerFrom)
		if c.enters != NoType {
			p.board[c.entersAt] = CodeOf(c.enters, p.turn)
		}
	default:
		mover := p.board[from]
		if m.IsPromotion() {
			mover = CodeOf(m.Promotion(), p.turn)
		}
		takes := p.IsCapture(m)
		if k := m.Kind(); k == EnPassant || k == Locust {
			p.captureOnBoard(Square(m.Extra()))
		}
		p.captureOnBoard(to)
		p.board[from], p.board[to] = 0, mover
		p.enterOnBoard(from)
		if t, at := p.g.Enters(m); t != NoType {
			p.board[at] = CodeOf(t, p.turn)
		}
		if takes && p.g.blast != nil {
			p.blastOnBoard(to)
		}
	}
}

// captureOnBoard removes a piece and the one of its side that waits behind it.
func (p *Position) captureOnBoard(sq Square) {
	if p.board[sq] != 0 && p.behind[sq] != 0 && p.behind[sq].Color() == p.board[sq].Color() {
		p.behind[sq] = 0
	}
	p.board[sq] = 0
}

// enterOnBoard brings in the mover's piece that waits behind a square, if the
// square has become empty.
func (p *Position) enterOnBoard(sq Square) {
	if p.board[sq] == 0 && p.behind[sq] != 0 && p.behind[sq].Color() == p.turn {
		p.board[sq], p.behind[sq] = p.behind[sq], 0
	}
}

// blastOnBoard removes what a capture on a square blows up.
func (p *Position) blastOnBoard(to Square) {
	rule := &p.g.Variant.Rules.Blast
	for sq := range p.g.Squares() {
		sq := Square(sq)
		name := p.g.TypeName(p.board[sq].Type())
		if abs(p.g.File(sq)-p.g.File(to)) <= 1 && abs(p.g.Rank(sq)-p.g.Rank(to)) <= 1 &&
			!slices.Contains(rule.Immune, name) && (sq == to || !slices.Contains(rule.Spared, name)) {
			p.board[sq] = 0
		}
	}
}
