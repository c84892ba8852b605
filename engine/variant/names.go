package variant

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"bestiary/engine/betza"
	"bestiary/internal/toml"
)

//go:embed names.tsv
var namesTable string

//go:embed piecenames.tsv
var pieceNamesTable string

// foreignName is a line of names.tsv.
type foreignName struct{ name, game, sentTo string }

// foreignNames returns the names of other programs.
var foreignNames = sync.OnceValue(func() (list []foreignName) {
	for _, cells := range tableRows(namesTable) {
		list = append(list, foreignName{cells[0], cells[1], cells[2]})
	}
	return list
})

// tableRows returns the cells of a table of tab-separated values, without comments and its heading.
func tableRows(text string) (rows [][]string) {
	for line := range strings.Lines(text) {
		if line[0] != '#' {
			rows = append(rows, strings.Split(strings.TrimRight(line, "\r\n"), "\t"))
		}
	}
	return rows[1:]
}

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

// NamesSent lists the names that programs send for games, without those for chess.
func NamesSent() (names []string) {
	for _, f := range foreignNames() {
		if f.sentTo != "" && f.game != "chess" {
			names = append(names, f.name)
		}
	}
	return names
}

// SameName reports whether two spellings are of one name.
func SameName(a, b string) bool { return plainName(a) == plainName(b) }

// plainName returns a name without what spellings may vary.
func plainName(name string) string {
	return strings.NewReplacer(" ", "", "-", "", "_", "", "'", "").Replace(strings.ToLower(name))
}

// NamedMove is the name of a kind of piece with its moves.
type NamedMove struct{ Name, Betza string }

// NamedMoves lists the pieces of the catalogue's games and of piecenames.tsv whose moves are the same on every square, by name, each
// name once.
var NamedMoves = sync.OnceValue(func() (list []NamedMove) {
	for _, game := range Catalogue() {
		v, err := Find(game)
		if err != nil {
			continue
		}
		for _, p := range v.Pieces {
			if !p.Royal && !p.Pawn && p.PromotedFrom == "" && len(p.Moves) == 1 && p.Moves[0] == (MoveSet{Betza: p.Moves[0].Betza}) {
				list = append(list, NamedMove{p.Name, p.Moves[0].Betza})
			}
		}
	}
	for _, cells := range tableRows(pieceNamesTable) {
		list = append(list, NamedMove{strings.ReplaceAll(strings.ToLower(cells[0]), " ", "-"), cells[1]})
	}
	slices.SortStableFunc(list, func(a, b NamedMove) int { return cmp.Compare(a.Name, b.Name) })
	return slices.CompactFunc(list, func(a, b NamedMove) bool { return a.Name == b.Name })
})

// NameOfMove returns the name of a move in NamedMoves, or "" if it has none.
func NameOfMove(moves string) string {
	for _, m := range NamedMoves() {
		if m.Betza == moves {
			return m.Name
		}
	}
	return ""
}

// ReadMove reads a move in Betza notation, or the name of a piece in place of it: of a game of the
// catalogue or of piecenames.tsv. It returns the move string. Note states which piece a name was
// assumed to mean, and is "" otherwise.
func ReadMove(text string) (move, note string, err error) {
	_, fault := betza.Parse(text)
	if fault == nil {
		return text, "", nil
	}
	found, names, err := FindPieces(text)
	if err != nil {
		return "", "", err
	}
	for _, f := range found {
		if p := f.Piece; len(p.Moves) == 1 && p.Moves[0].Area == "" {
			return p.Moves[0].Betza, fmt.Sprintf("%s is read as %s, its move in %s", p.Name, p.Moves[0].Betza, f.Games[0]), nil
		}
	}
	if len(found) > 0 {
		return "", "", fmt.Errorf("%q is the name of a piece whose moves depend on where it stands; expected a move such as %s; bestiary show %[1]s explains it",
			text, found[0].Piece.Moves[0].Betza)
	}
	for _, cells := range tableRows(pieceNamesTable) {
		if SameName(cells[0], text) {
			return cells[1], fmt.Sprintf("%s is read as %s", cells[0], cells[1]), nil
		}
		names = append(names, cells[0])
	}
	if near := toml.Nearest(text, names); near != "" && strings.ToLower(text) == text && len(text) > 3 {
		return "", "", fmt.Errorf("%s is neither a move in Betza notation nor the name of a piece; did you mean %q?", toml.Quote(text), near)
	}
	return "", "", fault
}
