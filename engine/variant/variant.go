package variant

import (
	"cmp"
	"slices"
)

// Variant is a chess-like game as plain data. Everything that differs between
// games is here; no other package asks for a game's name.
type Variant struct {
	// Name is the catalogue name: lower-case words joined by hyphens, at most
	// 40 characters.
	Name string
	// Title, Author, Source and Description are for people.
	Title, Author, Source, Description string

	// Files and Ranks give the board, 2 to 16 each.
	Files, Ranks int
	// Holes are squares that are not part of the board, in coordinate form ("a1").
	Holes []string
	// Array is the piece placement of a FEN, highest rank first. Runs of empty
	// squares may have two digits; holes count as empty.
	Array string

	// Pieces are the kinds of pieces, 1 to 26.
	Pieces []Piece
	Rules  Rules
}

// Piece is a kind of piece.
type Piece struct {
	// Name is unique in the game: lower-case words joined by hyphens, at most
	// 40 characters.
	Name string
	// Symbol is one upper-case letter, unique in the game; FEN writes White's
	// pieces with it and Black's in lower case.
	Symbol string
	// Moves together give where the piece goes: 1 to 16 sets.
	Moves []MoveSet
	// Royal marks the piece that must not be left attacked. Each side has
	// exactly one on the board.
	Royal bool
	// Pawn marks the pieces whose every move resets the n-move counter, and
	// that pawn-structure terms of the evaluation look at.
	Pawn bool
	// Explodes marks a piece that may explode instead of moving, see Explosion.
	Explodes bool
	// Note is an explanation for people; it has no effect on the rules.
	Note string
}

// MoveSet is one move string, possibly limited to some ranks.
type MoveSet struct {
	// Betza is the move in (X)Betza notation. Castling (atom O) and first
	// moves (modifier i) are not written here: castling is a rule of the
	// game, and a first move is a set limited to the ranks of the array.
	Betza string
	// FirstRank and LastRank limit the set to squares on those ranks, counted
	// from the owner's side starting at 1. Both 0: everywhere.
	FirstRank, LastRank int
	// Flying moves pass over everything: the set is of moves without capture
	// (m) that slide, and may end on any empty square of their lines.
	Flying bool
	// LeavesEnPassant: the squares passed over can be captured on at the next
	// ply by pieces whose moves have the modifier e.
	LeavesEnPassant bool
}

// everywhere reports whether the set is a plain move without limits.
func (m MoveSet) everywhere() bool {
	return m == MoveSet{Betza: m.Betza}
}

// Clone returns a copy that shares nothing with v.
func (v *Variant) Clone() *Variant {
	c := *v
	c.Holes = slices.Clone(v.Holes)
	c.Pieces = slices.Clone(v.Pieces)
	for i := range c.Pieces {
		c.Pieces[i].Moves = slices.Clone(v.Pieces[i].Moves)
	}
	c.Rules.Promotions = slices.Clone(v.Rules.Promotions)
	for i := range c.Rules.Promotions {
		p := &c.Rules.Promotions[i]
		p.Pieces, p.Choices = slices.Clone(p.Pieces), slices.Clone(p.Choices)
	}
	c.Rules.Gating.Pieces = slices.Clone(v.Rules.Gating.Pieces)
	return &c
}

// canonical returns a copy in which every kind is named and fields that have no
// meaning for their kind are zero.
func (v *Variant) canonical() *Variant {
	c := v.Clone()
	r := &c.Rules
	r.Stalemate = cmp.Or(r.Stalemate, StalemateDraw)
	r.InsufficientMaterial = cmp.Or(r.InsufficientMaterial, BareKings)
	r.Castling.Kind = cmp.Or(r.Castling.Kind, NoCastling)
	if r.Castling.Kind != OrthodoxCastling {
		r.Castling.KingSteps = 0
	}
	if r.Castling.Kind != FastCastling {
		r.Castling.Between = false
	}
	r.Gating.Kind = cmp.Or(r.Gating.Kind, NoGating)
	if r.Gating.Kind == NoGating {
		r.Gating = Gating{Kind: NoGating}
	} else {
		r.Gating.Order = cmp.Or(r.Gating.Order, WhiteFirst)
	}
	return c
}
