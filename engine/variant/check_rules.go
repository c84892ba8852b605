package variant

import (
	"fmt"
	"slices"

	"bestiary/internal/toml"
)

// rules checks each field of the rules, first alone and then together with the other
// fields and the array.
func (c *checker) rules() {
	v := c.v
	s := scope{Rules: &v.Rules, v: v}
	c.ruleTable(boardTable, boardTable, s)
	c.ruleTable("rules", "", s)
	c.castling(v.Rules.Castling, c.ruleTable("rules.castling", castlingTable, s))
	if v.Rules.Shuffle == ShuffleFirstRank && c.array != nil && !isShuffleable.holds(s) {
		c.report("rules.shuffle", toml.Quote(string(ShuffleFirstRank))+" "+isShuffleable.without, `"none"`)
	}
	c.promotions(v.Rules.Promotions)
	c.ruleTable("rules.gating", gatingTable, s)
	c.gating(v.Rules.Gating)
	c.ruleTable("rules.hand", handTable, s)
	c.hand(v.Rules.Hand)
	c.blast(v.Rules.Blast)
	c.ruleTable("rules.capture", captureTable, s)
	c.capture(v.Rules.Capture)
	if v.Rules.Explosion.Alone && !v.anyExplodes() {
		c.report("rules.explosion.alone", "true, but no piece explodes", "false")
	}
	c.ends()
}

// ruleTable checks each field of a table separately.
func (c *checker) ruleTable(path, table string, s scope) (ok bool) {
	ok = true
	for _, f := range fieldsOf(table) {
		ok = f.check(c, path, s) && ok
	}
	return ok
}

// pieceNamed returns the piece with a name, or nil for an unknown name. It reports the
// name unless the game has no names at all. Refused are the names that cannot stand in the
// field either.
func (c *checker) pieceNamed(field, name string, refused ...string) *Piece {
	for i := range c.v.Pieces {
		if c.v.Pieces[i].Name == name && name != "" {
			return &c.v.Pieces[i]
		}
	}
	if len(c.names) == 0 {
		return nil
	}
	names := slices.DeleteFunc(slices.Clone(c.names), func(name string) bool { return slices.Contains(refused, name) })
	if len(names) == 0 {
		names = c.names
	}
	c.errs = append(c.errs, &toml.FieldError{Field: field, Found: "unknown piece " + toml.Quote(name),
		Expected: oneOf(names), Nearest: toml.Nearest(name, names)})
	return nil
}

// pieceList looks up a list of names, with nil for unknown names. It reports an empty or
// overlong list. Refused is as in pieceNamed.
func (c *checker) pieceList(field string, names []string, refused ...string) []*Piece {
	switch {
	case len(names) == 0:
		c.report(field, "missing", "a list with the name of at least one piece")
	case len(names) > MaxPieces:
		c.report(field, fmt.Sprintf("%d pieces", len(names)), fmt.Sprintf("at most %d", MaxPieces))
		return nil
	}
	pieces := make([]*Piece, len(names))
	for i, name := range names {
		pieces[i] = c.pieceNamed(toml.Item(field, i+1), name, refused...)
	}
	return pieces
}

