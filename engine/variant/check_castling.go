package variant

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/internal/toml"
)

// The widths of boards that support Chess960 castling: both castling squares must be on
// the board, and K in a FEN must not be the letter of a file.
const minChess960Files, maxChess960Files = 5, 10

// castling checks the castling rule against the array. Steps reports whether the king's
// distances are valid.
func (c *checker) castling(castling Castling, steps bool) {
	const path = "rules.castling"
	if castling.Kind == SwapCastling {
		c.swapSquares()
	}
	c.refuse(castling.Kind.Shuffled() && (c.v.Files < minChess960Files || c.v.Files > maxChess960Files),
		path+".kind", fmt.Sprintf("%s castling on %d files", castling.Kind, c.v.Files),
		fmt.Sprintf("%d to %d files", minChess960Files, maxChess960Files))
	if castling.King != "" {
		king := c.pieceNamed(path+".king", castling.King)
		c.refuse(king != nil && !king.Royal && c.v.Rules.Royals == OneRoyal,
			path+".king", toml.Quote(castling.King)+" is not royal", "the royal piece, which castles where there is one")
	}
	if castling.Partner == "" {
		c.refuse(castling.Kind.hasPartner(), path+".partner", "missing", "the name of the piece that castles with the king")
		c.refuse(castling.ASidePartner != "", path+".a-side-partner", "has no meaning without partner", "")
		return
	}
	partner := c.castlingPartner(path+".partner", castling.Partner)
	aSide := partner
	if castling.ASidePartner != "" {
		aSide = c.castlingPartner(path+".a-side-partner", castling.ASidePartner)
	}
	if partner == nil || aSide == nil {
		return
	}
	c.morePartners(path, castling)
	for side := range sides {
		if castling.Kind.hasPartner() && c.array != nil && steps {
			c.castlingSquares(castling, partner, aSide, side)
		}
	}
}

// morePartners checks the lists of additional partners.
func (c *checker) morePartners(path string, castling Castling) {
	for n, name := range castling.MorePartners {
		at := toml.Item(path+".more-partners", n+1)
		c.castlingPartner(at, name)
		c.refuse(name == castling.Partner || slices.Contains(castling.MorePartners[:n], name),
			at, toml.Quote(name)+" is named before", "each partner once")
	}
	for n, name := range castling.SameColour {
		all := append(castling.Partners(false), castling.ASidePartner)
		c.refuse(!slices.Contains(all, name) || name == "",
			toml.Item(path+".same-colour", n+1), toml.Quote(name), "a piece that castles, "+oneOf(castling.Partners(false)))
	}
}

// castlingPartner returns the piece with a name, for castling with the king. It returns
// nil if no piece has the name or if the piece is the king.
func (c *checker) castlingPartner(field, name string) *Piece {
	if reserve := named(c.v.Reserve, name); reserve != nil {
		return reserve
	}
	partner := c.pieceNamed(field, name)
	if partner != nil && partner.Royal {
		c.report(field, toml.Quote(name)+" is royal", "another piece")
		return nil
	}
	return partner
}

// castlingSquares reports a side that cannot castle from its array.
func (c *checker) castlingSquares(castling Castling, partner, aSide *Piece, side int) {
	king, ok := c.castlingKing(side)
	if !ok || castling.Rights != "" && !strings.ContainsAny(castling.Rights, [2]string{"KQ", "kq"}[side]) {
		return
	}
	minDistance := 0
	switch castling.Kind {
	case FlexibleCastling:
		minDistance = 2
	case FreeCastling:
		minDistance = 3
	}
	onLeft, onRight := c.partnerSquares(castling, true, side), c.partnerSquares(castling, false, side)
	left, _ := castlingRoom(king, onLeft)
	_, right := castlingRoom(king, onRight)
	const path = "rules.castling"
	switch {
	case left+right == 0 && len(onLeft)+len(onRight) == 0 && c.hasWing(castling, 1-side):
	case left+right == 0:
		c.report(path+".partner", fmt.Sprintf("%s has no %s on the rank of its %s in the array", sides[side], toml.Quote(partner.Name), c.castler().Name), "")
	case aSide != partner && (left == 0 || right == 0):
		c.report(path+".a-side-partner", fmt.Sprintf("%s's %s has no %s towards the a-file or no %s towards the other side",
			sides[side], c.castler().Name, toml.Quote(aSide.Name), toml.Quote(partner.Name)), "")
	case max(left, right) < minDistance:
		c.report(path+".partner", fmt.Sprintf("%s's %s is too near to its %s", sides[side], partner.Name, c.castler().Name),
			fmt.Sprintf("%d squares or more from one to the other", minDistance))
	case castling.Kind == OrthodoxCastling:
		room, nearest := right, partner
		if castling.ASideKingSteps != 0 {
			c.kingSteps(path+".a-side-king-steps", castling.ASideKingSteps, left, aSide, side)
		} else if right == 0 || left > 0 && left < right {
			room, nearest = left, aSide
		}
		c.kingSteps(path+".king-steps", castling.KingSteps, room, nearest, side)
	}
}

