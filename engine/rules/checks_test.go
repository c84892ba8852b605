package rules

import (
	"fmt"
	"slices"
)

// checkInvariants compares everything that a position keeps up to date with
// its definition.
func (p *Position) checkInvariants() error {
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
			if code != Wall {
				side[code.Color()].Add(Square(sq))
			}
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
	rights := p.rights
	if u := p.g.unmoved; u != nil {
		for i := range p.g.Squares() {
			if sq := Square(i); rights&u.right[sq] != 0 && !p.g.startsOn(p.board[sq], sq) {
				return fmt.Errorf("nothing on %s can be unmoved: %s", p.g.SquareName(sq), p.FEN())
			}
			rights &^= u.right[i]
		}
	}
	extra := rights >> len(p.g.wings)
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

// makeChecked makes a legal move and returns an error if the position that it leads to is
// not as it should be.
func (p *Position) makeChecked(m Move) error {
	want := *p
	want.playOnBoard(m)
	p.Make(m)
	if err := p.checkInvariants(); err != nil {
		return fmt.Errorf("after %s: %w", p.g.MoveText(m), err)
	}
	if waits := p.turn.Other(); !p.Placing() && p.checked(waits) {
		return fmt.Errorf("after %s: %s's king on %s can be captured", p.g.MoveText(m), waits, p.g.SquareName(p.king[waits]))
	}
	for sq := range p.g.Squares() {
		if p.board[sq] != want.board[sq] || p.behind[sq] != want.behind[sq] {
			return fmt.Errorf("after %s: %s holds %s, expected %s",
				p.g.MoveText(m), p.g.SquareName(Square(sq)), p.content(Square(sq)), want.content(Square(sq)))
		}
	}
	return nil
}

// playOnBoard plays a move on the squares of p and on nothing else, straight
// from the description of each kind of move.
func (p *Position) playOnBoard(m Move) {
	from, to := m.From(), m.To()
	switch m.Kind() {
	case Pass:
	case Placing:
		if p.g.drops {
			p.board[to] = CodeOf(m.Promotion(), p.turn)
		} else {
			p.behind[to] = CodeOf(m.Promotion(), p.turn)
		}
	case Exploding:
		for sq := range p.g.Squares() {
			sq := Square(sq)
			if p.g.adjacent(sq, to) {
				p.captureOnBoard(sq)
			}
		}
	case Castling:
		c := p.g.castlings[m.Extra()]
		king, partner := p.board[c.kingFrom], p.board[c.partnerFrom]
		p.board[c.kingFrom], p.board[c.partnerFrom] = 0, 0
		p.board[c.kingTo], p.board[c.partnerTo] = king, partner
		p.enterOnBoard(c.kingFrom)
		p.enterOnBoard(c.partnerFrom)
		if c.enters != NoType {
			p.board[c.entersAt] = CodeOf(c.enters, p.turn)
		}
	default:
		mover := p.board[from]
		if m.IsPromotion() {
			mover = CodeOf(m.Promotion(), p.turn)
		}
		takes := p.IsCapture(m)
		defer p.sequelOnBoard(m, p.board)
		if k := m.Kind(); k == EnPassant || k == Locust {
			p.captureOnBoard(Square(m.Extra()))
		}
		if from != to {
			p.captureOnBoard(to)
		}
		p.board[from] = 0
		p.board[to] = mover
		p.enterOnBoard(from)
		if t, at := p.g.Enters(m); t != NoType {
			p.board[at] = CodeOf(t, p.turn)
		}
		if takes && p.g.blast != nil {
			p.blastOnBoard(to)
		}
	}
}

// captureOnBoard removes a piece and the one of its side that waits behind it.
func (p *Position) captureOnBoard(sq Square) {
	if p.board[sq] != 0 && p.behind[sq] != 0 && p.behind[sq].Color() == p.board[sq].Color() {
		p.behind[sq] = 0
	}
	p.board[sq] = 0
}

// enterOnBoard brings in the mover's piece that waits behind a square, if the
// square has become empty.
func (p *Position) enterOnBoard(sq Square) {
	if p.board[sq] == 0 && p.behind[sq] != 0 && p.behind[sq].Color() == p.turn {
		p.board[sq], p.behind[sq] = p.behind[sq], 0
	}
}

// blastOnBoard removes what a capture on a square blows up.
func (p *Position) blastOnBoard(to Square) {
	rule := &p.g.Variant.Rules.Blast
	for sq := range p.g.Squares() {
		sq := Square(sq)
		if p.board[sq] == Wall {
			continue
		}
		name := p.g.TypeName(p.board[sq].Type())
		if p.g.adjacent(sq, to) &&
			!slices.Contains(rule.Immune, name) && (sq == to || !slices.Contains(rule.Spared, name)) {
			p.board[sq] = 0
		}
	}
}

// pawnHashFromScratch is the hash of the pawns by its definition.
func (p *Position) pawnHashFromScratch() (h uint64) {
	for sq, code := range p.board {
		if p.g.types[code.Type()].pawn {
			h ^= p.g.zobrist.piece[code][sq]
		}
	}
	return h
}
