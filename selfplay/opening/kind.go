package opening

import (
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
)

// In a game with drops a piece in hand has its own value. In armies, exchanges and values
// its type carries the mark InHand.

// InHand marks the type of a piece in hand.
const InHand rules.Type = 1 << 5

// Kinds is one more than the largest type, marked or not.
const Kinds = int(2 * InHand)

// handSuffix ends the name of a piece in hand.
const handSuffix = "-in-hand"

// IsInHand reports whether a type is that of a piece in hand.
func IsInHand(t rules.Type) bool { return t&InHand != 0 }

// OnBoard returns a type without the mark.
func OnBoard(t rules.Type) rules.Type { return t &^ InHand }

// Valued lists the kinds that have a value: all but the royal piece, in the order of the
// game, then the kinds that can be in hand and dropped from there.
func Valued(g *rules.Game) []rules.Type {
	var list, held []rules.Type
	for _, t := range g.Types() {
		if t == g.Royal() {
			continue
		}
		list = append(list, t)
		if g.CanDrop(t) {
			held = append(held, t|InHand)
		}
	}
	return append(list, held...)
}

// NameOf returns the name of a kind, such as "rook" or "rook-in-hand".
func NameOf(g *rules.Game, t rules.Type) string {
	if IsInHand(t) {
		return g.TypeName(OnBoard(t)) + handSuffix
	}
	return g.TypeName(t)
}

// SymbolOf returns the symbol of a kind: "R", or "R@" as in a drop.
func SymbolOf(g *rules.Game, t rules.Type) string {
	if IsInHand(t) {
		return g.Symbol(OnBoard(t)) + "@"
	}
	return g.Symbol(t)
}

// Named returns the kind with a name, or NoType if the game has none.
func Named(g *rules.Game, name string) rules.Type {
	if t := g.TypeNamed(name); t != rules.NoType {
		return t
	}
	base, ok := strings.CutSuffix(name, handSuffix)
	if t := g.TypeNamed(base); ok && g.CanDrop(t) {
		return t | InHand
	}
	return rules.NoType
}

// PriorValues returns the values of all kinds by mobility, in centipawns, indexed by type.
func PriorValues(g *rules.Game) []float64 {
	values := make([]float64, Kinds)
	copy(values, eval.PriorValues(g))
	for t, v := range eval.PriorInHand(g) {
		values[rules.Type(t)|InHand] = v
	}
	return values
}
