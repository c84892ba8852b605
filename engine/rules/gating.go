package rules

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/variant"
)

func (g *Game) compileGating() error {
	for f := range g.Files() {
		g.homeRow[White].Add(g.firstRank(f, White))
		g.homeRow[Black].Add(g.firstRank(f, Black))
	}
	rule := g.Variant.Rules.Gating
	g.gated = rule.Kind == variant.MusketeerGating
	if g.gated && g.pooled {
		return bothInBrackets("waiting pieces")
	}
	if rule.Kind == variant.SeirawanGating {
		g.entering = &entering{}
		for _, t := range g.Waiting() {
			if !slices.Contains(g.entering.types, t) {
				g.entering.types = append(g.entering.types, t)
			}
		}
	}
	if g.entering != nil && g.pooled {
		return bothInBrackets("pieces in hand")
	}
	g.alternates = rule.Order == variant.Alternating
	return nil
}

func bothInBrackets(what string) error {
	return fmt.Errorf("%s and promotion to captured pieces cannot go together: both stand in brackets in a FEN", what)
}

// placings appends the ways to put a waiting piece behind another. A side that
// has lost has no such moves.
func (p *Position) placings(buf []Move) []Move {
	if p.inHand == 0 {
		return buf
	}
	ok := p.fronts(p.turn)
	for t := Type(1); int(t) < len(p.g.types); t++ {
		if p.hand[p.turn][t] == 0 {
			continue
		}
		for sq := range p.g.Squares() {
			if sq := Square(sq); ok.Has(sq) {
				buf = append(buf, makeMove(sq, sq, Placing, t, 0))
			}
		}
	}
	return buf
}

// fronts returns the set of pieces behind which a side may put another.
func (p *Position) fronts(c Color) Set {
	ok := p.side[c].And(&p.g.homeRow[c])
	if !p.g.Variant.Rules.Gating.KingFile {
		ok.Remove(p.king[c])
	} else if !p.g.Variant.Rules.Gating.KingAndPartner {
		p.partKingAndPartner(c, &ok)
	}
	return ok.AndNot(&p.gates)
}

// partKingAndPartner removes the squares where a piece would wait behind the
// king while another waits behind one of its castling partners: both would have
// to enter when they castle.
func (p *Position) partKingAndPartner(c Color, ok *Set) {
	if p.g.Variant.Rules.Castling.Kind == variant.FastCastling {
		return // there the king does not castle while a piece waits behind it
	}
	for i, w := range p.g.wings {
		if w.Color != c || p.rights>>i&1 == 0 {
			continue
		}
		if p.gates.Has(w.King) {
			ok.Remove(w.Partner)
		}
		if p.gates.Has(w.Partner) {
			ok.Remove(w.King)
		}
	}
}

// nextToPlace returns the side to move after side c has placed a piece.
func (p *Position) nextToPlace(c Color) Color {
	first, second := c, c.Other()
	if p.g.alternates {
		first, second = second, first
	}
	switch {
	case p.handSize(first) > 0:
		return first
	case p.handSize(second) > 0:
		return second
	}
	return p.g.First()
}

func (p *Position) handSize(c Color) int {
	n := 0
	for _, k := range p.hand[c] {
		n += int(k)
	}
	return n
}

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

// loseByEmptyPool makes the mover lose if its piece has reached a square where it must promote but
// has no piece to promote to.
func (p *Position) loseByEmptyPool(m Move, r *record) {
	if m.Promotion() != NoType {
		return
	}
	if pr := &p.g.types[r.mover.Type()].promotes[p.turn]; pr.losesEmpty && pr.must.Has(m.To()) {
		p.end(win(p.turn.Other()), emptyPool)
	}
}

// loseByStranded makes a side lose that has a piece on a square where it must
// promote: only a losing move can have taken it there.
func (p *Position) loseByStranded() {
	for _, c := range []Color{p.turn, p.turn.Other()} {
		for _, code := range p.g.of[c] {
			pr := &p.g.types[code.Type()].promotes[c]
			if pr.losesEmpty && pr.must.Meets(&p.pieces[code]) {
				p.end(win(c.Other()), emptyPool)
			}
		}
	}
}

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

// derivePools fills the pools of a FEN that does not mention them: pieces of the array that
// are missing from the board must have been captured.
func (r *fenReader) derivePools() {
	missing := [maxCodes]int{}
	for sq, code := range r.g.arrayBoard() {
		missing[code]++
		missing[r.p.board[sq]]--
	}
	for _, code := range r.g.codes {
		if n := missing[code]; n > 0 {
			r.p.toPool(code, n)
		}
	}
}

// entering is the rule of pieces in hand that a side may put on a square of its first rank when the
// piece that has been there since the start leaves it. Each such square is a right, as castling is:
// a bit behind those of the wings.
type entering struct {
	types  []Type
	right  [256]uint64 // the bit of a square of a first rank
	rights [2]uint64   // those of each side
}

// firstRank returns a square of a side's first rank.
func (g *Game) firstRank(file int, c Color) Square {
	return g.SquareAt(file, int(c)*(g.Ranks()-1))
}

