package rules

import (
	"math/bits"

	"bestiary/engine/betza"
)

// ruin is a piece that an explosion removed, with what waited behind it.
type ruin struct {
	sq           Square
	code, behind Code
	promoted     bool // it reverts when it is captured
}

// Blast returns the set of squares that an explosion on sq clears: the square itself and
// those around it. The game must have explosions or blasts.
func (g *Game) Blast(sq Square) Set { return g.blasts[sq] }

// markForms marks the pieces that explode and those that may not capture all others.
func (g *Game) markForms() {
	for _, code := range g.codes {
		var form rayForm
		if g.types[code.Type()].explodes {
			g.fillBlasts()
			form = rayExplodes
		}
		if g.types[code.Type()].spares != 0 {
			form |= raySpares
		}
		for sq := range g.rays.forms[code] {
			g.rays.forms[code][sq] |= form
		}
	}
}

// fillBlasts computes the area of an explosion on each square.
func (g *Game) fillBlasts() {
	if g.blasts != nil {
		return
	}
	g.blasts = make([]Set, g.Squares())
	for sq := range g.blasts {
		for around := range 9 {
			if at, ok := g.offset(Square(sq), betza.Vec{DX: around%3 - 1, DY: around/3 - 1}, White); ok {
				g.blasts[sq].Add(at)
			}
		}
	}
}

// keepsAround returns the castling rights that an explosion just made leaves: a piece that survived
// keeps its own.
func (p *Position) keepsAround(sq Square) uint64 {
	keep := ^uint64(0)
	for w, word := range p.g.blasts[sq] {
		for ; word != 0; word &= word - 1 {
			if at := w<<6 + bits.TrailingZeros64(word); p.board[at] == 0 {
				keep &= p.g.keeps[at]
			}
		}
	}
	return keep
}

// explosion appends the explosion of the piece on sq. A side may not remove its
// own royal piece; the opponent's cannot be near, since it would be in check.
func (p *Position) explosion(buf []Move, sq Square) []Move {
	area := &p.g.blasts[sq]
	if area.Has(p.king[White]) || area.Has(p.king[Black]) {
		return buf
	}
	if !p.g.Variant.Rules.Explosion.Alone {
		if hit := area.And(&p.all); hit.Count() < 2 {
			return buf
		}
	}
	return append(buf, makeMove(sq, sq, Exploding, NoType, 0))
}

// safeAfterExplosion reports whether the mover's king is not attacked when the
// squares around m are empty.
func (p *Position) safeAfterExplosion(m Move) bool {
	area := &p.g.blasts[m.From()]
	all := p.all.AndNot(area)
	own := p.side.without(area)
	return !p.attacked(p.king[p.turn], p.turn.Other(), &all, &own, area)
}

// blowUp removes the pieces on an occupied area, with what waits behind them.
func (p *Position) blowUp(area Set, r *record) {
	for w, word := range area {
		for ; word != 0; word &= word - 1 {
			sq := Square(w<<6 + bits.TrailingZeros64(word))
			u := ruin{sq: sq, promoted: p.promoted.Has(sq)}
			if u.promoted {
				p.markPromoted(sq)
			}
			u.code = p.remove(sq)
			u.behind = p.lose(sq, u.code)
			p.keepRuin(&u, 1)
			p.ruins = append(p.ruins, u)
			r.ruins++
		}
	}
}

// keepRuin puts a piece that was blown up where captured pieces go, if the game keeps
// them; by -1 takes it back.
func (p *Position) keepRuin(u *ruin, by int) {
	p.toPool(u.code, by)
	if p.g.drops && p.g.keepsCaptured && u.code.Type() != p.g.royal {
		p.holdCaptured(p.g.heldAs(u.code, u.promoted), by)
	}
}

// rebuild takes back blowUp.
func (p *Position) rebuild(r *record) {
	n := len(p.ruins) - int(r.ruins)
	for i := range p.ruins[n:] {
		u := &p.ruins[n+i]
		p.put(u.code, u.sq)
		p.keepRuin(u, -1)
		if u.behind != 0 {
			p.wait(u.behind, u.sq)
		}
		if u.promoted {
			p.markPromoted(u.sq)
		}
	}
	p.ruins = p.ruins[:n]
}
