package variant

import "fmt"

func (c *checker) castling(castling Castling) {
	const path = "rules.castling"
	checkKind(c, path+".kind", castling.Kind, castlingKinds)
	steps := true
	if castling.Kind == OrthodoxCastling {
		steps = c.within(path+".king-steps", castling.KingSteps, 2, 6)
	}
	if castling.Kind == SwapCastling {
		c.swapSquares()
	}
	if castling.Partner == "" {
		if castling.Kind.hasPartner() {
			c.report(path+".partner", "missing", "the name of the piece that castles with the king")
		}
		return
	}
	partner := c.pieceNamed(path+".partner", castling.Partner)
	if partner == nil {
		return
	}
	if partner.Royal {
		c.report(path+".partner", quote(castling.Partner)+" is royal", "another piece")
		return
	}
	for side := range sides {
		if castling.Kind.hasPartner() && c.array != nil && steps {
			c.castlingSquares(castling, partner, side)
		}
	}
}

// castlingSquares reports a side whose array leaves no way to castle.
func (c *checker) castlingSquares(castling Castling, partner *Piece, side int) {
	king, ok := c.castlingKing(side)
	if !ok {
		return
	}
	partners := c.squares(partner.Symbol, side)
	least := 0
	switch castling.Kind {
	case FlexibleCastling:
		least = 2
	case FreeCastling:
		least = 3
	}
	room := castlingRoom(king, partners)
	switch {
	case room == 0:
		c.report("rules.castling.partner", fmt.Sprintf("%s has no %s on the first rank of the array", sides[side], quote(partner.Name)), "")
	case farthest(king, partners) < least:
		c.report("rules.castling.partner", fmt.Sprintf("%s's %s is too near to its %s", sides[side], partner.Name, c.royal().Name),
			fmt.Sprintf("%d squares or more from one to the other", least))
	case castling.Kind == OrthodoxCastling && castling.KingSteps > room:
		c.report("rules.castling.king-steps", fmt.Sprint(castling.KingSteps),
			fmt.Sprintf("at most %d, the distance from %s's %s to its %s", room, sides[side], c.royal().Name, partner.Name))
	}
}

// castlingKing returns where a side's king castles from. It reports a king that
// is not on the first rank.
func (c *checker) castlingKing(side int) (king square, ok bool) {
	royal := c.royal()
	if royal == nil {
		return square{}, false
	}
	kings := c.squares(royal.Symbol, side)
	if len(kings) != 1 {
		return square{}, false
	}
	if kings[0].rank != c.firstRank(side) {
		c.report("rules.castling.kind", fmt.Sprintf("%s's %s is not on the first rank of the array", sides[side], royal.Name), `"none"`)
		return square{}, false
	}
	return kings[0], true
}

// swapSquares reports a side whose array leaves the king nothing to exchange
// places with.
func (c *checker) swapSquares() {
	for side := range sides {
		if c.array == nil {
			return
		}
		if king, ok := c.castlingKing(side); ok && !c.canSwap(king, side) {
			c.report("rules.castling.kind", fmt.Sprintf("%s has nothing on the first rank of the array that its %s can exchange places with",
				sides[side], c.royal().Name), `"none"`)
		}
	}
}

func (c *checker) canSwap(king square, side int) bool {
	for _, p := range c.v.Pieces {
		if p.Royal || p.Pawn {
			continue
		}
		for _, sq := range c.squares(p.Symbol, side) {
			if sq.rank == king.rank {
				return true
			}
		}
	}
	return false
}

// castlingRoom is the distance from the king to the outermost partner on its
// rank: on the side where it is shorter if there are partners on both, 0 if
// there are none.
func castlingRoom(king square, partners []square) int {
	var left, right int
	for _, sq := range partners {
		if sq.rank == king.rank {
			left, right = max(left, king.file-sq.file), max(right, sq.file-king.file)
		}
	}
	if left == 0 || right == 0 {
		return left + right
	}
	return min(left, right)
}

// farthest is the greatest distance from the king to a partner on its rank.
func farthest(king square, partners []square) int {
	most := 0
	for _, sq := range partners {
		if sq.rank == king.rank {
			most = max(most, king.file-sq.file, sq.file-king.file)
		}
	}
	return most
}

// hasPartner says whether the king castles with a piece that Castling.Partner
// names.
func (k CastlingKind) hasPartner() bool {
	switch k {
	case OrthodoxCastling, FastCastling, FlexibleCastling, FreeCastling:
		return true
	}
	return false
}
