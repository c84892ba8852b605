package rules

import (
	"bestiary/engine/variant"
)

// passMoves appends the pass if it is legal, where others is the number of other legal moves.
// A pass has the square of the royal piece, or a corner without one, on both sides.
func (p *Position) passMoves(buf []Move, others int, d *Danger) []Move {
	if others > 0 && p.g.MustCapture() && p.IsCapture(buf[len(buf)-1]) {
		return buf
	}
	if d.checkers > 0 || p.g.Variant.Rules.Pass == variant.PassOnStalemate && others > 0 {
		return buf
	}
	return append(buf, p.pass())
}

// pass returns the move by which the side to move passes.
func (p *Position) pass() Move {
	sq := Square(0)
	if royals := p.Royals(p.turn); !royals.Empty() {
		sq = royals.first()
	} else if p.turn == Black {
		sq = p.g.MirrorSquare(0)
	}
	return makeMove(sq, sq, Pass, NoType, 0)
}

// appendPass appends the pass to the moves that begin at n: all or the quiet ones.
func (p *Position) appendPass(buf []Move, n int, d *Danger) []Move {
	others := len(buf) - n
	if others == 0 && p.g.Variant.Rules.Pass == variant.PassOnStalemate {
		others = len(p.CapturesWith(buf, d)) - len(buf)
	}
	return p.passMoves(buf, others, d)
}

// mayPass reports whether m is a legal pass.
func (p *Position) mayPass(m Move, d *Danger) bool {
	if p.g.passes && m == p.pass() && d.checkers == 0 {
		var buf [512]Move
		moves := p.MovesWith(buf[:0], d)
		return len(moves) > 0 && moves[len(moves)-1] == m
	}
	return false
}

// nullPass is the extra square of a null move of the search, which is not a pass of the
// game.
const nullPass = 1

// passTurn ends the game when both sides have passed, n moves after its start.
func (p *Position) passTurn(n int) {
	if n > 0 {
		if m := p.history[n-1].move; m.Kind() == Pass && m.Extra() != nullPass {
			p.end(Draw, bothPassed)
		}
	}
}
