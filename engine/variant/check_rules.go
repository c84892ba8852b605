package variant

import (
	"fmt"
	"slices"
)

// The valid names of each kind, in the order of messages.
var (
	stalemateRules            = []StalemateRule{StalemateDraw, StalemateLoss}
	insufficientMaterialRules = []InsufficientMaterialRule{BareKings, NoMaterialRule}
	castlingKinds             = []CastlingKind{NoCastling, OrthodoxCastling, FastCastling, FlexibleCastling, FreeCastling, SwapCastling}
	emptyPoolRules            = []EmptyPoolRule{EmptyPoolLoss, EmptyPoolForbidden}
	gatingKinds               = []GatingKind{NoGating, MusketeerGating}
	placementOrders           = []PlacementOrder{WhiteFirst, Alternating}
)

var repetitionValues = fmt.Sprintf("0 (off) or 2 to %d", maxRepetition)

// checkKind reports a value that is neither "" nor one of the valid ones.
func checkKind[T ~string](c *checker, field string, value T, valid []T) {
	if value != "" && !slices.Contains(valid, value) {
		c.errs = append(c.errs, &FieldError{Field: field, Found: Quote(string(value)),
			Expected: oneOf(valid), Nearest: Nearest(string(value), valid)})
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
	if r.Explosion.Alone && !c.v.anyExplodes() {
		c.report("rules.explosion.alone", "true, but no piece explodes", "false")
	}
}

// anyExplodes says whether some piece explodes.
func (v *Variant) anyExplodes() bool {
	return slices.ContainsFunc(v.Pieces, func(p Piece) bool { return p.Explodes })
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
	c.errs = append(c.errs, &FieldError{Field: field, Found: "unknown piece " + Quote(name),
		Expected: oneOf(c.names), Nearest: Nearest(name, c.names)})
	return nil
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
			c.report(item(path+".pieces", n+1), Quote(piece.Name)+" is royal", "a piece that is not")
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