// hasWing reports whether a side has a castling partner in the array.
func (c *checker) hasWing(castling Castling, side int) bool {
	_, left, right := c.rooms(castling, side)
	return left+right > 0
}

// rooms returns the square that a side's king castles from and the distances to its outermost
// partners in the array, 0 if there is none.
func (c *checker) rooms(castling Castling, side int) (king Square, left, right int) {
	king, ok := c.castlingKing(side)
	if ok {
		left, right = castlingRoom(king, append(c.partnerSquares(castling, true, side), c.partnerSquares(castling, false, side)...))
	}
	return king, left, right
}

// partnerSquares returns the squares of a side's castling partners on the a-file side or
// on the other side.
func (c *checker) partnerSquares(castling Castling, aSide bool, side int) []Square {
	var list []Square
	for _, p := range c.v.Pieces {
		if slices.Contains(castling.Partners(aSide), p.Name) {
			list = append(list, c.squares(p.Symbol, side)...)
		}
	}
	return list
}

// kingSteps reports a king that would move farther than its partner. A room of 0 means no
// partner.
func (c *checker) kingSteps(field string, steps, room int, partner *Piece, side int) {
	c.refuse(room > 0 && steps > room, field, fmt.Sprint(steps),
		fmt.Sprintf("at most %d, the distance from %s's %s to its %s", room, sides[side], c.castler().Name, partner.Name))
}

// castler returns the piece that castles as the king, or nil if there is none.
func (c *checker) castler() *Piece {
	if name := c.v.Rules.Castling.King; name != "" {
		return c.v.Piece(name)
	}
	return c.royal()
}

// castlingKing returns the square a side's king castles from.
func (c *checker) castlingKing(side int) (king Square, ok bool) {
	castler := c.castler()
	if castler == nil {
		return Square{}, false
	}
	kings := c.squares(castler.Symbol, side)
	if len(kings) != 1 {
		return Square{}, false
	}
	return kings[0], true
}

// swapSquares reports a side whose king has no piece to swap with in the array.
func (c *checker) swapSquares() {
	for side := range sides {
		if c.array == nil {
			return
		}
		king, ok := c.castlingKing(side)
		switch {
		case !ok:
		case king.Rank != c.firstRank(side):
			c.report("rules.castling.kind", fmt.Sprintf("%s's %s is not on the first rank of the array", sides[side], c.castler().Name), `"none"`)
		case !c.canSwap(king, side):
			c.report("rules.castling.kind", fmt.Sprintf("%s has nothing on the first rank of the array that its %s can exchange places with",
				sides[side], c.castler().Name), `"none"`)
		}
	}
}

func (c *checker) canSwap(king Square, side int) bool {
	for _, p := range c.v.Pieces {
		if p.Royal || p.Pawn {
			continue
		}
		for _, sq := range c.squares(p.Symbol, side) {
			if sq.Rank == king.Rank {
				return true
			}
		}
	}
	return false
}

// castlingRoom returns the distances from the king to the outermost partner on its rank,
// to the left and to the right, or 0 without a partner.
func castlingRoom(king Square, partners []Square) (left, right int) {
	for _, sq := range partners {
		if sq.Rank == king.Rank {
			left, right = max(left, king.File-sq.File), max(right, sq.File-king.File)
		}
	}
	return left, right
}

// roomBeyondPartner reports whether a side has squares beyond its king's castling partners
// in the array.
func (v *Variant) roomBeyondPartner() bool {
	array, _ := ReadArray(v.Array, v.Files, v.Ranks)
	c := &checker{v: v, array: array}
	for side := range sides {
		king, left, right := c.rooms(v.Rules.Castling, side)
		if left > 0 && left < king.File || right > 0 && king.File+right < v.Files-1 {
			return true
		}
	}
	return false
}

// hasPartner reports whether the king castles with the piece named by Castling.Partner.
func (k CastlingKind) hasPartner() bool {
	switch k {
	case OrthodoxCastling, FastCastling, FlexibleCastling, FreeCastling, Chess960Castling, Chess480Castling:
		return true
	}
	return false
}
