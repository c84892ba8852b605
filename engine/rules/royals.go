package rules

import (
	"math/bits"

	"bestiary/engine/variant"
)

// compileRoyals determines which pieces must be safe. In a crowned game each side always
// has one royal piece, and moves keep Position.king up to date. In other games
// Position.royals is computed after each move.
func (g *Game) compileRoyals() {
	g.royals = g.Variant.Rules.Royals
	g.crowned = g.royals == variant.OneRoyal
	g.castler = g.royal
	if name := g.Variant.Rules.Castling.King; name != "" {
		g.castler = g.TypeNamed(name)
	}
	if g.crowned {
		return
	}
	for _, t := range g.Types() {
		if g.types[t].royal {
			g.royalTypes = append(g.royalTypes, t)
		}
	}
	if len(g.royalTypes) != 1 {
		g.royal = NoType
	}
}

// Mirrors reports whether the sides have the same rules, so that the mirror image of
// a position has the mirror images of its moves and the opposite outcome.
func (g *Game) Mirrors() bool {
	for n := range g.wings {
		if g.opposite(g.wings[n]) >= len(g.wings) {
			return false
		}
	}
	for i := range g.Variant.Rules.Promotions {
		if pr := &g.Variant.Rules.Promotions[i]; !pr.For(true) || !pr.For(false) || len(pr.Squares) > 0 {
			return false
		}
	}
	if g.rebirths && !g.homesMirror() {
		return false
	}
	if g.goal == nil {
		return true
	}
	var white Set
	g.goal.squares[Black].Squares(func(sq Square) { white.Add(g.MirrorSquare(sq)) })
	return white == g.goal.squares[White] && g.goal.Reply != variant.BlackReply
}

// Crowned reports whether each side always has exactly one royal piece.
func (g *Game) Crowned() bool { return g.crowned }

// IsRoyal reports whether pieces of a type are never captured and so have no value.
func (g *Game) IsRoyal(t Type) bool {
	return g.types[t].royal && (g.crowned || g.royals == variant.AllRoyals)
}

// Royals returns the set of a side's pieces that must not be left attacked, or, with
// the rule any, not all of them.
func (p *Position) Royals(c Color) (s Set) {
	if p.g.crowned {
		s.Add(p.king[c])
		return s
	}
	return p.royals[c]
}

// crown finds the royal pieces of both sides, in a game that is not crowned.
func (p *Position) crown() {
	if p.g.crowned {
		return
	}
	for c := range p.royals {
		p.royals[c], p.king[c] = Set{}, 0
		for _, t := range p.g.royalTypes {
			p.addRoyals(&p.royals[c], &p.pieces[CodeOf(t, Color(c))])
		}
		p.king[c] = p.royals[c].first()
	}
}

// addRoyals adds a side's pieces of one royal kind to those that must be safe.
func (p *Position) addRoyals(royals, have *Set) {
	if p.g.royals != variant.LastRoyal || have.Count() == 1 {
		*royals = royals.Or(have)
	}
}

// first returns the first square of the set, or a1.
func (s *Set) first() Square {
	for w, word := range s {
		if word != 0 {
			return Square(w<<6 + bits.TrailingZeros64(word))
		}
	}
	return 0
}

// isRoyal reports whether the piece on a square must not be left attacked.
func (p *Position) isRoyal(sq Square, c Color) bool {
	if p.g.crowned {
		return sq == p.king[c]
	}
	return p.royals[c].Has(sq)
}

// checked reports whether a side is in check.
func (p *Position) checked(c Color) bool {
	var none Set
	if p.g.blast != nil {
		royals := p.Royals(c)
		return p.ended == Ongoing && p.hitInBlast(&royals, c, &p.all, &p.side, &none)
	}
	if p.g.crowned {
		return p.attacked(p.king[c], c.Other(), &p.all, &p.side, &none)
	}
	return p.royalsAttacked(&p.royals[c], c, &p.all, &p.side, &none) > 0
}

// royalsAttacked counts the given royal pieces of a side that the other side, with
// some new pieces, attacks, as attacked does; with the rule any it is 0 unless all
// are.
func (p *Position) royalsAttacked(royals *Set, c Color, all *Set, own *sides, gone *Set, with ...Placed) int {
	n, safe := 0, 0
	for w, word := range royals {
		for ; word != 0; word &= word - 1 {
			sq := Square(w<<6 + bits.TrailingZeros64(word))
			hit := p.attacked(sq, c.Other(), all, own, gone)
			for _, by := range with {
				hit = hit || !p.g.types[by.Code.Type()].harmless && p.g.attacks.way(by.Code, by.Square, sq).open(all, own, c.Other(), true, p.rights)
			}
			if hit {
				n++
			} else {
				safe++
			}
		}
	}
	if p.g.royals == variant.AnyRoyal && safe > 0 {
		return 0
	}
	return n
}

// findSeveral does the work of FindDanger for a side without royal pieces or with several.
// It reports false if there is one.
func (p *Position) findSeveral(d *Danger) bool {
	royals := &p.royals[p.turn]
	switch royals.Count() {
	case 0:
		return true
	case 1:
		return false
	}
	var none Set
	d.verifyAll, d.test = true, testEach
	d.checkers = p.royalsAttacked(royals, p.turn, &p.all, &p.side, &none)
	return true
}

// royalsSafe reports whether the mover's royal pieces are safe once m is made,
// which leaves all, own and gone as in safeAfter.
func (p *Position) royalsSafe(m Move, all *Set, own *sides, gone *Set) bool {
	us, mover := p.turn, p.board[m.From()]
	arrives := p.arriving(m)
	var royals Set
	for _, t := range p.g.royalTypes {
		code := CodeOf(t, us)
		have := p.pieces[code].AndNot(gone)
		if mover == code {
			have.Remove(m.From())
		}
		if arrives == code {
			have.Add(m.To())
		}
		p.addRoyals(&royals, &have)
	}
	return p.royalsAttacked(&royals, us, all, own, gone) == 0
}

// royalsSafeAfterCastling is like royalsSafe, for a castling that leaves all occupied.
func (p *Position) royalsSafeAfterCastling(c *castling, all *Set) bool {
	royals := p.royals[p.turn]
	own := p.side
	for _, set := range []*Set{&royals, &own[p.turn]} {
		king, partner := set.Has(c.kingFrom), set.Has(c.partnerFrom)
		set.Remove(c.kingFrom)
		set.Remove(c.partnerFrom)
		if king {
			set.Add(c.kingTo)
		}
		if partner {
			set.Add(c.partnerTo)
		}
	}
	var none Set
	return p.royalsAttacked(&royals, p.turn, all, &own, &none) == 0
}
