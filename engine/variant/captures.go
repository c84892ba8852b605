package variant

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/betza"
	"bestiary/internal/toml"
)

// Hand lets a side drop pieces that it holds: instead of moving, it puts one of them on an
// empty square.
type Hand struct {
	// Captures names the pieces that come into the hand of the side that captures them; all others
	// leave the game. A captured piece counts as the kind that it is in hand.
	Captures toml.Names
	// Pieces names the pieces that each side has in hand at the start; a name may occur
	// several times. BlackPieces replaces it for Black; the single word "none" means an
	// empty hand.
	Pieces, BlackPieces []string
	// KeepsPromotion lets captured pieces stay promoted. Otherwise they revert to their kinds
	// before promotion.
	KeepsPromotion bool
	// DropPromoted allows dropping a piece as its promoted form.
	DropPromoted bool
	// DropCheck allows drops that give check.
	DropCheck bool
	// DropOnTop allows drops only on the first rank and where the square below is occupied
	// or a hole, as White sees the board.
	DropOnTop bool
	// MustDrop: a side with pieces in hand must drop one.
	MustDrop bool
	// MateLoses names the pieces that may not be dropped to give mate: a side mated by
	// such a drop wins.
	MateLoses []string
}

// MaxHand is the maximum number of pieces of a kind in a hand.
const MaxHand = 63

// noSquare is the drop area of a piece that cannot be dropped, and also denotes an empty
// hand.
const noSquare = "none"

// Used reports whether pieces can be dropped in the game.
func (h *Hand) Used() bool { return h.Captures.Any() || len(h.Pieces)+len(h.BlackPieces) > 0 }

// nameCaptures puts the captured pieces that come into a hand in the order of the game, or marks
// that all do.
func (v *Variant) nameCaptures() {
	h := &v.Rules.Hand
	if h.Captures.All || len(h.Captures.List) == 0 {
		h.Captures.List = nil
		return
	}
	all, order := true, map[string]int{}
	for i, p := range v.Pieces {
		order[p.Name] = i - len(v.Pieces)
		all = all && (slices.Contains(h.Captures.List, p.Name) || p.Royal || p.PromotedFrom != "" && !h.KeepsPromotion)
	}
	slices.SortStableFunc(h.Captures.List, func(a, b string) int { return cmp.Compare(order[a], order[b]) })
	h.Captures.List = slices.Compact(h.Captures.List)
	if last := len(h.Captures.List) - 1; all && order[h.Captures.List[last]] < 0 { // all are known
		h.Captures = toml.Names{All: true}
	}
}

// Start returns the pieces that a side has in hand at the start.
func (h *Hand) Start(black bool) []string {
	switch {
	case black && slices.Equal(h.BlackPieces, []string{noSquare}):
		return nil
	case black && len(h.BlackPieces) > 0:
		return h.BlackPieces
	}
	return h.Pieces
}

// Drops returns the areas where a side may drop the piece, nil for the whole board. It
// reports false if the piece cannot be dropped.
func (p *Piece) Drops(black bool) ([]Area, bool) {
	texts := p.DropArea
	if black && len(p.BlackDropArea) > 0 {
		texts = p.BlackDropArea
	}
	if slices.Equal(texts, []string{noSquare}) {
		return nil, false
	}
	areas := make([]Area, len(texts))
	for i, text := range texts {
		areas[i], _ = ParseArea(text)
	}
	return areas, true
}

// hand checks the rules about hands, and the pieces' fields about drops and promoted forms.
func (c *checker) hand(h Hand) {
	const path = "rules.hand"
	c.refuse(h.Used() && c.v.Rules.Gating.exists(), path, "together with waiting pieces", "either [rules.hand] or [rules.gating]")
	c.held(path+".captures", h.Captures.List)
	c.held(path+".pieces", h.Pieces)
	if !slices.Equal(h.BlackPieces, []string{noSquare}) {
		c.held(path+".black-pieces", h.BlackPieces)
	}
	c.held(path+".mate-loses", h.MateLoses)
	for i, p := range c.v.Pieces {
		at := toml.Item("piece", i+1)
		c.formOf(at, p)
		c.dropArea(at+".drop-area", p.DropArea)
		c.dropArea(at+".black-drop-area", p.BlackDropArea)
		c.within(at+".drop-per-file", p.DropPerFile, 0, MaxSide)
	}
}

