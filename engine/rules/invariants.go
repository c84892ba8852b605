package rules

import "fmt"

// CheckInvariants compares everything that a position keeps up to date with
// its definition. It is for tests and for debugging, not for the hot loop.
func (p *Position) CheckInvariants() error {
	var all Set
	var side [2]Set
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
		if p.board[p.king[c]] != codeOf(p.g.royal, c) {
			return fmt.Errorf("%s's king is not on %s: %s", c, p.g.SquareName(p.king[c]), p.FEN())
		}
	}
	if n := p.handSize(White) + p.handSize(Black); n != p.inHand {
		return fmt.Errorf("%d pieces in hand, counted as %d", n, p.inHand)
	}
	return nil
}

// checkSquare tests what waits behind one square.
func (p *Position) checkSquare(sq Square) error {
	code := p.behind[sq]
	if code == 0 {
		return nil
	}
	if !p.g.homeRow[code.Color()].Has(sq) {
		return fmt.Errorf("a piece waits behind %s, off its home rank: %s", p.g.SquareName(sq), p.FEN())
	}
	return nil
}
