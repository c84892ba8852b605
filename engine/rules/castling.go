package rules

import (
	"fmt"
	"slices"
	"strings"

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

// addWings lets the king castle in one direction with the outermost partner of its array.
// If there are several kinds of partners, the kind that has its place in the other side's
// army can castle from there, too, so that the armies can be exchanged.
func (g *Game) addWings(array []Code, c Color, rule variant.Castling, king Square, dir int) error {
	kinds := rule.Partners(dir < 0)
	if dir < 0 {
		rule = rule.TowardsA()
	}
	sq, ok := g.outermost(array, kinds, c, king, dir)
	if !ok {
		return nil
	}
	mirrored := func(sq Square) Square { return Square(g.SquareAt(g.File(sq), g.Ranks()-1-g.Rank(sq))) }
	opposite := array[mirrored(king)] == CodeOf(g.castler, c.Other())
	for _, name := range kinds {
		t := g.TypeNamed(name)
		if array[sq] != CodeOf(t, c) && !(opposite && array[mirrored(sq)] == CodeOf(t, c.Other())) {
			continue
		}
		rule.Partner = name
		if err := g.addWing(rule, Wing{c, king, sq, g.TypeNamed(name), g.wingLetter(sq, c, dir)}); err != nil {
			return err
		}
	}
	if rule.KingSteps = rule.InnerKingSteps; rule.KingSteps == 0 {
		return nil
	}
	return g.addInnerWings(array, rule, kinds, Wing{c, king, sq, NoType, 0}, dir)
}

// addInnerWings lets the king castle with the partners of its array before the outermost. The
// letter of such a right is the partner's file.
func (g *Game) addInnerWings(array []Code, rule variant.Castling, kinds []string, outer Wing, dir int) error {
	for f := g.File(outer.King) + dir; f != g.File(outer.Partner); f += dir {
		w := outer
		w.Partner, w.Letter = g.SquareAt(f, g.Rank(outer.King)), fileLetter(f, w.Color)
		code := array[w.Partner]
		if code == 0 || code.Color() != w.Color || !slices.Contains(kinds, g.TypeName(code.Type())) {
			continue
		}
		if strings.IndexByte(variant.AllRights, w.Letter) >= 0 {
			return fmt.Errorf("castling: a FEN has %c for the outermost partner and for the inner one on %s", w.Letter, g.SquareName(w.Partner))
		}
		w.Piece, rule.Partner = code.Type(), g.TypeName(code.Type())
		if err := g.addWing(rule, w); err != nil {
			return err
		}
	}
	return nil
}

// wingLetter returns the letter of the right to castle with the outermost partner in a direction.
func (g *Game) wingLetter(partner Square, c Color, dir int) byte {
	switch {
	case g.castlesChess960():
		return fileLetter(g.File(partner), c)
	case dir < 0:
		return "Qq"[c]
	}
	return "Kk"[c]
}

func findPiece(board []Code, code Code) (Square, bool) {
	i := slices.Index(board, code)
	return Square(max(i, 0)), i >= 0
}

// outermost returns the farthest piece of some kinds on the king's rank in one direction.
func (g *Game) outermost(board []Code, kinds []string, c Color, king Square, dir int) (Square, bool) {
	var found Square
	ok := false
	for f := g.File(king) + dir; f >= 0 && f < g.Files(); f += dir {
		sq := g.SquareAt(f, g.Rank(king))
		if code := board[sq]; code != 0 && code.Color() == c && slices.Contains(kinds, g.TypeName(code.Type())) {
			found, ok = sq, true
		}
	}
	return found, ok
}

func (g *Game) addWing(rule variant.Castling, w Wing) error {
	dir, n := 1, g.newWing(w)
	if w.Partner < w.King {
		dir = -1
	}
	distance := abs(g.File(w.Partner) - g.File(w.King))
	switch rule.Kind {
	case variant.FastCastling:
		g.addFast(n, dir, rule.Between)
	case variant.FlexibleCastling, variant.FreeCastling:
		if rule.OntoPartner {
			distance++
		}
		for steps := 1; steps < distance; steps++ {
			if steps > 1 || rule.Kind == variant.FlexibleCastling {
				g.addOrthodox(n, dir, steps)
			}
		}
	case variant.Chess960Castling, variant.Chess480Castling:
		return g.addChess960(n, dir)
	default:
		if (distance-rule.KingSteps+1)%2 != 0 && slices.Contains(rule.SameColour, rule.Partner) {
			rule.KingSteps++
		}
		if rule.KingSteps > distance {
			return fmt.Errorf("castling: the king cannot move %d squares from %s towards %s", rule.KingSteps, g.SquareName(w.King), g.SquareName(w.Partner))
		}
		g.addOrthodox(n, dir, rule.KingSteps)
	}
	return nil
}

// fileLetter returns the letter by which rights of a side name a file.
func fileLetter(file int, c Color) byte { return "Aa"[c] + byte(file) }

// standsOn reports whether the king and the partner of a wing are in place on a
// board.
func (g *Game) standsOn(w Wing, board *[256]Code) bool {
	partner := board[w.Partner]
	if board[w.King] != CodeOf(g.castler, w.Color) || partner == 0 || partner.Color() != w.Color {
		return false
	}
	if w.Piece == NoType {
		return !g.types[partner.Type()].pawn
	}
	return partner.Type() == w.Piece
}

// newWing adds a castling right and returns the number of its bit.
func (g *Game) newWing(w Wing) int {
	n := len(g.wings)
	g.wings = append(g.wings, w)
	g.keeps[w.King] &^= 1 << n
	g.keeps[w.Partner] &^= 1 << n
	return n
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
