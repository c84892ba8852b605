package rules

// movePool moves the pieces that a move captures into the pools of captured
// pieces, and the piece that it promotes to out of its own; with by -1 it takes
// that back.
func (p *Position) movePool(m Move, r *record, by int) {
	p.toPool(r.captured, by)
	p.toPool(r.victim, by)
	if t := m.Promotion(); t != NoType && p.g.types[r.mover.Type()].promotes[p.turn].captured {
		p.toPool(CodeOf(t, p.turn), -by)
	}
}

// loseByEmptyPool makes the mover lose if his piece has reached a square where it
// must promote but there is nothing to promote to.
func (p *Position) loseByEmptyPool(m Move, r *record) {
	if m.Promotion() != NoType {
		return
	}
	if pr := &p.g.types[r.mover.Type()].promotes[p.turn]; pr.losesEmpty && pr.must.Has(m.To()) {
		p.loser = loserOf(p.turn)
	}
}

// loseByStranded makes a side lose that has a piece on a square where it must
// promote: only a losing move can have taken it there.
func (p *Position) loseByStranded() {
	for _, c := range []Color{p.turn, p.turn.Other()} {
		for _, code := range p.g.of[c] {
			pr := &p.g.types[code.Type()].promotes[c]
			if pr.losesEmpty && pr.must.Meets(&p.pieces[code]) {
				p.loser = loserOf(c)
			}
		}
	}
}

// Lost reports whether a side has lost by a rule of the game other than mate or
// stalemate, and which. There are no legal moves then.
func (p *Position) Lost() (Color, bool) { return p.loser.color(), p.loser != nobody }

// Pooled reports whether captured pieces are kept to be promoted to.
func (g *Game) Pooled() bool { return g.pooled }

// captured puts a piece of a FEN into its pool.
func (r *fenReader) captured(code Code) error {
	t := code.Type()
	switch {
	case r.g.types[t].pawn || r.g.types[t].royal:
		return r.fail("board", "a captured %s cannot be promoted to", r.g.TypeName(t))
	case r.p.pool[code.Color()][t] >= 15:
		return r.fail("board", "too many captured pieces")
	}
	r.p.toPool(code, 1)
	return nil
}

// derivePools fills the pools of a position that does not say what is in them:
// what the array has and the board has not must have been captured.
func (r *fenReader) derivePools() {
	array, err := r.g.arrayBoard()
	if err != nil {
		return // the array is a FEN that has been read before
	}
	missing := [maxCodes]int{}
	for sq, code := range array {
		missing[code]++
		missing[r.p.board[sq]]--
	}
	for _, code := range r.g.codes {
		if n := missing[code]; n > 0 {
			r.p.toPool(code, n)
		}
	}
}
