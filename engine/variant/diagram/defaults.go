package diagram

import (
	"slices"

	"bestiary/engine/variant"
)

// knownMove is a move that a piece's name stands for.
type knownMove struct {
	name, move string
	// doubt names other meanings of the name; "" if there are none.
	doubt string
}

const pawnMove = "fmWfceFifmnD"

// falconMove is the falcon of Falcon Chess: three king steps of both kinds that
// never turn back, both squares between empty.
const falconMove = "afafsKafsafzfK"

// knownMoves are the moves that names stand for.
var knownMoves = []knownMove{
	{name: "pawn", move: pawnMove},
	{name: "knight", move: "N"},
	{name: "bishop", move: "B"},
	{name: "rook", move: "R"},
	{name: "queen", move: "Q"},
	{name: "king", move: "KisO2", doubt: "its castling may be meant differently"},
	{name: "archbishop", move: "BN"},
	{name: "cardinal", move: "BN"},
	{name: "princess", move: "BN"},
	{name: "chancellor", move: "RN"},
	{name: "marshall", move: "RN"},
	{name: "marshal", move: "RN"},
	{name: "empress", move: "RN"},
	{name: "amazon", move: "QN"},
	{name: "wazir", move: "W"},
	{name: "ferz", move: "F"},
	{name: "dabbaba", move: "D"},
	{name: "alfil", move: "A"},
	{name: "camel", move: "C"},
	{name: "zebra", move: "Z"},
	{name: "nightrider", move: "NN"},
	{name: "mann", move: "K"},
	{name: "commoner", move: "K"},
	{name: "centaur", move: "KN"},
	{name: "champion", move: "WAD"},
	{name: "wizard", move: "FC"},
	{name: "cannon", move: "mRcpR"},
	{name: "griffon", move: "FyafsF"},
	{name: "gryphon", move: "FyafsF"},
	{name: "manticore", move: "WyafsW"},
	{name: "falcon", move: falconMove},
	{name: "frog", move: "FH"},
	{name: "waffle", move: "WA"},
	{name: "lion", move: "KNAD", doubt: "in some games it also captures in passing"},
	{name: "elephant", move: "FA", doubt: "other games have A or a lame A"},
}

// moveOf looks up the move of a name.
func moveOf(name string) (knownMove, bool) {
	i := slices.IndexFunc(knownMoves, func(k knownMove) bool { return k.name == name })
	if i < 0 {
		return knownMove{}, false
	}
	return knownMoves[i], true
}

// nearestName is the known name most like one that is not known.
func nearestName(name string) string {
	names := make([]string, len(knownMoves))
	for i, k := range knownMoves {
		names[i] = k.name
	}
	return variant.Nearest(name, names)
}
