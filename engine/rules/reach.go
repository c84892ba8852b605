package rules

import (
	"math"
	"math/bits"

	"bestiary/engine/variant"
)

// Reached finds the squares where a piece of the position may move or capture,
// whether or not its king is safe then. En-passant captures do not count.
func (p *Position) Reached(code Code, from Square, out *Set) {
	s := p.Sight(code, from)
	enemy := &p.side[code.Color()^1]
	for w := range out {
		out[w] = s.Guards[w]&enemy[w] | s.Quiets[w]&^p.all[w]
	}
}

// walkSight finds the sight of a piece by its step program. Its quiet moves include the
// captures that the position allows.
func (p *Position) walkSight(code Code, from Square, out *Sight) {
	steps := p.steps(code, from)
	rel := p.g.relation[code]
	*out = Sight{}
	for i := 0; i < len(steps); {
		s := &steps[i]
		r := rel[p.board[s.to]]
		if s.kind != EnPassant && r != 0 {
			if s.flags&relEnemy != 0 {
				out.Guards.Add(s.to)
			}
			if s.flags&r&(relEmpty|relEnemy) != 0 {
				out.Quiets.Add(s.to)
			}
		}
		if s.flags>>passShift&r != 0 {
			i++
		} else {
			i = int(s.skip)
		}
	}
}

// Reach returns the squares where a piece could move and where it could capture from a square,
// whatever their contents. Occupied squares matter only on the way, where they count as the
// enemy's.
func (g *Game) Reach(code Code, from Square, occupied *Set) (quiet, captures Set) {
	steps := g.programs[code][from]
	for i := 0; i < len(steps); {
		s := &steps[i]
		if s.kind != EnPassant {
			if s.flags&relEmpty != 0 {
				quiet.Add(s.to)
			}
			if s.flags&relEnemy != 0 {
				captures.Add(s.to)
			}
		}
		r := uint8(relEmpty)
		if occupied.Has(s.to) {
			r = relEnemy
		}
		if s.flags>>passShift&r != 0 {
			i++
		} else {
			i = int(s.skip)
		}
	}
	return quiet, captures
}

// Goals returns the squares to which a piece may go from a square or on which it may capture there,
// over all possible contents of the board.
func (g *Game) Goals(code Code, from Square) (out Set) {
	for _, s := range g.everyStep(code, from) {
		if s.kind != EnPassant && s.flags&(relEmpty|relEnemy) != 0 {
			out.Add(s.to)
		}
	}
	return out
}

// TakesInPassing reports whether a piece captures on squares where it does not go, en passant aside.
func (g *Game) TakesInPassing(t Type) bool {
	return g.anyStep(CodeOf(t, White), func(s *step) bool { return s.kind == Locust || s.kind == staying })
}

// Looks returns the set of squares on which the moves of a piece from a square depend.
func (g *Game) Looks(code Code, from Square) (out Set) {
	for _, s := range g.everyStep(code, from) {
		out.Add(s.to)
	}
	return out
}

// CaptureReach returns the set of squares where a piece of this kind could capture
// from a square on an empty board.
func (g *Game) CaptureReach(code Code, from Square) Set {
	var out Set
	for sq := range g.Squares() {
		if g.attacks.captures(code, from, Square(sq)) {
			out.Add(Square(sq))
		}
	}
	return out
}

// Attacker finds a piece of kind code that could capture on sq if all were
// the occupied squares, whatever stands on sq; squares in gone do not count as attackers.
func (p *Position) Attacker(code Code, sq Square, all, gone *Set) (Square, bool) {
	reach := &p.g.attacks.reachTo[code][sq]
	have := &p.pieces[code]
	for w := 0; w < p.g.words; w++ {
		for cand := have[w&3] & reach[w&3] &^ gone[w&3]; cand != 0; cand &= cand - 1 {
			from := Square(w<<6 + bits.TrailingZeros64(cand))
			if p.g.attacks.way(code, from, sq).open(all, &p.side, code.Color(), false, p.rights) {
				return from, true
			}
		}
	}
	return 0, false
}

// CheapestAttacker finds the piece of side c that could capture on sq, as
// Attacker does, and has the least of the given values, indexed by type; or any
// such piece that is cheap enough.
func (p *Position) CheapestAttacker(values []int, enough int, sq Square, c Color, all, gone *Set) (best Square, ok bool) {
	t := p.g.attacks
	near := &t.reachAny[c][sq]
	between := t.between[sq]
	least, wide := math.MaxInt, p.g.words > 2
	for w := 0; w < p.g.words; w++ {
		for cand := p.side[c][w&3] & near[w&3] &^ gone[w&3]; cand != 0; cand &= cand - 1 {
			from := w<<6 + bits.TrailingZeros64(cand)
			code := p.board[from&255]
			v := values[code.Type()]
			if v >= least {
				continue
			}
			paths := &t.paths[between[int(code)*t.size+from]]
			if paths.clear(all, wide) || paths.more != nil && paths.moreOpen(all, &p.side, c, false, p.rights) {
				if best, least = Square(from), v; v <= enough {
					return best, true
				}
			}
		}
	}
	return best, least < math.MaxInt
}

