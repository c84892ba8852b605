package rules

import (
	"slices"

	"bestiary/engine/variant"
)

// Types lists the piece types in the order of the variant's pieces.
func (g *Game) Types() []Type {
	out := make([]Type, 0, len(g.types)-1)
	for t := 1; t < len(g.types); t++ {
		out = append(out, Type(t))
	}
	return out
}

// TypeNamed returns the type with a piece name, or NoType.
func (g *Game) TypeNamed(name string) Type {
	named := func(t pieceType) bool { return t.name == name }
	return Type(max(slices.IndexFunc(g.types, named), 0)) // types[0] has no name
}

// TypeName returns the name of a piece type.
func (g *Game) TypeName(t Type) string { return g.types[t].name }

// Symbol returns the upper-case letter of a piece type.
func (g *Game) Symbol(t Type) string { return string(variant.AppendSymbol(nil, g.types[t].symbol)) }

// CodeSymbol returns the letter of a piece in FEN.
func (g *Game) CodeSymbol(p Code) string { return string(variant.AppendSymbol(nil, g.symbols[p])) }

// Royal returns the royal piece type.
func (g *Game) Royal() Type { return g.royal }

// IsPawn reports whether the type counts as a pawn.
func (g *Game) IsPawn(t Type) bool { return g.types[t].pawn }

// Wings lists the castling rights of the game.
func (g *Game) Wings() []Wing { return slices.Clone(g.wings) }

// First returns the side that moves first, after all waiting pieces have been placed.
func (g *Game) First() Color {
	if g.Variant.Rules.Turn == variant.BlackMovesFirst {
		return Black
	}
	return White
}

// ArmyName returns the name of a side's army for people.
func (g *Game) ArmyName(c Color) string {
	if names := g.Variant.Armies; len(names) > int(c) {
		return names[c]
	}
	return [...]string{"White's army", "Black's army"}[c]
}

// Places reports whether waiting pieces are placed behind others before the first move.
func (g *Game) Places() bool { return g.gated }

// Waiting lists the types that wait outside the board at the start, per side.
func (g *Game) Waiting() []Type { return g.typesNamed(g.Variant.Rules.Gating.Pieces) }