func (c *checker) gating(g Gating) {
	const path = "rules.gating"
	if g.Kind != MusketeerGating && g.Kind != SeirawanGating {
		return
	}
	for n, piece := range c.pieceList(path+".pieces", g.Pieces) {
		if piece != nil && piece.Royal {
			c.report(toml.Item(path+".pieces", n+1), toml.Quote(piece.Name)+" is royal", "a piece that is not")
		}
	}
	if g.Kind == SeirawanGating {
		c.entering(g)
		return
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

// maxEntryFiles ensures that the letters of files differ from K and Q in a FEN.
const maxEntryFiles = 10

// entering checks the further requirements of games in which pieces enter at choice.
func (c *checker) entering(g Gating) {
	const path = "rules.gating"
	castling := c.v.Rules.Castling.Kind
	switch {
	case c.v.Files > maxEntryFiles:
		c.report(path+".kind", fmt.Sprintf("%q on %d files", g.Kind, c.v.Files), fmt.Sprintf("at most %d files", maxEntryFiles))
	case castling == Chess960Castling || castling == SwapCastling:
		c.report(path+".kind", fmt.Sprintf("%q with castling %q", g.Kind, castling), "another castling")
	case len(g.Pieces) > MaxHand:
		c.report(path+".pieces", fmt.Sprintf("%d pieces", len(g.Pieces)), fmt.Sprintf("at most %d", MaxHand))
	}
}

// waitingPlaces returns the number of first-rank pieces that a piece may wait behind.
func (c *checker) waitingPlaces(g Gating, side int) int {
	first, places := c.firstRank(side), 0
	for _, p := range c.v.Pieces {
		if p.Royal && !g.KingFile {
			continue
		}
		for _, sq := range c.squares(p.Symbol, side) {
			if sq.Rank == first {
				places++
			}
		}
	}
	return places
}

func (c *checker) promotions(promotions []Promotion) {
	if len(promotions) > MaxPieces {
		c.report("rules.promotion", fmt.Sprintf("%d promotions", len(promotions)), fmt.Sprintf("at most %d", MaxPieces))
		return
	}
	for i, p := range promotions {
		path := toml.Item("rules.promotion", i+1)
		c.ruleTable(path, promotionTable, scope{Promotion: &p, v: c.v})
		for n, piece := range c.pieceList(path+".pieces", p.Pieces, c.v.NamesOf(c.v.neverPromotes)...) {
			at := toml.Item(path+".pieces", n+1)
			switch {
			case piece == nil:
			case c.v.neverPromotes(*piece):
				c.report(at, toml.Quote(piece.Name)+" is royal", "a piece that is not")
			case slices.Contains(p.Pieces[:n], piece.Name):
				c.report(at, toml.Quote(piece.Name)+" is named before", "each piece once")
			case slices.ContainsFunc(promotions[:i], func(o Promotion) bool {
				return o.meets(p) && slices.Contains(o.Pieces, piece.Name) && !(o.plain() && p.plain())
			}):
				c.report(at, toml.Quote(piece.Name)+" is named before", "each piece in one promotion only, if it is leaving, on-capture or captured")
			}
		}
		c.choices(path+".choices", p)
	}
}

// meets reports whether two promotions apply to a common side.
func (p Promotion) meets(o Promotion) bool {
	return p.For(false) && o.For(false) || p.For(true) && o.For(true)
}

// plain reports whether a piece with this promotion may have further promotions.
func (p Promotion) plain() bool { return !p.Leaving && !p.OnCapture && !p.Captured }

func (c *checker) choices(path string, p Promotion) {
	if p.Captured && len(p.Choices) == 0 {
		p.Choices = c.v.allChoices(p)
	}
	refused := c.v.NamesOf(func(piece Piece) bool {
		return c.v.neverPromotes(piece) || slices.Contains(p.Pieces, piece.Name) || piece.Pawn && !c.v.demotes(p, piece.Name)
	})
	for n, piece := range c.pieceList(path, p.Choices, refused...) {
		at := toml.Item(path, n+1)
		switch {
		case piece == nil:
		case c.v.neverPromotes(*piece):
			c.report(at, toml.Quote(piece.Name)+" is royal", "a piece that is not")
		case slices.Contains(p.Pieces, piece.Name):
			c.report(at, toml.Quote(piece.Name)+" is the piece that promotes", "another piece")
		case piece.Pawn && !c.v.demotes(p, piece.Name):
			c.report(at, toml.Quote(piece.Name)+" is a pawn", "a piece that is not")
		case slices.Contains(p.Choices[:n], piece.Name):
			c.report(at, toml.Quote(piece.Name)+" is named before", "each choice once")
		}
	}
}

// neverPromotes reports whether a piece neither promotes nor is promoted to.
func (v *Variant) neverPromotes(p Piece) bool { return p.Royal && v.Rules.Royals.one() }

// demotes reports whether a promotion turns promoted forms back into the piece.
func (v *Variant) demotes(p Promotion, name string) bool {
	return !slices.ContainsFunc(v.Pieces, func(piece Piece) bool {
		return slices.Contains(p.Pieces, piece.Name) && piece.PromotedFrom != name
	})
}