// held checks a list of pieces in hand.
func (c *checker) held(path string, names []string) {
	if len(names) > MaxHand {
		c.report(path, fmt.Sprintf("%d pieces", len(names)), fmt.Sprintf("at most %d", MaxHand))
		return
	}
	for i, name := range names {
		switch p := c.pieceNamed(toml.Item(path, i+1), name); {
		case p == nil:
		case p.Royal:
			c.report(toml.Item(path, i+1), toml.Quote(name)+" is royal", "a piece that is not")
		case p.PromotedFrom != "" && !c.v.Rules.Hand.KeepsPromotion:
			c.report(toml.Item(path, i+1), toml.Quote(name)+" is a promoted form", "the piece before it promotes")
		}
	}
}

// formOf checks Piece.PromotedFrom.
func (c *checker) formOf(path string, p Piece) {
	if p.PromotedFrom == "" {
		return
	}
	base := c.pieceNamed(path+".promoted-from", p.PromotedFrom)
	switch {
	case base == nil:
	case base.PromotedFrom != "":
		c.report(path+".promoted-from", toml.Quote(base.Name)+" is itself a promoted form", "a piece that is not")
	case base.Royal || p.Royal:
		c.report(path+".promoted-from", "a royal piece", "pieces that are not")
	case p.Symbol != "+"+base.Symbol:
		c.report(path+".symbol", toml.Quote(p.Symbol), fmt.Sprintf("%q, since it is the promoted form of %s", "+"+base.Symbol, base.Name))
	}
}

func (c *checker) dropArea(path string, areas []string) {
	if slices.Equal(areas, []string{noSquare}) {
		return
	}
	c.region(path, areas)
}

// Capture specifies the effect of a capture.
type Capture struct {
	Then Sequel
	// Pieces names the kinds it applies to: those that capture or, for Reborn, those that are
	// captured. Empty: all but the royal pieces, for Stays these as well. A piece that promotes as
	// it captures counts as its kind before.
	Pieces []string
}

// Sequel is what follows a capture.
type Sequel string

// The sequels of captures, see rules.tmpl.
const (
	NoSequel     Sequel = "none"
	Stays        Sequel = "stay"         // as in Rifle Chess
	ChangesSides Sequel = "change-sides" // as in Andernach chess
	Reborn       Sequel = "reborn"       // as in Circe
	Petrifies    Sequel = "petrify"
)

// Applies reports whether the sequel is for a kind of piece.
func (r *Capture) Applies(p *Piece) bool {
	if len(r.Pieces) > 0 {
		return slices.Contains(r.Pieces, p.Name)
	}
	return !p.Royal || r.Then == Stays
}

// SequelKinds names the kinds of pieces that a sequel of captures is for.
func (v *Variant) SequelKinds() []string {
	return v.NamesOf(func(p Piece) bool { return v.Rules.Capture.Applies(&p) })
}

// capture checks the sequel of captures, and which captures the pieces may not make.
func (c *checker) capture(r Capture) {
	const path = "rules.capture"
	c.immunities()
	if !r.exists() {
		return
	}
	for i, p := range c.v.Pieces {
		switch {
		case r.Then == Stays && r.Applies(&p) && p.anyPath(takesInPassing):
			c.report(toml.Item("piece", i+1)+".move", "captures in passing", `a piece that does not, or others in rules.capture.pieces, with then = "stay"`)
		case r.Then == Stays:
		case p.Royal && slices.Contains(r.Pieces, p.Name):
			c.report(path+".pieces", toml.Quote(p.Name)+" is royal", "pieces that are not")
		case r.Then == Petrifies && p.anyPath(seesOwners):
			c.report(toml.Item("piece", i+1)+".move", "tells pieces of one side on the way from those of the other", `moves that do not, with then = "petrify"`)
		}
	}
	against := func(used bool, what, instead string) {
		if used {
			c.report(path+".then", toml.Quote(string(r.Then))+" together with "+what, instead)
		}
	}
	against(c.v.Rules.Gating.exists(), "waiting pieces", "either [rules.capture] or [rules.gating]")
	against(c.v.anyExplodes(), "pieces that explode", `"none"`)
	against(r.Then != Petrifies && c.v.Rules.Blast.OnCapture, "[rules.blast]", `"petrify" or "none"`)
	if r.Then != Stays {
		pooled := slices.ContainsFunc(c.v.Rules.Promotions, func(p Promotion) bool { return p.Captured })
		against(pooled || c.v.Rules.Hand.Captures.Any(), "captured pieces that come back in another way", `"stay" or "none"`)
	}
	if r.Then == Reborn && c.array != nil {
		c.rebirths()
	}
}

