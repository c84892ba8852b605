package variant

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed names.tsv
var namesTable string

// foreignName is a line of names.tsv.
type foreignName struct{ name, game, sentTo string }

// foreignNames returns the names of other programs.
var foreignNames = sync.OnceValue(func() (list []foreignName) {
	for line := range strings.Lines(namesTable) {
		if cells := strings.Split(strings.TrimRight(line, "\r\n"), "\t"); len(cells) == 3 && line[0] != '#' && cells[0] != "name" {
			list = append(list, foreignName{cells[0], cells[1], cells[2]})
		}
	}
	return list
})

// CatalogueName returns the name in the catalogue of the game that people or programs call name,
// and false if there is none.
func CatalogueName(name string) (string, bool) {
	names := Catalogue()
	if slices.Contains(names, name) {
		return name, true
	}
	plain := plainName(name)
	for _, known := range names {
		if plainName(known) == plain {
			return known, true
		}
	}
	for _, f := range foreignNames() {
		if plainName(f.name) == plain {
			return f.game, true
		}
	}
	return "", false
}

// NameIn returns the name that programs that speak a protocol, uci or xboard, have for a game.
func NameIn(protocol, game string) string {
	for _, f := range foreignNames() {
		if f.game == game && slices.Contains(strings.Fields(f.sentTo), protocol) {
			return f.name
		}
	}
	return game
}

// SameName reports whether two spellings are of one name.
func SameName(a, b string) bool { return plainName(a) == plainName(b) }

// plainName returns a name without what spellings may vary.
func plainName(name string) string {
	return strings.NewReplacer(" ", "", "-", "", "_", "", "'", "").Replace(strings.ToLower(name))
}
