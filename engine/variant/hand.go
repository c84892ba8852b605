package variant

import (
	"bestiary/internal/toml"
	"cmp"
	"fmt"
	"slices"
)

// Hand lets a side drop pieces that it holds: instead of moving, it puts one of them on an
// empty square.
type Hand struct {
	// Captures names the pieces that come into the hand of the side that captures them; all
	// others leave the game. A captured piece counts as what it is in hand.
	Captures toml.Names
	// Pieces names the pieces that each side has in hand at the start; a name may occur
	// several times. BlackPieces replaces it for Black; the single word "none" means an
	// empty hand.
	Pieces, BlackPieces []string
	// KeepsPromotion lets captured pieces stay promoted. Otherwise they revert to what
	// they were before promotion.
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

// nameCaptures puts the captured pieces that come into a hand in the order of the game, or
// says that all do.
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

// hand checks the rules about hands, and what the pieces state about drops and promoted
// forms.
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
		c.refuse((len(p.DropArea)+len(p.BlackDropArea) > 0 || p.DropPerFile > 0) && !h.Used(),
			at, "has limits to drops, but no piece is ever in hand", "a [rules.hand]")
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
