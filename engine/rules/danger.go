package rules

import (
	"math/bits"
)

// attacked reports whether a piece of side by could capture on sq if all were the occupied squares
// and own each side's; pieces on the squares in gone do not count.
func (p *Position) attacked(sq Square, by Color, all *Set, own *sides, gone *Set) bool {
	t := p.g.attacks
	near := &t.reachAny[by][sq]
	between := t.checks[sq]
	wide := p.g.words > 2
	for w := 0; w < p.g.words; w++ {
		for cand := p.side[by][w&3] & near[w&3] &^ gone[w&3]; cand != 0; cand &= cand - 1 {
			from := w<<6 + bits.TrailingZeros64(cand)
			paths := &t.paths[between[int(p.board[from&255])*t.size+from]]
			if paths.clear(all, wide) || paths.more != nil && paths.moreOpen(all, own, by, true, p.rights) {
				return true
			}
		}
	}
	return false
}

// Attacked reports whether side by could capture on sq. Threats to royal pieces alone
// count only on the square of the other side's royal piece.
func (p *Position) Attacked(sq Square, by Color) bool {
	var none Set
	if p.isRoyal(sq, by.Other()) {
		return p.attacked(sq, by, &p.all, &p.side, &none)
	}
	for _, code := range p.g.of[by] {
		if code.Type() == p.g.shy && p.side[shy].Has(sq) || p.g.spares(code, p.board[sq]) {
			continue
		}
		if _, found := p.Attacker(code, sq, &p.all, &none); found {
			return true
		}
	}
	return false
}

// InCheck reports whether the side to move is in check, which cannot be during the placement phase.
func (p *Position) InCheck() bool {
	return p.inHand == 0 && p.checked(p.turn)
}

// Danger describes what threatens the king of the side to move, so that most moves
// need no test of their own: without a check, only moves from pinned squares or onto
// mounts can expose the king.
type Danger struct {
	checkers  int
	hops      bool // a check or a threat depends on what is occupied
	evasions  Set  // squares that may end every check by capture or block
	pinned    Set  // leaving one of these opens a path to the king
	mounts    Set  // landing on one of these completes a hopper's path
	verifyAll bool // some path depends on the owners of pieces on it
	test      exposure
}

// exposure specifies which moves of a piece have to be tested for the safety of the king.
type exposure uint8

const (
	testNone    exposure = iota
	testEvasion          // those that end a check by capture or block
	testEach
)

// InCheck reports whether the side to move is in check.
func (d *Danger) InCheck() bool { return d.checkers > 0 }

// FindDanger finds what threatens the king of the side to move.
func (p *Position) FindDanger(d *Danger) {
	*d = Danger{}
	if p.g.blast != nil {
		p.findInBlast(d)
		return
	}
	if !p.g.crowned && p.findSeveral(d) {
		return
	}
	t := p.g.attacks
	sq := p.king[p.turn]
	by := p.turn.Other()
	near := &t.reachAny[by][sq]
	between := t.checks[sq]
	for w := 0; w < p.g.words; w++ {
		for cand := p.side[by][w&3] & near[w&3]; cand != 0; cand &= cand - 1 {
			from := w<<6 + bits.TrailingZeros64(cand)
			way := &t.paths[between[int(p.board[from&255])*t.size+from]]
			blockers := way.empty.And(&p.all)
			if len(way.more) > 0 {
				p.addDistant(d, Square(from), by, way)
			} else if blockers.Empty() {
				d.addChecker(Square(from), way.empty)
			} else if blockers.Count() == 1 {
				d.pinned = d.pinned.Or(&blockers)
			}
		}
	}
	switch {
	case d.verifyAll || d.checkers > 0 && d.hops || p.g.exposes:
		d.test = testEach
	case d.checkers > 0:
		d.test = testEvasion
	case !d.mounts.Empty():
		d.test = testEach
	}
}

