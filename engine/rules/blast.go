package rules

import (
	"math/bits"
)

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

// Blasted returns the set of pieces that a capture on to removes around and on its square, in
// addition to what it captures; the capturing piece comes from another square.
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