// compileEntering gives every square of the first ranks a right, and every castling
// its forms with a piece that enters on the square of king or partner.
func (g *Game) compileEntering() error {
	if g.entering == nil {
		return nil
	}
	e := g.entering
	if err := g.checkHops(); err != nil {
		return err
	}
	n := len(g.wings)
	for _, c := range []Color{White, Black} {
		for f := range g.Files() {
			sq := g.firstRank(f, c)
			e.right[sq] = 1 << n
			e.rights[c] |= 1 << n
			g.keeps[sq] &^= 1 << n
			n++
		}
	}
	for _, c := range g.castlings {
		for _, at := range []Square{c.kingFrom, c.partnerFrom} {
			if at == c.kingTo || at == c.partnerTo {
				continue
			}
			for _, t := range e.types {
				c.enters, c.entersAt = t, at
				g.castlings = append(g.castlings, c)
			}
		}
	}
	if len(g.castlings) > 256 {
		return fmt.Errorf("gating: %d ways to castle and enter, at most 256", len(g.castlings))
	}
	return nil
}

// Enters returns the type of the piece that a move brings in from the hand, and the square
// that it enters on; NoType for most moves.
func (g *Game) Enters(m Move) (Type, Square) {
	switch {
	case m.Kind() <= Passing:
		return Type(m.Extra()), m.From()
	case m.Kind() == Castling:
		c := &g.castlings[m.Extra()]
		return c.enters, c.entersAt
	}
	return NoType, 0
}

// mayEnter reports whether the side to move may let a piece enter on a square that it
// leaves.
func (p *Position) mayEnter(t Type, sq Square) bool {
	e := p.g.entering
	return e != nil && int(t) < len(p.g.types) && p.hand[p.turn][t] > 0 && p.rights&e.right[sq] != 0
}

// entries repeats the moves of buf[n:] for each piece that can enter behind the mover. That piece
// does not shield: the moves are legal without it.
func (p *Position) entries(buf []Move, n int) []Move {
	e := p.g.entering
	if p.rights&e.rights[p.turn] == 0 {
		return buf
	}
	for _, m := range buf[n:] {
		if m.Kind() > Passing || m.IsPromotion() || p.rights&e.right[m.From()] == 0 {
			continue
		}
		for _, t := range e.types {
			if p.hand[p.turn][t] > 0 {
				buf = append(buf, m|Move(t)<<16)
			}
		}
	}
	return buf
}

// bringIn puts a piece from the hand on a square; bringOut takes it back.
func (p *Position) bringIn(t Type, sq Square) Code {
	code := CodeOf(t, p.turn)
	p.addHand(code, -1)
	p.put(code, sq)
	return code
}

func (p *Position) bringOut(sq Square) {
	p.addHand(p.remove(sq), 1)
}

// entryRights removes the rights to enter that have become void with the move just made.
func (p *Position) entryRights(m Move, rights uint64) uint64 {
	if m.Kind() == Castling {
		rights &= p.g.keeps[p.g.castlings[m.Extra()].partnerFrom]
	}
	if p.handSize(p.turn) == 0 {
		rights &^= p.g.entering.rights[p.turn]
	}
	return rights
}

// entryText returns the letters of the files where a side may let pieces enter, except those
// of kings and partners that may castle: castling rights imply them.
func (p *Position) entryText(c Color) string {
	implied := p.impliedEntries()
	var b strings.Builder
	for f := range p.g.Files() {
		right := p.g.entering.right[p.g.firstRank(f, c)]
		if p.rights&right != 0 && implied&right == 0 {
			b.WriteByte(fileLetter(f, c))
		}
	}
	return b.String()
}

// impliedEntries returns the rights to enter of kings and partners that may castle.
func (p *Position) impliedEntries() (rights uint64) {
	for i, w := range p.g.wings {
		if p.rights>>i&1 != 0 {
			rights |= p.g.entering.right[w.King] | p.g.entering.right[w.Partner]
		}
	}
	return rights
}

// readEntry reads the letter of a file where a side may let pieces enter.
func (r *fenReader) readEntry(letter byte) error {
	c, f := White, int(letter)-'A'
	if letter >= 'a' {
		c, f = Black, int(letter)-'a'
	}
	if f < 0 || f >= r.g.Files() {
		return r.fail("castling", "%q is no right to castle or to let a piece enter; expected letters of %q, of files or -", letter, r.g.wingLetters())
	}
	sq := r.g.firstRank(f, c)
	if code := r.p.board[sq]; code == 0 || code.Color() != c || r.g.types[code.Type()].pawn {
		return r.fail("castling", "%q needs a piece of %s's, no pawn, on %s", letter, c, r.g.SquareName(sq))
	}
	r.p.rights |= r.g.entering.right[sq]
	return nil
}

// settleEntries adds the rights that castling rights imply, and removes the rights of a side that
// has no pieces in hand.
func (r *fenReader) settleEntries() {
	r.p.rights |= r.p.impliedEntries()
	for _, c := range []Color{White, Black} {
		if r.p.handSize(c) == 0 {
			r.p.rights &^= r.g.entering.rights[c]
		}
	}
}

// startEntries returns the letters of all files where pieces may enter at the start.
func (g *Game) startEntries() (letters string) {
	array := g.arrayBoard()
	for _, c := range []Color{White, Black} {
		for f := range g.Files() {
			if code := array[g.firstRank(f, c)]; code != 0 && code.Color() == c && !g.types[code.Type()].pawn {
				letters += string(fileLetter(f, c))
			}
		}
	}
	return letters
}

// checkHops refuses a game in which an entering piece could complete the path of a
// hopper to its own king.
func (g *Game) checkHops() error {
	for i := range g.attacks.paths {
		for _, a := range g.attacks.paths[i].more {
			if !a.occupied.Empty() {
				return fmt.Errorf("gating %q cannot go together with pieces that hop", variant.SeirawanGating)
			}
		}
	}
	return nil
}
