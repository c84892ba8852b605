package rules

import "math/bits"

// Moves appends the legal moves of the position to buf.
func (p *Position) Moves(buf []Move) []Move {
	switch {
	case p.inHand > 0:
		return p.placings(buf)
	case p.loser != nobody:
		return buf
	}
	var d danger
	p.findDanger(&d)
	n := len(buf)
	buf = p.pseudoLegal(buf, relAll)
	buf = p.keepLegal(buf, n, &d)
	if p.rights != 0 && (d.checkers == 0 || p.g.Variant.Rules.Castling.OutOfCheck) {
		buf = p.appendCastlings(buf)
	}
	return buf
}

// Captures appends the legal captures and promotions to buf.
func (p *Position) Captures(buf []Move) []Move {
	if p.inHand > 0 || p.loser != nobody {
		return buf
	}
	var d danger
	p.findDanger(&d)
	n := len(buf)
	buf = p.pseudoLegal(buf, relEnemy|relFriend)
	return p.keepLegal(buf, n, &d)
}

// keepLegal filters buf[n:] in place.
func (p *Position) keepLegal(buf []Move, n int, d *danger) []Move {
	out := n
	for _, m := range buf[n:] {
		if p.legal(m, d) {
			buf[out] = m
			out++
		}
	}
	return buf[:out]
}

// IsCapture reports whether m captures something.
func (p *Position) IsCapture(m Move) bool {
	k := m.Kind()
	return k == EnPassant || k == Locust || k == Exploding || k <= Passing && p.board[m.To()] != 0
}

// pseudoLegal appends the moves of all pieces that end on a square in one of
// the wanted relations; promotions and en-passant captures belong to captures.
func (p *Position) pseudoLegal(buf []Move, want uint8) []Move {
	for _, code := range p.g.of[p.turn] {
		have := &p.pieces[code]
		ty := &p.g.types[code.Type()]
		near := &ty.promotes[p.turn].near
		for w := range have {
			for set := have[w]; set != 0; set &= set - 1 {
				from := Square(w<<6 + bits.TrailingZeros64(set))
				if near.Has(from) {
					buf = p.walkPromoting(buf, code, from, want)
				} else {
					buf = p.walk(buf, code, from, want)
				}
				if ty.explodes {
					buf = p.explosion(buf, from)
				}
			}
		}
	}
	return buf
}

// walk runs the step program of one piece that does not promote.
func (p *Position) walk(buf []Move, code Code, from Square, want uint8) []Move {
	steps := p.g.programs[code][from]
	rel := &p.g.relation[p.turn]
	var seen Set
	for i := 0; i < len(steps); {
		s := &steps[i]
		r := rel[p.board[s.to]]
		if s.flags&r != 0 {
			if s.flags&(stepMarked|stepSpecial) == 0 {
				if r&want != 0 {
					buf = append(buf, Move(from)|Move(s.to)<<8)
				}
			} else {
				buf = p.endSpecial(buf, from, s, r&want != 0, &seen)
			}
		}
		if s.flags>>passShift&r != 0 {
			i++
		} else {
			i = int(s.skip)
		}
	}
	return buf
}

// endSpecial appends the endings that need more than from and to.
func (p *Position) endSpecial(buf []Move, from Square, s *step, wanted bool, seen *Set) []Move {
	if s.flags&stepSpecial == 0 { // marked
		if wanted && !seen.Has(s.to) {
			seen.Add(s.to)
			buf = append(buf, Move(from)|Move(s.to)<<8)
		}
		return buf
	}
	switch s.kind {
	case EnPassant:
		for _, sq := range p.passed[:p.passedN] {
			if sq == s.to && !p.repeats(buf, from, s) {
				return append(buf, makeMove(from, s.to, EnPassant, NoType, uint8(p.passer)))
			}
		}
	case Locust:
		if !p.repeats(buf, from, s) {
			buf = append(buf, makeMove(from, s.to, Locust, NoType, uint8(s.extra)))
		}
	case Passing:
		if wanted && !p.repeats(buf, from, s) {
			buf = append(buf, makeMove(from, s.to, Passing, NoType, 0))
		}
	}
	return buf
}

// repeats reports whether buf already ends with the same special move, which
// happens only when several paths lead to one square.
func (p *Position) repeats(buf []Move, from Square, s *step) bool {
	if s.flags&stepMarked == 0 {
		return false
	}
	for i := len(buf) - 1; i >= 0 && buf[i].From() == from; i-- {
		if buf[i].To() == s.to && buf[i].Kind() == s.kind &&
			(s.kind != Locust || buf[i].Extra() == uint8(s.extra)) {
			return true
		}
	}
	return false
}

// walkPromoting runs the step program of a piece that may promote this move.
func (p *Position) walkPromoting(buf []Move, code Code, from Square, want uint8) []Move {
	pr := &p.g.types[code.Type()].promotes[p.turn]
	var walked [256]Move
	for _, m := range p.walk(walked[:0], code, from, relAll) {
		stays := true
		if pr.zone.Has(m.To()) {
			stays = !pr.must.Has(m.To())
			n := len(buf)
			for _, t := range pr.choices {
				if !pr.captured || p.pool[p.turn][t] > 0 {
					buf = append(buf, m|Move(t)<<27)
				}
			}
			if !stays && len(buf) == n {
				stays = pr.losesEmpty // with nothing to promote to
			}
		}
		if stays && (want == relAll || p.IsCapture(m)) {
			buf = append(buf, m)
		}
	}
	return buf
}
