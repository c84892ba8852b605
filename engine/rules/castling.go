package rules

import (
	"slices"

	"bestiary/engine/variant"
)

// Wing is a king and a partner that may castle while neither has moved. Each wing
// is a bit of a position's rights.
type Wing struct {
	Color         Color
	King, Partner Square
	Piece         Type // that has to be on Partner; NoType for any but a pawn
	Letter        byte // in FEN
}

// castling is one way for a king and its partner to move at once. All castling rules
// compile to a table of them.
type castling struct {
	wing             int
	color            Color
	kingFrom, kingTo Square
	partnerFrom      Square
	partnerTo        Square
	empty            Set      // must be empty, king and partner aside
	safe             []Square // crossed by the king; must not be attacked
	enters           Type     // comes in from the hand, NoType for none
	entersAt         Square   // where
	plain            bool     // a plain move of the king has the same squares
}

func (g *Game) compileCastling() error {
	g.resetKeeps()
	rule := g.Variant.Rules.Castling
	if rule.Kind == "" || rule.Kind == variant.NoCastling {
		return nil
	}
	array := g.arrayBoard()
	for _, c := range []Color{White, Black} {
		king, ok := findPiece(array, CodeOf(g.castler, c))
		if !ok {
			continue
		}
		if rule.Kind == variant.SwapCastling {
			g.addSwaps(array, c, king)
			continue
		}
		for _, dir := range []int{1, -1} {
			if err := g.addWings(array, c, rule, king, dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// opposed returns the rights that a castling leaves of others where both sides may not
// castle towards the same side of the board.
func (g *Game) opposed(c *castling, rights uint64) uint64 {
	for n, w := range g.wings {
		if w.Color != c.color && (w.Partner > w.King) == (c.partnerFrom > c.kingFrom) {
			rights &^= 1 << n
		}
	}
	return rights
}

func findPiece(board []Code, code Code) (Square, bool) {
	i := slices.Index(board, code)
	return Square(max(i, 0)), i >= 0
}

// addSwaps lets the king exchange places with every piece of its rank in the
// array. The letter of such a right is the partner's file.
func (g *Game) addSwaps(array []Code, c Color, king Square) {
	for f := range g.Files() {
		sq := g.SquareAt(f, g.Rank(king))
		code := array[sq]
		if code == 0 || sq == king || code.Color() != c || g.types[code.Type()].pawn {
			continue
		}
		n := g.newWing(Wing{c, king, sq, NoType, fileLetter(f, c)})
		g.addCastling(castling{wing: n, color: c, kingFrom: king, kingTo: sq, partnerFrom: sq, partnerTo: king})
	}
}

// addOrthodox lets the king move the given number of squares towards its
// partner.
func (g *Game) addOrthodox(n, dir, steps int) {
	w := g.wings[n]
	rank, kf, pf := g.Rank(w.King), g.File(w.King), g.File(w.Partner)
	c := castling{
		wing: n, color: w.Color, kingFrom: w.King, partnerFrom: w.Partner,
		kingTo:    g.SquareAt(kf+dir*steps, rank),
		partnerTo: g.SquareAt(kf+dir*(steps-1), rank),
	}
	for f := kf + dir; f != pf; f += dir {
		c.empty.Add(g.SquareAt(f, rank))
	}
	for f := kf + dir; f != kf+dir*steps; f += dir {
		c.safe = append(c.safe, g.SquareAt(f, rank))
	}
	g.addCastling(c)
}

func (g *Game) addCastling(c castling) {
	for _, s := range g.everyStep(CodeOf(g.castler, c.color), c.kingFrom) {
		c.plain = c.plain || s.to == c.kingTo && s.flags&relAll != 0
	}
	g.castlings = append(g.castlings, c)
}

func (g *Game) addFast(n, dir int, between bool) {
	w := g.wings[n]
	rank := g.Rank(w.King)
	for f := g.File(w.King) + dir; f >= 0 && f < g.Files(); f += dir {
		to := g.SquareAt(f, rank)
		if to == w.Partner {
			if between {
				return
			}
			continue
		}
		c := castling{wing: n, color: w.Color, kingFrom: w.King, kingTo: to, partnerFrom: w.Partner, partnerTo: w.King}
		c.empty.Add(to)
		g.addCastling(c)
	}
}

// appendCastlings appends the castlings that are legal for the side to move, which must
// not be in check.
func (p *Position) appendCastlings(buf []Move) []Move {
	for i := range p.g.castlings {
		c := &p.g.castlings[i]
		if p.mayMake(c) {
			buf = append(buf, makeMove(c.kingFrom, c.kingTo, Castling, NoType, uint8(i)))
		}
	}
	return buf
}

// mayMake reports whether a castling is legal for the side to move, which is not in check.
func (p *Position) mayMake(c *castling) bool {
	return c.color == p.turn && p.rights>>c.wing&1 != 0 && !c.empty.Meets(&p.all) &&
		(c.enters == NoType || p.mayEnter(c.enters, c.entersAt)) && p.castlingSafe(c)
}

// castlingSafe reports whether the king crosses and reaches only squares that
// are not attacked. A king with a piece waiting behind it stays where it is if
// the partner is to land there: the waiting piece would have no square.
func (p *Position) castlingSafe(c *castling) bool {
	if c.partnerTo == c.kingFrom && p.gates.Has(c.kingFrom) {
		return false
	}
	them := p.turn.Other()
	var none Set
	all := p.all
	all.Remove(c.kingFrom)
	crosses := c.safe
	if !p.isRoyal(c.kingFrom, p.turn) {
		crosses = nil
	} else if !p.g.crowned && p.attacked(c.kingFrom, them, &p.all, &p.side, &none) && !p.touched(c.kingFrom, them) {
		return false
	}
	for _, sq := range crosses {
		if p.attacked(sq, them, &all, &p.side, &none) && !p.touched(sq, them) {
			return false
		}
	}
	if p.touched(c.kingTo, them) {
		return true
	}
	all.Remove(c.partnerFrom)
	all.Add(c.kingTo)
	all.Add(c.partnerTo)
	// As in safeAfter, the king must be safe with the pieces that enter and, by
	// default, without them.
	var left Set
	left.Add(c.kingFrom)
	left.Add(c.partnerFrom)
	if left = left.And(&p.gates); !left.Empty() {
		with := all.Or(&left)
		if p.attacked(c.kingTo, them, &with, &p.side, &none) {
			return false
		}
		if p.g.Variant.Rules.Gating.BlocksCheck {
			return true
		}
	}
	if !p.g.crowned {
		return p.royalsSafeAfterCastling(c, &all)
	}
	return !p.attacked(c.kingTo, them, &all, &p.side, &none)
}
