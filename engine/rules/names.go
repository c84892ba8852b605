package rules

import (
	"slices"

	"bestiary/engine/variant"
)

// Files and Ranks are the size of the board.
func (g *Game) Files() int { return g.geo.files }

// Ranks is the number of ranks.
func (g *Game) Ranks() int { return g.geo.ranks }

// Squares is the number of squares, holes included: one more than the highest
// Square.
func (g *Game) Squares() int { return g.geo.size() }

// IsHole reports whether sq is not part of the board.
func (g *Game) IsHole(sq Square) bool { return g.geo.holes.Has(sq) }

// SquareAt is the square on a file and rank, both from 0.
func (g *Game) SquareAt(file, rank int) Square { return g.geo.square(file, rank) }

// File is the file of a square, from 0.
func (g *Game) File(sq Square) int { return g.geo.file(sq) }

// Rank is the rank of a square, from 0.
func (g *Game) Rank(sq Square) int { return g.geo.rank(sq) }

// HomeRank is the rank of a square counted from a side's own edge, from 0.
func (g *Game) HomeRank(sq Square, c Color) int { return g.geo.homeRank(sq, c) }

// MirrorSquare is the square that Mirror exchanges with sq: as far from the other
// edge and on the same file, or on the opposite one in a game that is rotated.
func (g *Game) MirrorSquare(sq Square) Square { return g.geo.mirror(sq) }

// SquareName is the square in coordinate form.
func (g *Game) SquareName(sq Square) string { return g.geo.name(sq) }

// Types lists the piece types in the order of the variant's pieces.
func (g *Game) Types() []Type {
	out := make([]Type, 0, len(g.types)-1)
	for t := 1; t < len(g.types); t++ {
		out = append(out, Type(t))
	}
	return out
}

// TypeNamed is the type with a piece name, or NoType.
func (g *Game) TypeNamed(name string) Type {
	for t := range g.types {
		if t > 0 && g.types[t].name == name {
			return Type(t)
		}
	}
	return NoType
}

// TypeName is the name of a piece type.
func (g *Game) TypeName(t Type) string { return g.types[t].name }

// Symbol is the upper-case letter of a piece type.
func (g *Game) Symbol(t Type) string { return string(variant.AppendSymbol(nil, g.types[t].symbol)) }

// CodeSymbol is the letter of a piece in FEN.
func (g *Game) CodeSymbol(p Code) string { return string(variant.AppendSymbol(nil, g.symbols[p])) }

// Royal is the royal piece type.
func (g *Game) Royal() Type { return g.royal }

// IsPawn reports whether the type counts as a pawn.
func (g *Game) IsPawn(t Type) bool { return g.types[t].pawn }

// Wings lists the castling rights of the game.
func (g *Game) Wings() []Wing { return slices.Clone(g.wings) }

// Places reports whether waiting pieces are placed behind others before the first move.
func (g *Game) Places() bool { return g.gated }

// Waiting lists the types that wait outside the board at the start, per side.
func (g *Game) Waiting() []Type {
	var out []Type
	for _, name := range g.Variant.Rules.Gating.Pieces {
		out = append(out, g.TypeNamed(name))
	}
	return out
}