// ChecksDirectly reports whether the piece that a quiet move moves or drops attacks the opponent's
// king, or the first of several kings, from its new square. Discovered checks do not count,
// nor does an attack on one of several kings if it may remain attacked.
func (p *Position) ChecksDirectly(m Move) bool {
	us := p.turn
	if !p.g.crowned && p.severalKings(us.Other()) {
		return false
	}
	code, king := p.board[m.From()], p.king[us.Other()]
	if m.Kind() == Placing {
		code = CodeOf(m.Promotion(), us)
	}
	way := p.g.attacks.way(code, m.To(), king)
	if way.more != nil {
		return p.checksByOther(m, code, way)
	}
	from, to := m.From(), m.To()
	for w := range way.empty {
		blockers := way.empty[w] & p.all[w]
		if w == int(from>>6) {
			blockers &^= 1 << (from & 63)
		}
		if blockers != 0 {
			return false
		}
	}
	return !way.empty.Has(to) && !p.g.types[code.Type()].harmless
}

// severalKings reports whether a side has no piece that must be safe, or several that may not
// all be attacked.
func (p *Position) severalKings(c Color) bool {
	royals := &p.royals[c]
	return royals.Empty() || p.g.royals == variant.AnyRoyal && royals.Count() > 1
}

// checksByOther does the work of ChecksDirectly for a piece that has other ways than one over
// empty squares.
func (p *Position) checksByOther(m Move, code Code, way *paths) bool {
	if p.g.types[code.Type()].harmless {
		return false
	}
	us, all, side := p.turn, p.all, p.side
	for _, set := range []*Set{&all, &side[us]} {
		set.Remove(m.From())
		set.Add(m.To())
	}
	p.moveShy(&side, code, m.From(), m.To())
	return way.open(&all, &side, us, true, p.rights)
}

// Screens returns the squares of the pieces that alone stand between a piece of the side to move
// and the opponent's king. Quiet moves of one piece from elsewhere, drops and castlings aside, then
// discover no check. It reports false if that is not easily determined.
func (p *Position) Screens() (screens Set, ok bool) {
	if !p.g.crowned || p.g.gated || p.g.entering != nil || p.inHand > 0 {
		return screens, false
	}
	t, us := p.g.attacks, p.turn
	king := p.king[us.Other()]
	near := &t.reachAny[us][king]
	between := t.checks[king]
	for w := 0; w < p.g.words; w++ {
		for cand := p.side[us][w&3] & near[w&3]; cand != 0; cand &= cand - 1 {
			from := w<<6 + bits.TrailingZeros64(cand)
			way := &t.paths[between[int(p.board[from&255])*t.size+from]]
			blockers := way.empty.And(&p.all)
			if len(way.more) > 0 || blockers.Empty() {
				return screens, false
			}
			if blockers.Count() == 1 {
				screens = screens.Or(&blockers)
			}
		}
	}
	return screens, true
}

// GivesCheck reports whether a legal move gives check.
func (p *Position) GivesCheck(m Move) bool {
	if !p.g.crowned || m.Kind() > Passing || m.IsPromotion() || p.board[m.To()] != 0 || p.g.gated || p.g.entering != nil || p.inHand > 0 {
		p.Make(m)
		c := p.InCheck()
		p.Unmake()
		return c
	}
	if p.ChecksDirectly(m) {
		return true
	}
	us := p.turn
	all, side := p.all, p.side
	var gone Set
	gone.Add(m.From())
	for _, set := range []*Set{&all, &side[us]} {
		set.Remove(m.From())
		set.Add(m.To())
	}
	p.moveShy(&side, p.board[m.From()], m.From(), m.To())
	return p.attacked(p.king[us.Other()], us, &all, &side, &gone)
}

// Sight holds what a piece sees from its square, whatever stands on the squares that it
// reaches.
type Sight struct {
	Guards Set // where it could capture: what it attacks and what it protects
	Quiets Set // where it could move
}

// sighting is a sight that holds as long as the squares that the piece looks at are
// occupied as they were.
type sighting struct {
	looks  Set
	vacant Set // everything but the occupied squares among looks; nothing in an unused sighting
	Sight
}

// Sights caches what each piece last saw from each square, since most pieces see the same in
// successive positions of a search. It is never wrong and needs no reset.
type Sights struct{ last []sighting }

// NewSights makes room for the pieces of a game.
func NewSights(g *Game) *Sights {
	return &Sights{make([]sighting, 2*len(g.types)<<8)}
}

// Remember makes the position use s as its cache, or none if s is nil. Two positions may
// share s, but not at the same time.
func (p *Position) Remember(s *Sights) {
	if p.sights = nil; s != nil {
		p.sights = s.last
	}
}

// Sight returns what a piece sees from a square. It is valid until the next call. Ends of
// en-passant captures are omitted.
func (p *Position) Sight(code Code, from Square) *Sight {
	s := &p.glance
	if i := int(code)<<8 | int(from); i < len(p.sights) {
		s = &p.sights[i]
		same := (p.all[0]&s.looks[0] ^ s.vacant[0]) & (p.all[1]&s.looks[1] ^ s.vacant[1])
		if p.g.words > 2 {
			same &= (p.all[2]&s.looks[2] ^ s.vacant[2]) & (p.all[3]&s.looks[3] ^ s.vacant[3])
		}
		if same == ^uint64(0) {
			return &s.Sight
		}
	}
	p.see(code, from, s)
	return &s.Sight
}

// see computes a sighting. A sighting by a step program holds only in this position.
func (p *Position) see(code Code, from Square, s *sighting) {
	switch t := &p.g.rays; {
	case t.forms[code][from]&rayUsable == 0:
		p.walkSight(code, from, &s.Sight)
	case t.isWide:
		t.wideSee(&t.wide[code][from], &p.all, p.g.words, s)
	default:
		t.see(&t.narrow[code][from], &p.all, s)
	}
}
