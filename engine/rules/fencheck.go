package rules

// check makes sure that the position can be played.
func (r *fenReader) check() error {
	for _, stage := range []func() error{r.checkKings, r.checkWaiting, r.checkHands} {
		if err := stage(); err != nil {
			return err
		}
	}
	p := r.p
	if p.inHand > 0 {
		// Attacks on White's king begin to count when the last piece is placed;
		// Black's would be captured.
		if p.Attacked(p.king[Black], White) {
			return r.fail("board", "black's %s is attacked, but white moves first after the placements", r.g.TypeName(r.g.royal))
		}
		return nil
	}
	if p.Attacked(p.king[p.turn.Other()], p.turn) {
		return r.fail("board", "%s is in check, but it is %s's turn", p.turn.Other(), p.turn)
	}
	return nil
}

// checkKings counts the royal pieces and notes where they stand.
func (r *fenReader) checkKings() error {
	for _, c := range []Color{White, Black} {
		kings := r.p.pieces[CodeOf(r.g.royal, c)]
		if n := kings.Count(); n != 1 {
			return r.fail("board", "%s has %d of the royal piece %s, expected 1", c, n, r.g.TypeName(r.g.royal))
		}
		kings.Squares(func(sq Square) { r.p.king[c] = sq })
	}
	return nil
}

func (r *fenReader) checkWaiting() error {
	var err error
	r.p.gates.Squares(func(sq Square) {
		if front := r.p.board[sq]; front != 0 && front.Color() != r.p.behind[sq].Color() {
			err = r.fail("board", "a piece waits behind %s, where an opposing piece stands", r.g.SquareName(sq))
		}
	})
	return err
}

// checkHands makes sure that the placement phase can go on to its end.
func (r *fenReader) checkHands() error {
	p := r.p
	if p.inHand == 0 {
		return nil
	}
	if p.handSize(p.turn) == 0 {
		return r.fail("turn", "%s has nothing in hand to place, but %s has", p.turn, p.turn.Other())
	}
	for _, c := range []Color{White, Black} {
		fronts := p.fronts(c)
		if have, room := p.handSize(c), fronts.Count(); have > room {
			return r.fail("board", "%s has %d pieces in hand, but they can be placed behind %d pieces only", c, have, room)
		}
	}
	return nil
}
