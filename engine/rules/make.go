package rules

// Make plays a legal move.
func (p *Position) Make(m Move) {
	n := len(p.history)
	if n < cap(p.history) {
		p.history = p.history[:n+1]
	} else {
		p.history = append(p.history, record{})
	}
	r := &p.history[n]
	*r = record{state: p.state, move: m, turn: p.turn}
	p.clearPassed()
	if m.Kind() == Placing && !p.g.drops {
		p.place(m) // the counters start with the first move on the board
		return
	}
	p.halfmove++
	p.reversible++
	if p.turn == Black {
		p.fullmove++
	}
	switch m.Kind() {
	case Castling:
		p.castle(m, r)
	case Exploding:
		r.mover = p.board[m.From()]
		p.blowUp(p.g.blasts[m.From()].And(&p.all), r)
	case Placing:
		p.drop(m)
	case Pass:
		p.passTurn(n)
	default:
		p.move(m, r)
	}
	if p.rights != 0 && m.Kind() != Pass {
		p.touch(m)
	}
	if p.g.drops || p.g.rebirths {
		p.countDropProgress(m, r)
	} else {
		p.countProgress(m, r)
	}
	p.setTurn(p.turn.Other())
	if m.Kind() == Passing && !m.IsPromotion() { // what has been promoted is no longer the pawn that passed
		p.setPassed(m)
	}
	if !p.g.crowned {
		p.crown()
	}
	if p.g.judged {
		if p.g.CountsChecks() {
			p.countCheck()
		}
		p.judge()
	}
}

// countProgress resets the half-move clock and the count of reversible plies after
// a move that resets them.
func (p *Position) countProgress(m Move, r *record) {
	mover := &p.g.types[r.mover.Type()]
	switch {
	case r.captured|r.victim != 0 || r.ruins > 0:
		p.halfmove, p.reversible = 0, 0
	case mover.pawn:
		if !p.g.Variant.Rules.ReturnsCount || m.IsPromotion() || !p.couldReturn(m, r.mover) {
			p.halfmove = 0
		}
		if !mover.returns {
			p.reversible = 0
		}
	case m.IsPromotion() && p.g.types[r.mover.Type()].promotes[p.turn].resets(m.Promotion()):
		p.halfmove = 0
	case r.entered|r.second != 0 && p.g.Variant.Rules.Gating.ResetsNMove:
		p.halfmove = 0
	}
}

// couldReturn reports whether a piece could take back its move on an empty board.
func (p *Position) couldReturn(m Move, code Code) bool {
	var none Set
	quiet, _ := p.g.Reach(code, m.To(), &none)
	return quiet.Has(m.From())
}

// move plays a move that takes one piece from one square to another.
func (p *Position) move(m Move, r *record) {
	from, to := m.From(), m.To()
	if k := m.Kind(); k == EnPassant || k == Locust {
		victim := Square(m.Extra())
		r.victim = p.remove(victim)
		r.lostPass = p.lose(victim, r.victim)
	}
	r.mover = p.remove(from)
	if p.board[to] != 0 {
		r.captured = p.remove(to)
		r.lost = p.lose(to, r.captured)
	}
	arrives := r.mover
	if t := m.Promotion(); t != NoType {
		arrives = CodeOf(t, p.turn)
	}
	if p.g.keepsCaptured {
		p.keepCaptured(m, r)
	}
	p.put(arrives, to)
	if from == p.king[p.turn] {
		p.king[p.turn] = to
	}
	if from != to {
		r.entered = p.enter(from)
	}
	if t := Type(m.Extra()); t != NoType && m.Kind() <= Passing {
		r.entered = p.bringIn(t, from)
	}
	if p.g.follows && r.captured|r.victim != 0 {
		p.follow(m, r)
	}
}

// enter brings in the piece that waits behind a square just left.
func (p *Position) enter(sq Square) Code {
	if !p.gates.Has(sq) || p.behind[sq].Color() != p.turn {
		return 0
	}
	code := p.resume(sq)
	p.put(code, sq)
	return code
}

// lose removes the piece that waits behind the one just captured on sq.
func (p *Position) lose(sq Square, captured Code) Code {
	if !p.gates.Has(sq) || p.behind[sq].Color() != captured.Color() {
		return 0
	}
	return p.resume(sq)
}

