package rules

import (
	"math/bits"
)

// dropMoves appends the legal drops.
func (p *Position) dropMoves(buf []Move, d *Danger) []Move {
	h, us := p.g.hands, p.turn
	open := everySquare.AndNot(&p.all)
	test := d.checkers > 0 || d.verifyAll
	if d.checkers > 0 && !d.hops && !d.verifyAll {
		if open = open.And(&d.evasions); open.Empty() {
			return buf
		}
	}
	for _, t := range h.types {
		if p.hand[us][t] == 0 {
			continue
		}
		buf = p.dropsOf(buf, t, &open, test, d)
		if form := h.form[t]; form != NoType {
			buf = p.dropsOf(buf, form, &open, test, d)
		}
	}
	return buf
}

// dropsOf appends the legal drops of a piece on some of the open squares.
func (p *Position) dropsOf(buf []Move, t Type, open *Set, test bool, d *Danger) []Move {
	h, code := p.g.hands, CodeOf(t, p.turn)
	to := h.to[code].And(open)
	test = test || !p.g.crowned && p.g.types[t].royal
	p.limitDrops(code, &to)
	for w := 0; w < p.g.words; w++ {
		for set := to[w&3]; set != 0; set &= set - 1 {
			sq := Square(w<<6 + bits.TrailingZeros64(set))
			if (test || d.mounts.Has(sq)) && !p.safeAfterDrop(code, sq) || h.noCheck && p.dropChecks(code, sq) {
				continue
			}
			buf = append(buf, makeMove(sq, sq, Placing, t, 0))
		}
	}
	return buf
}

// countDrops returns the number of legal drops, with buf as scratch space.
func (p *Position) countDrops(buf []Move, d *Danger) (n int) {
	h, us := p.g.hands, p.turn
	if d.checkers > 0 || d.verifyAll || !d.mounts.Empty() || h.noCheck || !p.g.crowned {
		return len(p.dropMoves(buf, d))
	}
	count := func(t Type) int {
		code := CodeOf(t, us)
		to := h.to[code].AndNot(&p.all)
		p.limitDrops(code, &to)
		return to.Count()
	}
	for _, t := range h.types {
		if p.hand[us][t] == 0 {
			continue
		}
		if n += count(t); h.form[t] != NoType {
			n += count(h.form[t])
		}
	}
	return n
}

// limitDrops removes the squares on which a piece may not be dropped because of other pieces on the
// board.
func (p *Position) limitDrops(code Code, to *Set) {
	p.leaveFullFiles(code, to)
	for sq := p.g.files; p.g.hands.onTop && sq < p.g.Squares(); sq++ {
		if below := Square(sq - p.g.files); p.board[below] == 0 && !p.g.IsHole(below) {
			to.Remove(Square(sq))
		}
	}
}

// leaveFullFiles removes the files that already hold the maximum number of such pieces. A piece
// that is dropped as its form counts as the kind that it is in hand.
func (p *Position) leaveFullFiles(code Code, to *Set) {
	held := CodeOf(p.g.InHandAs(code.Type()), code.Color())
	most := p.g.hands.perFile[held.Type()]
	for i := 0; most > 0 && i < len(p.g.hands.files); i++ {
		file := &p.g.hands.files[i]
		if on := file.And(&p.pieces[held]); on.Count() >= most {
			*to = to.AndNot(file)
		}
	}
}

// safeAfterDrop reports whether the king of the side to move is not attacked once it
// has dropped a piece.
func (p *Position) safeAfterDrop(code Code, sq Square) bool {
	us, all, own := p.turn, p.all, p.side
	var none Set
	all.Add(sq)
	own[us].Add(sq)
	p.moveShy(&own, code, sq, sq)
	if p.g.blast != nil {
		royals := p.Royals(us)
		return !p.hitInBlast(&royals, us, &all, &own, &none)
	}
	if !p.g.crowned {
		return p.royalsSafe(makeMove(sq, sq, Placing, code.Type(), 0), &all, &own, &none)
	}
	return !p.attacked(p.king[us], us.Other(), &all, &own, &none)
}

// dropChecks reports whether a drop gives check, either with the dropped piece or by
// giving another one a mount.
func (p *Position) dropChecks(code Code, sq Square) bool {
	us := p.turn
	all, own := p.all, p.side
	all.Add(sq)
	own[us].Add(sq)
	p.moveShy(&own, code, sq, sq)
	var none Set
	royals := p.Royals(us.Other())
	return p.royalsAttacked(&royals, us.Other(), &all, &own, &none, Placed{code, sq}) > 0
}

// mayDrop reports whether m is a legal drop.
func (p *Position) mayDrop(m Move, d *Danger) bool {
	t, sq := m.Promotion(), m.To()
	if t == NoType || int(t) >= len(p.g.types) || m != makeMove(sq, sq, Placing, t, 0) || p.all.Has(sq) {
		return false
	}
	h, base := p.g.hands, p.g.InHandAs(t)
	if base != t && h.form[base] != t || p.hand[p.turn][base] == 0 {
		return false
	}
	var at Set
	at.Add(sq)
	var buf [1]Move
	return len(p.dropsOf(buf[:0], t, &at, d.checkers > 0 || d.verifyAll, d)) > 0
}

// matedByDrop reports whether the last move is a drop that may not mate.
func (p *Position) matedByDrop() bool {
	m := p.LastMove()
	return p.g.drops && m.Kind() == Placing && p.g.hands.mateLoses[m.Promotion()]
}
