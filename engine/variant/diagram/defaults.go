package diagram

import (
	_ "embed"
	"slices"
	"sync"

	"bestiary/engine/variant"
	"bestiary/engine/variant/internal/importing"
)

// knownMove is a move that a piece's name stands for.
type knownMove struct {
	name, move string
	// doubt names other meanings of the name; "" if there are none.
	doubt string
}

//go:embed moves.tsv
var movesTable string

// knownMoves are the moves that names stand for.
var knownMoves = sync.OnceValue(func() []knownMove {
	var list []knownMove
	for _, row := range importing.Table(movesTable) {
		list = append(list, knownMove{row[0], row[1], row[2]})
	}
	return list
})

// moveOf looks up the move of a name.
func moveOf(name string) (knownMove, bool) {
	i := slices.IndexFunc(knownMoves(), func(k knownMove) bool { return k.name == name })
	if i < 0 {
		return knownMove{}, false
	}
	return knownMoves()[i], true
}

// nearestName is the known name most like one that is not known.
func nearestName(name string) string {
	names := make([]string, len(knownMoves()))
	for i, k := range knownMoves() {
		names[i] = k.name
	}
	return variant.Nearest(name, names)
}
