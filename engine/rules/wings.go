package rules

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/variant"
)

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