func (p *Position) castle(m Move, r *record) {
	c := &p.g.castlings[m.Extra()]
	r.mover = p.remove(c.kingFrom)
	partner := p.remove(c.partnerFrom)
	p.put(r.mover, c.kingTo)
	p.put(partner, c.partnerTo)
	p.king[p.turn] = c.kingTo
	if p.board[c.kingFrom] == 0 {
		r.entered = p.enter(c.kingFrom)
	}
	if p.board[c.partnerFrom] == 0 {
		r.second = p.enter(c.partnerFrom)
	}
	if c.enters != NoType {
		r.entered = p.bringIn(c.enters, c.entersAt)
	}
}

// place puts a piece from the hand behind one on the board.
func (p *Position) place(m Move) {
	code := CodeOf(m.Promotion(), p.turn)
	p.addHand(code, -1)
	p.wait(code, m.To())
	p.setTurn(p.nextToPlace(p.turn))
}

// touch removes the rights that a move touches.
func (p *Position) touch(m Move) {
	keep := p.rights
	if m.Kind() != Locust || m.From() != m.To() {
		keep &= p.g.keeps[m.From()] & p.g.keeps[m.To()]
	}
	if m.Kind() == Exploding || p.g.blast != nil && p.history[len(p.history)-1].ruins > 0 {
		keep &= p.keepsAround(m.To())
	}
	if m.Kind() == Castling && p.g.Variant.Rules.Castling.Opposite {
		keep = p.g.opposed(&p.g.castlings[m.Extra()], keep)
	}
	if m.Kind() == Locust {
		keep &= p.g.keeps[m.Extra()]
	}
	if p.g.entering != nil {
		keep = p.entryRights(m, keep)
	}
	if m.Kind() == Castling {
		keep &= p.g.keeps[p.g.castlings[m.Extra()].partnerFrom]
	}
	if keep != p.rights {
		p.setRights(keep)
	}
}

// Unmake takes back the last move.
func (p *Position) Unmake() {
	n := len(p.history) - 1
	r := &p.history[n]
	m := r.move
	p.turn = r.turn
	if p.turn == Black && (m.Kind() != Placing || p.g.drops) {
		p.fullmove--
	}
	switch m.Kind() {
	case Placing:
		if p.g.drops {
			p.remove(m.To())
			p.addHand(CodeOf(p.g.InHandAs(m.Promotion()), p.turn), 1)
			break
		}
		p.addHand(p.resume(m.To()), 1)
	case Castling:
		p.uncastle(m, r)
	case Exploding:
		p.rebuild(r)
	case Pass:
	default:
		p.unmove(m, r)
	}
	p.state = r.state
	p.history = p.history[:n]
	if !p.g.crowned {
		p.crown()
	}
}

func (p *Position) unmove(m Move, r *record) {
	from, to := m.From(), m.To()
	if p.g.follows && r.captured|r.victim != 0 {
		p.unfollow(m, r)
	}
	if p.g.keepsCaptured {
		p.giveBackCaptured(m, r)
	}
	switch {
	case r.entered == 0:
	case p.g.entering != nil:
		p.bringOut(from)
	default:
		p.wait(p.remove(from), from)
	}
	p.remove(to)
	if r.captured != 0 {
		p.put(r.captured, to)
		if r.lost != 0 {
			p.wait(r.lost, to)
		}
	}
	p.put(r.mover, from)
	if to == p.king[p.turn] {
		p.king[p.turn] = from
	}
	if r.victim != 0 {
		victim := Square(m.Extra())
		p.put(r.victim, victim)
		if r.lostPass != 0 {
			p.wait(r.lostPass, victim)
		}
	}
}

func (p *Position) uncastle(m Move, r *record) {
	c := &p.g.castlings[m.Extra()]
	switch {
	case r.entered == 0:
	case p.g.entering != nil:
		p.bringOut(c.entersAt)
	default:
		p.wait(p.remove(c.kingFrom), c.kingFrom)
	}
	if r.second != 0 {
		p.wait(p.remove(c.partnerFrom), c.partnerFrom)
	}
	p.remove(c.kingTo)
	partner := p.remove(c.partnerTo)
	p.put(r.mover, c.kingFrom)
	p.put(partner, c.partnerFrom)
	p.king[p.turn] = c.kingFrom
}

// MakeNull passes the turn, for the search. It must not be called in check or in the
// placement phase.
func (p *Position) MakeNull() {
	m := makeMove(0, 0, Pass, NoType, nullPass)
	p.history = append(p.history, record{state: p.state, turn: p.turn, move: m})
	p.clearPassed()
	p.halfmove++
	p.reversible = 0 // no position comes back by passing
	if p.turn == Black {
		p.fullmove++
	}
	p.setTurn(p.turn.Other())
}
