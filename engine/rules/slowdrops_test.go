package rules

import (
	"slices"

	"bestiary/engine/variant"
)

// slowDrops are the drops by the slow generator: every piece in hand, and its promoted
// form where that is allowed, on every empty square, without those that a rule forbids.
func (b *slowBoard) slowDrops() []string {
	rule := b.g.Variant.Rules.Hand
	var out []string
	for i := range b.g.Variant.Pieces {
		piece := &b.g.Variant.Pieces[i]
		held := piece.Name
		if piece.PromotedFrom != "" && rule.DropPromoted && !rule.KeepsPromotion {
			held = piece.PromotedFrom
		}
		if !rule.Used() || b.hand[b.turn][b.g.TypeNamed(held)] == 0 {
			continue
		}
		for file := range b.g.Files() {
			for rank := range b.g.Ranks() {
				if at := [2]int{file, rank}; b.on(at) && b.mayDropOn(i, at) {
					out = append(out, piece.Symbol+"@"+b.name(at))
				}
			}
		}
	}
	return out
}

func (b *slowBoard) mayDropOn(i int, at [2]int) bool {
	piece, code := &b.g.Variant.Pieces[i], CodeOf(Type(i+1), b.turn)
	if _, taken := b.pieces[at]; taken {
		return false
	}
	areas := piece.DropArea
	if b.turn == Black && len(piece.BlackDropArea) > 0 {
		areas = piece.BlackDropArea
	}
	if len(areas) > 0 && !slices.ContainsFunc(areas, func(a string) bool { return a != "none" && b.inArea(at, b.turn, a) }) {
		return false
	}
	onFile := 0
	for there, have := range b.pieces {
		if have == code && there[0] == at[0] {
			onFile++
		}
	}
	if piece.DropPerFile > 0 && onFile >= piece.DropPerFile {
		return false
	}
	below := [2]int{at[0], at[1] - 1}
	if _, taken := b.pieces[below]; b.g.Variant.Rules.Hand.DropOnTop && !taken && b.on(below) {
		return false
	}
	after := b.copy()
	after.pieces[at] = code
	if b.g.Variant.Rules.ImmobilityIllegal && b.slowStuck(at, code) {
		return false
	}
	return !after.kingHangs(b.turn) && b.mayCheck(after) && (b.g.Variant.Rules.Hand.DropCheck || !after.kingHangs(b.turn.Other()))
}

// slowStuck reports whether a piece could not move from a square of an empty board.
func (b *slowBoard) slowStuck(at [2]int, code Code) bool {
	alone := b.copy()
	alone.pieces = map[[2]int]Code{at: code}
	return !slices.ContainsFunc(alone.ends(at), func(e slowEnd) bool { return !e.takes && !e.enPassant && !e.royalOnly })
}

// strands reports whether a rule forbids a piece to go where it could never move again.
func (b *slowBoard) strands(from, to [2]int) bool {
	return b.g.Variant.Rules.ImmobilityIllegal && b.slowStuck(to, b.pieces[from])
}

// countOf is the number of pieces of a type that the side to move has on the board.
func (b *slowBoard) countOf(t Type) (n int) {
	for _, code := range b.pieces {
		if code == CodeOf(t, b.turn) {
			n++
		}
	}
	return n
}

// slowPass is the pass by the slow generator, if the side to move, which has so many
// other moves, may pass.
func (b *slowBoard) slowPass(others int) (string, bool) {
	rule := b.g.Variant.Rules.Pass
	if rule == variant.NoPass || rule == variant.PassOnStalemate && others > 0 || b.kingHangs(b.turn) {
		return "", false
	}
	for at := range b.royals(b.turn) {
		return b.name(at) + b.name(at), true
	}
	return "", false
}