// seesOwners reports whether a path distinguishes friends from enemies on the squares it passes, or
// captures friends.
func seesOwners(_ MoveSet, p betza.Path) bool {
	one := func(o betza.Occupancy) bool { return o&betza.Enemy != 0 != (o&betza.Friend != 0) }
	for i, leg := range p.Legs {
		if last := i == len(p.Legs)-1; last && leg.End&betza.Friend != 0 || !last && one(leg.End) || one(leg.Through) {
			return true
		}
	}
	return false
}

// takesInPassing reports whether a move captures on the way.
func takesInPassing(_ MoveSet, p betza.Path) bool {
	return slices.ContainsFunc(p.Legs[:len(p.Legs)-1], func(l betza.Leg) bool { return l.Takes })
}

// immunities checks the lists of kinds that pieces may not capture.
func (c *checker) immunities() {
	royals := c.v.NamesOf(func(p Piece) bool { return p.Royal })
	for path, p := range c.v.kinds() {
		spared := 0
		for n, name := range p.MayNotCapture {
			at := toml.Item(path+".may-not-capture", n+1)
			if named(c.v.Reserve, name) != nil {
				continue
			}
			c.pieceNamed(at, name)
			if slices.Contains(p.MayNotCapture[:n], name) {
				c.report(at, toml.Quote(name)+" is named before", "each piece once")
			} else if slices.Contains(royals, name) {
				spared++
			}
		}
		c.refuse(spared > 0 && spared < len(royals),
			path+".may-not-capture", "has some of the royal pieces", "all of them or none: "+strings.Join(royals, ", "))
	}
}

// Homes returns where a captured piece of a side comes back by the rule Reborn, by the
// square where it is captured.
func (v *Variant) Homes(p *Piece, black bool) func(at Square) Square {
	array, _ := ReadArray(v.Array, v.Files, v.Ranks)
	squares := array.Squares(p.Symbol, black)
	return func(at Square) Square {
		switch {
		case len(squares) == 0 && black:
			return Square{at.File, 0}
		case len(squares) == 0:
			return Square{at.File, v.Ranks - 1}
		case p.Pawn:
			return Square{at.File, squares[0].Rank}
		}
		for _, sq := range squares {
			if (sq.File+sq.Rank+at.File+at.Rank)%2 == 0 {
				return sq
			}
		}
		return squares[0]
	}
}

// rebirths reports pieces whose square of return the array does not determine.
func (c *checker) rebirths() {
	for _, p := range c.v.Pieces {
		if !c.v.Rules.Capture.Applies(&p) {
			continue
		}
		for side, name := range sides {
			squares := c.squares(p.Symbol, side)
			ranks, shades := map[int]bool{}, map[int]bool{}
			for _, sq := range squares {
				ranks[sq.Rank], shades[(sq.File+sq.Rank)%2] = true, true
			}
			c.refuse(p.Pawn && len(ranks) > 1 || !p.Pawn && len(squares) > len(shades),
				"rules.capture.then", fmt.Sprintf("%q, but %s's %s has %d squares in the array", Reborn, name, p.Name, len(squares)),
				"pieces with one square or one of each colour, and pawns on one rank, or others in rules.capture.pieces")
		}
	}
}

// capturesPlainly reports whether every piece may capture all others without further effects.
func (v *Variant) capturesPlainly() bool {
	return !v.Rules.Capture.exists() && !v.any(func(p Piece) bool { return len(p.MayNotCapture) > 0 })
}

// nameSequel puts the kinds of a sequel in the order of the game, or omits them if they are the default.
func (v *Variant) nameSequel() {
	r := &v.Rules.Capture
	if len(r.Pieces) == 0 {
		return
	}
	named, standard := v.SequelKinds(), (&Capture{Then: r.Then})
	if r.Pieces = named; slices.Equal(named, v.NamesOf(func(p Piece) bool { return standard.Applies(&p) })) {
		r.Pieces = nil
	}
}

// Blast makes captures explode: a capture also removes the capturing piece and everything
// on the eight squares around the square where it lands. A side that blows up the opposing
// royal piece wins; no side may blow up its own. Royal pieces on adjacent squares are not
// in check.
type Blast struct {
	OnCapture bool
	// Spared names the pieces that survive a blast on an adjacent square, but not their
	// own capture.
	Spared []string
	// Immune names the pieces that survive any blast, including their own.
	Immune []string
}
