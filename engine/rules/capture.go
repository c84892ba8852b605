package rules

import (
	"math/bits"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// sequel is the compiled rule of what follows a capture.
type sequel struct {
	then variant.Sequel
	of   [maxTypes + 1]bool // the kinds that capture so or, with variant.Reborn, that come back
	// homes has by code and square of the capture where a piece comes back, -1 for nowhere.
	homes [maxCodes][256]int16
}

// Wall is what stands on a square that nothing can enter. It belongs to p.all alone.
const Wall Code = 1

// wallSymbol is how a FEN writes a wall.
const wallSymbol = '*'

func (g *Game) compileSequel() {
	rule := &g.Variant.Rules.Capture
	if rule.Then == variant.NoSequel {
		return
	}
	s := &sequel{then: rule.Then}
	for i := range g.Variant.Pieces {
		s.of[i+1] = rule.Applies(&g.Variant.Pieces[i])
	}
	g.sequel = s
	g.rebirths = rule.Then == variant.Reborn
	g.exposes = g.rebirths || rule.Then == variant.ChangesSides
	g.follows = rule.Then != variant.Stays
	if g.Petrifies() {
		g.symbols[Wall], g.bySym[wallSymbol] = wallSymbol, Wall
	}
	if g.rebirths {
		g.compileHomes()
	}
}

// compileHomes finds where captured pieces come back.
func (g *Game) compileHomes() {
	for _, code := range g.codes {
		home := g.Variant.Homes(&g.Variant.Pieces[code.Type()-1], code.Color() == Black)
		for sq := range g.Squares() {
			g.sequel.homes[code][sq] = -1
			at := home(variant.Square{File: g.File(Square(sq)), Rank: g.Rank(Square(sq))})
			if to := g.SquareAt(at.File, at.Rank); g.sequel.of[code.Type()] && !g.IsHole(to) {
				g.sequel.homes[code][sq] = int16(to)
			}
		}
	}
}

// Petrifies reports whether capturing pieces become walls.
func (g *Game) Petrifies() bool { return g.sequel != nil && g.sequel.then == variant.Petrifies }

// homesMirror reports whether the pieces of both sides come back on squares that mirror
// each other.
func (g *Game) homesMirror() bool {
	for _, code := range g.of[White] {
		for sq := range g.Squares() {
			own, other := g.sequel.homes[code][sq], g.sequel.homes[code^1][g.MirrorSquare(Square(sq))]
			if min(own, other) < 0 && own != other || own >= 0 && g.MirrorSquare(Square(own)) != Square(other) {
				return false
			}
		}
	}
	return true
}

// stays reports whether a piece captures without moving.
func (s *sequel) stays(code Code) bool {
	return s != nil && s.then == variant.Stays && s.of[code.Type()]
}

// HasSequel reports whether more follows a capture than that a piece is gone, blasts aside.
func (g *Game) HasSequel() bool { return g.sequel != nil }

// Sequel returns what follows a capture if its rule is for the type: of the piece that
// captures or, with variant.Reborn, that is captured.
func (g *Game) Sequel(t Type) variant.Sequel {
	if g.sequel == nil || !g.sequel.of[t] {
		return variant.NoSequel
	}
	return g.sequel.then
}

// IsWall reports whether a wall stands on a square, which the piece there has become.
func (p *Position) IsWall(sq Square) bool { return p.pieces[Wall].Has(sq) }

// Men returns the number of pieces on the board.
func (p *Position) Men() int {
	n := p.all.Count()
	if p.g.Petrifies() {
		n -= p.pieces[Wall].Count()
	}
	return n
}

// follow does what follows the capture just made.
func (p *Position) follow(m Move, r *record) {
	to := m.To()
	if p.g.blast != nil {
		p.blastCapture(m, r)
	}
	switch s := p.g.sequel; {
	case s == nil:
	case s.then == variant.Reborn:
		p.rebear(r, r.captured, to, 1)
		p.rebear(r, r.victim, Square(m.Extra()), 2)
	case !s.of[r.mover.Type()]:
	case s.then == variant.ChangesSides:
		p.put(p.remove(to)^1, to)
	case s.then == variant.Petrifies && (p.g.blast == nil || p.board[to] == 0):
		if p.g.blast == nil {
			p.remove(to)
		}
		p.stand(Wall, to)
	}
}

// stand puts a piece or a wall on an empty square.
func (p *Position) stand(code Code, sq Square) {
	if p.put(code, sq); code == Wall {
		p.side[Wall.Color()].Remove(sq)
	}
}

// ComesBack reports whether what a capture takes on a square stands on the board again after
// it.
func (p *Position) ComesBack(m Move, sq Square) bool {
	if !p.g.rebirths {
		return false
	}
	home := p.g.sequel.homes[p.board[sq]][sq]
	return home >= 0 && Square(home) != m.To() && (p.board[home] == 0 || Square(home) == m.From() || Square(home) == sq)
}

// unfollow takes back follow, but for the piece or the wall where the move ends if nothing
// was blown up.
func (p *Position) unfollow(m Move, r *record) {
	if r.ruins > 0 {
		if p.board[m.To()] == Wall {
			p.remove(m.To())
		}
		p.rebuild(r)
	}
	if r.reborn&2 != 0 {
		p.remove(Square(p.g.sequel.homes[r.victim][m.Extra()]))
	}
	if r.reborn&1 != 0 {
		p.remove(Square(p.g.sequel.homes[r.captured][m.To()]))
	}
}

// rebear puts a captured piece where it comes back and notes that by a bit of the record.
func (p *Position) rebear(r *record, code Code, sq Square, bit uint8) {
	if home := p.g.sequel.homes[code][sq]; code != 0 && home >= 0 && p.board[home] == 0 {
		p.put(code, Square(home))
		r.reborn |= bit
	}
}

// checkedAfter reports whether a side is in check after a move of pieces on the board and what
// follows it.
func (p *Position) checkedAfter(m Move, c Color) bool {
	was, r := p.state, record{}
	if m.Kind() == Castling {
		p.castle(m, &r)
	} else {
		p.move(m, &r)
	}
	p.crown()
	checked := p.checked(c)
	if m.Kind() == Castling {
		p.uncastle(m, &r)
	} else {
		p.unmove(m, &r)
	}
	p.crown()
	p.state = was
	return checked
}

// spares reports whether a piece may not capture what stands on a square.
func (g *Game) spares(code, victim Code) bool {
	return g.types[code.Type()].spares>>victim.Type()&1 != 0
}

// withoutSpared drops the captures in buf[n:] that a piece may not make.
func (p *Position) withoutSpared(buf []Move, n int, code Code) []Move {
	return keep(buf, n, func(m Move) bool {
		k := m.Kind()
		takes := k == EnPassant || k == Locust
		return !(takes && p.g.spares(code, p.board[m.Extra()]) || m.From() != m.To() && p.g.spares(code, p.board[m.To()]))
	})
}

// blastRule is the compiled rule by which a capture blows up the squares around it.
type blastRule struct {
	spared [maxTypes + 1]bool // survives a blast next to it
	immune [maxTypes + 1]bool // survives any blast, also as the piece that captures
}

func (g *Game) compileBlast() error {
	rule := &g.Variant.Rules.Blast
	if !rule.OnCapture {
		return nil
	}
	b := &blastRule{}
	for _, name := range rule.Spared {
		b.spared[g.TypeNamed(name)] = true
	}
	for _, name := range rule.Immune {
		b.immune[g.TypeNamed(name)] = true
	}
	g.blast, g.follows = b, true
	g.fillBlasts()
	return nil
}

// BlastsOnCapture reports whether a capture also removes the pieces around it.
func (g *Game) BlastsOnCapture() bool { return g.blast != nil }

// Blasted returns the set of pieces that a capture on to removes around and on its square,
// besides what it captures; the capturing piece comes from another square.
func (p *Position) Blasted(to Square, mover Type) (area Set) {
	b := p.g.blast
	men := p.side[White].Or(&p.side[Black]) // walls stay
	area = p.g.blasts[to].And(&men)
	for _, code := range p.g.codes {
		if t := code.Type(); b.spared[t] || b.immune[t] {
			area = area.AndNot(&p.pieces[code])
		}
	}
	if area.Remove(to); !b.immune[mover] {
		area.Add(to)
	}
	return area
}

// touched reports whether a square is next to a royal piece of side c: a royal piece
// there cannot be captured by c without the loss of its own, so it is not in check.
func (p *Position) touched(sq Square, c Color) bool {
	if p.g.blast == nil {
		return false
	}
	royals := p.Royals(c)
	return royals.Meets(&p.g.blasts[sq])
}

// findInBlast does the work of FindDanger in a game with blasts, where every move is tested.
func (p *Position) findInBlast(d *Danger) {
	d.test, d.verifyAll = testEach, true
	if p.checked(p.turn) {
		d.checkers = 1
	}
}

// blastCapture removes the pieces that the capture just made blows up. A side that
// loses its royal piece has lost.
func (p *Position) blastCapture(m Move, r *record) {
	p.blowUp(p.Blasted(m.To(), p.board[m.To()].Type()), r)
	for _, u := range p.ruins[len(p.ruins)-int(r.ruins):] {
		if p.g.crowned && u.code.Type() == p.g.royal {
			p.end(win(u.code.Color().Other()), blownUp)
		}
	}
}

// safeInBlast reports whether a move, other than a castling or a drop, is legal in a game
// with blasts: it leaves the mover's royal pieces on the board and, unless it blows up one of the
// opponent's, safe; a wall that it leaves does not count yet.
func (p *Position) safeInBlast(m Move) bool {
	us, them := p.turn, p.turn.Other()
	from, to := m.From(), m.To()
	royals, theirs := p.royalsAfter(m), p.Royals(them)
	var gone Set
	gone.Add(from)
	gone.Add(to)
	stays := true
	if p.IsCapture(m) {
		mover := p.board[from].Type()
		if m.IsPromotion() {
			mover = m.Promotion()
		}
		area := p.Blasted(to, mover)
		if k := m.Kind(); k == EnPassant || k == Locust {
			gone.Add(Square(m.Extra()))
		}
		if area.Meets(&royals) {
			return false
		}
		if gone = gone.Or(&area); gone.Meets(&theirs) {
			return true
		}
		stays = !area.Has(to)
	}
	all := p.all.AndNot(&gone)
	own := p.side.without(&gone)
	if stays {
		all.Add(to)
		own[us].Add(to)
		p.moveShy(&own, p.arriving(m), from, to)
	}
	return !p.hitInBlast(&royals, us, &all, &own, &gone)
}

// royalsAfter returns the royal pieces of the side to move after a move.
func (p *Position) royalsAfter(m Move) Set {
	royals := p.Royals(p.turn)
	if royals.Has(m.From()) {
		royals.Remove(m.From())
		royals.Add(m.To())
	}
	return royals
}

// hitInBlast reports whether one of a side's royal pieces is attacked, not counting those
// that touch a royal piece of the other side.
func (p *Position) hitInBlast(royals *Set, c Color, all *Set, own *sides, gone *Set) bool {
	for w, word := range royals {
		for ; word != 0; word &= word - 1 {
			if sq := Square(w<<6 + bits.TrailingZeros64(word)); !p.touched(sq, c.Other()) && p.attacked(sq, c.Other(), all, own, gone) {
				return true
			}
		}
	}
	return false
}

// ruin is a piece that an explosion removed, with what waited behind it.
type ruin struct {
	sq           Square
	code, behind Code
	promoted     bool // it reverts when it is captured
}

// Blast returns the set of squares that an explosion on sq clears: the square itself and
// those around it. The game must have explosions or blasts.
func (g *Game) Blast(sq Square) Set { return g.blasts[sq] }

// markForms marks the pieces that explode and those that may not capture all others.
func (g *Game) markForms() {
	for _, code := range g.codes {
		var form rayForm
		if g.types[code.Type()].explodes {
			g.fillBlasts()
			form = rayExplodes
		}
		if g.types[code.Type()].spares != 0 {
			form |= raySpares
		}
		for sq := range g.rays.forms[code] {
			g.rays.forms[code][sq] |= form
		}
	}
}

// fillBlasts computes the area of an explosion on each square.
func (g *Game) fillBlasts() {
	if g.blasts != nil {
		return
	}
	g.blasts = make([]Set, g.Squares())
	for sq := range g.blasts {
		for around := range 9 {
			if at, ok := g.offset(Square(sq), betza.Vec{DX: around%3 - 1, DY: around/3 - 1}, White); ok {
				g.blasts[sq].Add(at)
			}
		}
	}
}

// keepsAround returns the castling rights that an explosion leaves.
func (g *Game) keepsAround(sq Square) uint64 {
	keep := ^uint64(0)
	for w, word := range g.blasts[sq] {
		for ; word != 0; word &= word - 1 {
			keep &= g.keeps[w<<6+bits.TrailingZeros64(word)]
		}
	}
	return keep
}

// explosion appends the explosion of the piece on sq. A side may not remove its
// own royal piece; the opponent's cannot be near, since it would be in check.
func (p *Position) explosion(buf []Move, sq Square) []Move {
	area := &p.g.blasts[sq]
	if area.Has(p.king[White]) || area.Has(p.king[Black]) {
		return buf
	}
	if !p.g.Variant.Rules.Explosion.Alone {
		if hit := area.And(&p.all); hit.Count() < 2 {
			return buf
		}
	}
	return append(buf, makeMove(sq, sq, Exploding, NoType, 0))
}

// safeAfterExplosion reports whether the mover's king is not attacked when the
// squares around m are empty.
func (p *Position) safeAfterExplosion(m Move) bool {
	area := &p.g.blasts[m.From()]
	all := p.all.AndNot(area)
	own := p.side.without(area)
	return !p.attacked(p.king[p.turn], p.turn.Other(), &all, &own, area)
}

func (p *Position) explode(m Move, r *record) {
	r.mover = p.board[m.From()]
	p.blowUp(p.g.blasts[m.From()].And(&p.all), r)
}

// blowUp removes the pieces on an occupied area, with what waits behind them.
func (p *Position) blowUp(area Set, r *record) {
	for w, word := range area {
		for ; word != 0; word &= word - 1 {
			sq := Square(w<<6 + bits.TrailingZeros64(word))
			u := ruin{sq: sq, promoted: p.promoted.Has(sq)}
			if u.promoted {
				p.markPromoted(sq)
			}
			u.code = p.remove(sq)
			u.behind = p.lose(sq, u.code)
			p.keepRuin(&u, 1)
			p.ruins = append(p.ruins, u)
			r.ruins++
		}
	}
}

// keepRuin puts a piece that was blown up where captured pieces go, if the game keeps
// them; by -1 takes it back.
func (p *Position) keepRuin(u *ruin, by int) {
	p.toPool(u.code, by)
	if p.g.drops && p.g.keepsCaptured && u.code.Type() != p.g.royal {
		p.holdCaptured(p.g.heldAs(u.code, u.promoted), by)
	}
}

// rebuild takes back blowUp.
func (p *Position) rebuild(r *record) {
	n := len(p.ruins) - int(r.ruins)
	for i := range p.ruins[n:] {
		u := &p.ruins[n+i]
		p.put(u.code, u.sq)
		p.keepRuin(u, -1)
		if u.behind != 0 {
			p.wait(u.behind, u.sq)
		}
		if u.promoted {
			p.markPromoted(u.sq)
		}
	}
	p.ruins = p.ruins[:n]
}
