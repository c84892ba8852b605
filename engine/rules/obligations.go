package rules

import "slices"

// MustCapture reports whether a side that can capture must do so.
func (g *Game) MustCapture() bool { return g.Variant.Rules.MustCapture }

// obliged drops the moves that the game forbids from buf[n:], all legal moves or all
// that capture or promote: those that give check, and those that do not drop or capture
// where one must.
func (p *Position) obliged(buf []Move, n int) []Move {
	rule := &p.g.Variant.Rules
	if rule.ChecksForbidden {
		buf = keep(buf, n, func(m Move) bool { return !p.givesCheck(m) })
	}
	if p.mustDrop() {
		buf = keep(buf, n, func(m Move) bool { return m.Kind() == Placing })
	}
	if rule.MustCapture && slices.ContainsFunc(buf[n:], p.IsCapture) {
		buf = keep(buf, n, p.IsCapture)
	}
	return buf
}

// keep filters buf[n:] in place.
func keep(buf []Move, n int, wanted func(Move) bool) []Move {
	out := n
	for _, m := range buf[n:] {
		if wanted(m) {
			buf[out] = m
			out++
		}
	}
	return buf[:out]
}

// canCapture reports whether the side to move may capture, with buf as scratch space.
func (p *Position) canCapture(buf []Move, d *Danger) bool {
	n := len(buf)
	return slices.ContainsFunc(p.CapturesWith(buf, d)[n:], p.IsCapture)
}

// mustDrop reports whether the side to move must drop a piece.
func (p *Position) mustDrop() bool {
	return p.g.Variant.Rules.Hand.MustDrop && p.handSize(p.turn) > 0
}

// MustTake reports whether the side to move must capture.
func (p *Position) MustTake() bool {
	if !p.g.MustCapture() {
		return false
	}
	var d Danger
	p.FindDanger(&d)
	var buf [256]Move
	return p.canCapture(buf[:0], &d)
}

// mayPlay reports whether the obligations of the game allow a move that is legal otherwise.
func (p *Position) mayPlay(m Move) bool {
	if p.g.Variant.Rules.ChecksForbidden && p.givesCheck(m) {
		return false
	}
	return (p.IsCapture(m) || !p.MustTake()) && (m.Kind() == Placing || !p.mustDrop())
}

// givesCheck reports whether a legal move, explosions aside, gives check.
func (p *Position) givesCheck(m Move) bool {
	if p.g.sequel != nil && p.IsCapture(m) {
		return p.checkedAfter(m, p.turn.Other())
	}
	us, them := p.turn, p.turn.Other()
	all, own, royals := p.all, p.side, p.Royals(them)
	from, to := m.From(), m.To()
	var gone Set
	var with [3]Placed
	arrived := with[:0]
	arrive := func(code Code, sq Square) {
		arrived = append(arrived, Placed{code, sq})
		all.Add(sq)
		own[us].Add(sq)
		p.moveShy(&own, code, sq, sq)
	}
	leave := func(sq Square) {
		gone.Add(sq)
		all.Remove(sq)
		own[us].Remove(sq)
		own[shy].Remove(sq)
	}
	switch m.Kind() {
	case Placing:
		arrive(CodeOf(m.Promotion(), us), to)
	case Castling:
		c := &p.g.castlings[m.Extra()]
		leave(c.kingFrom)
		leave(c.partnerFrom)
		arrive(p.board[c.kingFrom], c.kingTo)
		arrive(p.board[c.partnerFrom], c.partnerTo)
		if c.enters != NoType {
			arrive(CodeOf(c.enters, us), c.entersAt)
		}
	default:
		if k := m.Kind(); k == EnPassant || k == Locust {
			all.Remove(Square(m.Extra()))
			own[them].Remove(Square(m.Extra()))
			own[shy].Remove(Square(m.Extra()))
			royals.Remove(Square(m.Extra()))
		}
		own[them].Remove(to)
		royals.Remove(to)
		leave(from)
		arrives := p.board[from]
		if t := m.Promotion(); t != NoType {
			arrives = CodeOf(t, us)
		}
		arrive(arrives, to)
		if from != to && p.gates.Has(from) && p.behind[from].Color() == us {
			arrive(p.behind[from], from)
		}
		if t := Type(m.Extra()); t != NoType && m.Kind() <= Passing {
			arrive(CodeOf(t, us), from)
		}
	}
	return p.royalsAttacked(&royals, them, &all, &own, &gone, arrived...) > 0
}
