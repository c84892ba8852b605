package variant

import (
	"fmt"
	"slices"
)

// The valid names of each kind, in the order of messages.
var (
	stalemateRules            = []StalemateRule{StalemateDraw, StalemateLoss}
	insufficientMaterialRules = []InsufficientMaterialRule{BareKings, NoMaterialRule}
	castlingKinds             = []CastlingKind{NoCastling, OrthodoxCastling, FastCastling}
	gatingKinds               = []GatingKind{NoGating, MusketeerGating}
	placementOrders           = []PlacementOrder{WhiteFirst, Alternating}
)

var repetitionValues = fmt.Sprintf("0 (off) or 2 to %d", maxRepetition)

// checkKind reports a value that is neither "" nor one of the valid ones.
func checkKind[T ~string](c *checker, field string, value T, valid []T) {
	if value != "" && !slices.Contains(valid, value) {
		c.errs = append(c.errs, &FieldError{Field: field, Found: quote(string(value)),
			Expected: oneOf(valid), Nearest: nearest(string(value), valid)})
	}
}

func (c *checker) rules() {
	r := c.v.Rules
	c.within("rules.n-move", r.NMove, 0, maxNMove)
	if r.Repetition == 1 || r.Repetition < 0 || r.Repetition > maxRepetition {
		c.report("rules.repetition", fmt.Sprint(r.Repetition), repetitionValues)
	}
	checkKind(c, "rules.stalemate", r.Stalemate, stalemateRules)
	checkKind(c, "rules.insufficient-material", r.InsufficientMaterial, insufficientMaterialRules)
	c.castling(r.Castling)
	c.promotions(r.Promotions)
	c.gating(r.Gating)
}

// pieceNamed returns the piece with a name, nil for an unknown name. It reports
// the name, unless the game has no names at all.
func (c *checker) pieceNamed(field, name string) *Piece {
	for i := range c.v.Pieces {
		if c.v.Pieces[i].Name == name && name != "" {
			return &c.v.Pieces[i]
		}
	}
	if len(c.names) == 0 {
		return nil
	}
	c.errs = append(c.errs, &FieldError{Field: field, Found: "unknown piece " + quote(name),
		Expected: oneOf(c.names), Nearest: nearest(name, c.names)})
	return nil
}

func (c *checker) castling(castling Castling) {
	const path = "rules.castling"
	checkKind(c, path+".kind", castling.Kind, castlingKinds)
	active := castling.Kind == OrthodoxCastling || castling.Kind == FastCastling
	steps := true
	if castling.Kind == OrthodoxCastling {
		steps = c.within(path+".king-steps", castling.KingSteps, 2, 6)
	}
	if castling.Partner == "" {
		if active {
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
		if active && c.array != nil && steps {
			c.castlingSquares(castling, partner, side)
		}
	}
}

// castlingSquares reports a side whose array leaves no way to castle.
func (c *checker) castlingSquares(castling Castling, partner *Piece, side int) {
	royal := c.royal()
	if royal == nil {
		return
	}
	kings := c.squares(royal.Symbol, side)
	if len(kings) != 1 {
		return
	}
	first := c.firstRank(side)
	if kings[0].rank != first {
		c.report("rules.castling.kind", fmt.Sprintf("%s's %s is not on the first rank of the array", sides[side], royal.Name), `"none"`)
		return
	}
	room := castlingRoom(kings[0], c.squares(partner.Symbol, side))
	switch {
	case room == 0:
		c.report("rules.castling.partner", fmt.Sprintf("%s has no %s on the first rank of the array", sides[side], quote(partner.Name)), "")
	case castling.Kind == OrthodoxCastling && castling.KingSteps > room:
		c.report("rules.castling.king-steps", fmt.Sprint(castling.KingSteps),
			fmt.Sprintf("at most %d, the distance from %s's %s to its %s", room, sides[side], royal.Name, partner.Name))
	}
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

func (c *checker) promotions(promotions []Promotion) {
	if len(promotions) > maxPieces {
		c.report("rules.promotion", fmt.Sprintf("%d promotions", len(promotions)), fmt.Sprintf("at most %d", maxPieces))
		return
	}
	var promoting []string
	for i, p := range promotions {
		path := item("rules.promotion", i+1)
		c.within(path+".zone", p.Zone, 1, c.ranksOfBoard())
		for n, piece := range c.pieceList(path+".pieces", p.Pieces) {
			at := item(path+".pieces", n+1)
			switch {
			case piece == nil:
			case piece.Royal:
				c.report(at, quote(piece.Name)+" is royal", "a piece that is not")
			case slices.Contains(promoting, piece.Name):
				c.report(at, quote(piece.Name)+" is named before", "each piece in one promotion only")
			default:
				promoting = append(promoting, piece.Name)
			}
		}
		c.choices(path+".choices", p)
	}
}

func (c *checker) choices(path string, p Promotion) {
	for n, piece := range c.pieceList(path, p.Choices) {
		at := item(path, n+1)
		switch {
		case piece == nil:
		case piece.Royal:
			c.report(at, quote(piece.Name)+" is royal", "a piece that is not")
		case slices.Contains(p.Pieces, piece.Name):
			c.report(at, quote(piece.Name)+" is what promotes", "another piece")
		case piece.Pawn:
			c.report(at, quote(piece.Name)+" is a pawn", "a piece that is not")
		case slices.Contains(p.Choices[:n], piece.Name):
			c.report(at, quote(piece.Name)+" is named before", "each choice once")
		}
	}
}

// pieceList looks up a list of names; it reports an empty or overlong list.
// Unknown names give nil.
func (c *checker) pieceList(field string, names []string) []*Piece {
	switch {
	case len(names) == 0:
		c.report(field, "missing", "a list with the name of at least one piece")
	case len(names) > maxPieces:
		c.report(field, fmt.Sprintf("%d pieces", len(names)), fmt.Sprintf("at most %d", maxPieces))
		return nil
	}
	pieces := make([]*Piece, len(names))
	for i, name := range names {
		pieces[i] = c.pieceNamed(item(field, i+1), name)
	}
	return pieces
}

func (c *checker) gating(g Gating) {
	const path = "rules.gating"
	checkKind(c, path+".kind", g.Kind, gatingKinds)
	if g.Kind != MusketeerGating {
		return
	}
	checkKind(c, path+".order", g.Order, placementOrders)
	for n, piece := range c.pieceList(path+".pieces", g.Pieces) {
		if piece != nil && piece.Royal {
			c.report(item(path+".pieces", n+1), quote(piece.Name)+" is royal", "a piece that is not")
		}
	}
	if c.array == nil {
		return
	}
	for side, name := range sides {
		if places := c.waitingPlaces(g, side); places < len(g.Pieces) {
			c.report(path+".pieces", fmt.Sprintf("%d pieces", len(g.Pieces)),
				fmt.Sprintf("at most %d, as many as %s has first-rank pieces to wait behind", places, name))
		}
	}
}

// waitingPlaces counts the first-rank pieces that a piece may wait behind.
func (c *checker) waitingPlaces(g Gating, side int) int {
	first, places := c.firstRank(side), 0
	for _, p := range c.v.Pieces {
		if p.Royal && !g.KingFile {
			continue
		}
		for _, sq := range c.squares(p.Symbol, side) {
			if sq.rank == first {
				places++
			}
		}
	}
	return places
}
