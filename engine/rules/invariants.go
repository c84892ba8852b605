package rules

import "fmt"

// CheckInvariants compares everything that a position keeps up to date with
// its definition. It is for tests and for debugging, not for the hot loop; with
// the build tag invariants every move is followed by it.
func (p *Position) CheckInvariants() error {
	var all Set
	var side sides
	var pieces [maxCodes]Set
	var gates Set
	for sq := range p.g.Squares() {
		if err := p.checkSquare(Square(sq)); err != nil {
			return err
		}
	}
	for sq := range p.g.Squares() {
		if code := p.board[sq]; code != 0 {
			all.Add(Square(sq))
			side[code.Color()].Add(Square(sq))
			if code.Type() == p.g.shy {
				side[shy].Add(Square(sq))
			}
			pieces[code].Add(Square(sq))
		}
		if p.behind[sq] != 0 {
			gates.Add(Square(sq))
		}
	}
	switch {
	case all != p.all || side != p.side || pieces != p.pieces:
		return fmt.Errorf("the sets of occupied squares disagree with the board: %s", p.FEN())
	case gates != p.gates:
		return fmt.Errorf("the set of gates disagrees with the waiting pieces: %s", p.FEN())
	case p.hash != p.hashFromScratch():
		return fmt.Errorf("the hash is not the hash from scratch: %s", p.FEN())
	case p.pawnHash != p.pawnHashFromScratch():
		return fmt.Errorf("the hash of the pawns is not that from scratch: %s", p.FEN())
	}
	for _, c := range []Color{White, Black} {
		if p.g.crowned && p.board[p.king[c]] != CodeOf(p.g.royal, c) && p.why != blownUp {
			return fmt.Errorf("%s's king is not on %s: %s", c, p.g.SquareName(p.king[c]), p.FEN())
		}
	}
	if n := p.handSize(White) + p.handSize(Black); n != p.inHand && !p.g.drops && p.g.entering == nil {
		return fmt.Errorf("%d pieces in hand, counted as %d", n, p.inHand)
	}
	if !p.all.Holds(&p.promoted) {
		return fmt.Errorf("an empty square is marked as a promoted piece: %s", p.FEN())
	}
	if err := p.checkRights(); err != nil {
		return err
	}
	return p.checkPassed()
}

// checkSquare tests what stands on one square and what waits behind it.
func (p *Position) checkSquare(sq Square) error {
	if p.board[sq] != 0 && p.g.IsHole(sq) {
		return fmt.Errorf("a piece stands on %s, which is not part of the board: %s", p.g.SquareName(sq), p.FEN())
	}
	code := p.behind[sq]
	if code == 0 {
		return nil
	}
	if !p.g.homeRow[code.Color()].Has(sq) {
		return fmt.Errorf("a piece waits behind %s, off its home rank: %s", p.g.SquareName(sq), p.FEN())
	}
	return nil
}

// checkRights tests that king and partner stand where a castling right says
// they have never left.
func (p *Position) checkRights() error {
	extra := p.rights >> len(p.g.wings)
	if p.g.entering != nil {
		extra = 0
		for _, c := range []Color{White, Black} {
			for f := range p.g.Files() {
				sq := p.g.firstRank(f, c)
				if man := p.board[sq]; p.rights&p.g.entering.right[sq] != 0 && (man == 0 || man.Color() != c || p.handSize(c) == 0) {
					return fmt.Errorf("%s may let a piece enter on %s, where none of its own stands, or has none: %s", c, p.g.SquareName(sq), p.FEN())
				}
			}
		}
	}
	if extra != 0 {
		return fmt.Errorf("%#b are rights of no castling: %s", p.rights, p.FEN())
	}
	for i, w := range p.g.wings {
		if p.rights>>i&1 != 0 && !p.g.standsOn(w, &p.board) {
			return fmt.Errorf("%s may castle with %s, but the pieces are not in place: %s", w.Color, p.g.SquareName(w.Partner), p.FEN())
		}
	}
	return nil
}

// checkPassed tests that the piece to be captured en passant is there and that
// the squares it passed are empty.
func (p *Position) checkPassed() error {
	if p.passedN == 0 {
		return nil
	}
	if code := p.board[p.passer]; code == 0 || code.Color() == p.turn {
		return fmt.Errorf("nothing on %s can be captured en passant: %s", p.g.SquareName(p.passer), p.FEN())
	}
	for _, sq := range p.passed[:p.passedN] {
		if p.board[sq] != 0 {
			return fmt.Errorf("%s has been passed but is not empty: %s", p.g.SquareName(sq), p.FEN())
		}
	}
	return nil
}

// difference names a part of p that is not as it was in another state of the
// same game, or is empty. Of the history only the length counts.
func (p *Position) difference(was *Position) string {
	for sq := range p.g.Squares() {
		if p.board[sq] != was.board[sq] || p.behind[sq] != was.behind[sq] {
			return fmt.Sprintf("%s holds %s, expected %s", p.g.SquareName(Square(sq)), p.content(Square(sq)), was.content(Square(sq)))
		}
	}
	for _, part := range [...]struct {
		name string
		same bool
	}{
		{"side to move", p.turn == was.turn},
		{"sets of occupied squares", p.all == was.all && p.side == was.side && p.pieces == was.pieces},
		{"set of gates", p.gates == was.gates},
		{"squares of the kings", p.king == was.king && p.royals == was.royals},
		{"hands", p.hand == was.hand && p.inHand == was.inHand},
		{"pools of captured pieces", p.pool == was.pool},
		{"set of promoted pieces", p.promoted == was.promoted},
		{"ruins of explosions", len(p.ruins) == len(was.ruins)},
		{"castling rights", p.rights == was.rights},
		{"squares passed", p.passed == was.passed && p.passedN == was.passedN && p.passer == was.passer},
		{"number of plies without progress", p.halfmove == was.halfmove},
		{"number of the move", p.fullmove == was.fullmove},
		{"end of the game", p.ended == was.ended && p.why == was.why},
		{"hash", p.hash == was.hash},
		{"hash of the pawns", p.pawnHash == was.pawnHash},
		{"rest of the state", p.state == was.state},
		{"length of the history", len(p.history) == len(was.history)},
	} {
		if !part.same {
			return fmt.Sprintf("the %s of %s differs from that of %s", part.name, p.FEN(), was.FEN())
		}
	}
	return ""
}

// content is what stands on a square and what waits behind it.
func (p *Position) content(sq Square) string {
	text := "nothing"
	if code := p.board[sq]; code != 0 {
		text = p.g.CodeSymbol(code)
	}
	if code := p.behind[sq]; code != 0 {
		text += " before a waiting " + p.g.CodeSymbol(code)
	}
	return text
}