// addDistant adds one distant attacker to d.
func (p *Position) addDistant(d *Danger, from Square, by Color, paths *paths) {
	checks := false
	var way Set
	blockers := paths.empty.And(&p.all)
	switch blockers.Count() {
	case 0:
		checks, way = true, paths.empty
	case 1:
		d.pinned = d.pinned.Or(&blockers)
	}
	for i := range paths.more {
		a := &paths.more[i]
		if len(a.strict) > 0 {
			d.verifyAll = true
		}
		if a.open(&p.all, &p.side, by, p.rights) {
			checks = true
			d.hops = d.hops || a.hops
			way = way.Or(&a.empty)
			continue
		}
		blockers := a.empty.And(&p.all)
		missing := a.occupied.AndNot(&p.all)
		shunned := a.shuns.And(&p.side[shy])
		missing = missing.Or(&shunned) // until it is captured
		b, m := blockers.Count(), missing.Count()
		if b > 1 || m > 1 {
			continue // one move cannot open this path
		}
		d.pinned = d.pinned.Or(&blockers)
		if b == 0 {
			d.mounts = d.mounts.Or(&missing)
		}
	}
	if checks {
		d.addChecker(from, way)
	}
}

// addChecker adds a piece that gives check; way holds the squares where
// something may block it. Two checks can share such a square, for example the
// checks of a rook and a falcon.
func (d *Danger) addChecker(from Square, way Set) {
	way.Add(from)
	if d.checkers > 0 {
		way = way.And(&d.evasions)
	}
	d.evasions = way
	d.checkers++
}

// legal reports whether a pseudo-legal move leaves the king safe. Castlings
// are tested where they are generated.
func (p *Position) legal(m Move, d *Danger) bool {
	from := m.From()
	switch k := m.Kind(); {
	case k == Castling || k == Placing:
		return true
	case p.g.takesOwn && from != m.To() && p.isRoyal(m.To(), p.turn):
		return false
	case k == Exploding || p.g.follows:
		return p.keepsKingSafe(m)
	case from == p.king[p.turn] || k == EnPassant || k == Locust || d.verifyAll || m.IsPromotion() && !p.g.crowned:
		return p.safeAfter(m)
	case d.checkers > 0:
		if !d.hops && !d.evasions.Has(m.To()) {
			return false
		}
		return p.safeAfter(m)
	}
	if d.pinned.Has(from) || d.mounts.Has(m.To()) {
		return p.safeAfter(m)
	}
	return true
}

// safeAfter reports whether the mover's king is not attacked once m is made. By default the piece
// that enters behind the mover does not shield the king. The king must be safe with that piece,
// too, which a hopper could use as a mount.
func (p *Position) safeAfter(m Move) bool {
	from, to := m.From(), m.To()
	us := p.turn
	all, own := p.all, p.side
	var gone Set
	gone.Add(to)
	if k := m.Kind(); k == EnPassant || k == Locust {
		victim := Square(m.Extra())
		all.Remove(victim)
		for i := range own {
			own[i].Remove(victim)
		}
		gone.Add(victim)
	}
	all.Add(to)
	own[us].Add(to)
	own[us.Other()].Remove(to)
	p.moveShy(&own, p.arriving(m), from, to)
	king := p.king[us]
	if from == king {
		king = to
	}
	// The square that the mover leaves is taken again if a piece enters.
	if from != to && p.gates.Has(from) && p.behind[from].Color() == us {
		if p.attacked(king, us.Other(), &all, &own, &gone) {
			return false
		}
		if p.g.Variant.Rules.Gating.BlocksCheck {
			return true
		}
	}
	if from != to {
		all.Remove(from)
		own[us].Remove(from)
	}
	if !p.g.crowned {
		return p.royalsSafe(m, &all, &own, &gone)
	}
	return !p.attacked(king, us.Other(), &all, &own, &gone)
}

// keepsKingSafe reports whether a pseudo-legal move, other than a castling or a drop, leaves
// the king safe.
func (p *Position) keepsKingSafe(m Move) bool {
	if m.Kind() == Exploding {
		return p.safeAfterExplosion(m)
	}
	if p.g.blast != nil {
		return p.safeInBlast(m)
	}
	if p.g.exposes && p.IsCapture(m) {
		return !p.checkedAfter(m, p.turn)
	}
	return p.safeAfter(m)
}
