package fsfini

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bestiary/engine/variant"
	"bestiary/engine/variant/internal/importing"
)

// standardPiece is a piece that the program knows.
type standardPiece struct {
	key, name, move string
}

//go:embed pieces.tsv
var piecesTable string

// piecesWhere lists the rows of the table whose key is - or is not.
func piecesWhere(custom bool) func() []standardPiece {
	return sync.OnceValue(func() []standardPiece {
		var list []standardPiece
		for _, row := range importing.Table(piecesTable) {
			if (row[0] == "-") == custom {
				list = append(list, standardPiece{row[0], row[1], row[2]})
			}
		}
		return list
	})
}

// standardPieces are in the order in which they are listed in a game. Those
// without a move cannot be expressed. knownNames are names for the moves of custom
// pieces, without keys.
var standardPieces, knownNames = piecesWhere(false), piecesWhere(true)

const (
	kingKey    = "king"
	customKey  = "customPiece"
	maxCustoms = 100
)

func isPieceKey(key string) bool {
	return key == kingKey || customNumber(key) > 0 ||
		slices.ContainsFunc(standardPieces(), func(p standardPiece) bool { return p.key == key })
}

// customNumber is the number of a custom piece, 0 if the key is not one.
func customNumber(key string) int {
	digits, ok := strings.CutPrefix(key, customKey)
	n, err := strconv.ParseUint(digits, 10, 16)
	if !ok || err != nil || n > maxCustoms || digits[0] == '0' {
		return 0
	}
	return int(n)
}

// readPieces lists the pieces of the game without castling and pawn steps.
func (r *reader) readPieces(v *variant.Variant) {
	for _, p := range standardPieces() {
		if s, ok := r.settings[p.key]; ok && s.value != "-" {
			r.standard(v, p, s)
		}
	}
	var customs []int
	for key := range r.settings {
		if n := customNumber(key); n > 0 && r.settings[key].value != "-" {
			customs = append(customs, n)
		}
	}
	slices.Sort(customs)
	for _, n := range customs {
		key := customKey + strconv.Itoa(n)
		r.custom(v, key, r.settings[key])
	}
	if s, ok := r.settings[kingKey]; ok && s.value != "-" {
		letter, move, own := strings.Cut(s.value, ":")
		if !own {
			move = "K"
		}
		r.piece(v, kingKey, "king", letter, move, s.line)
		if n := len(v.Pieces); n > 0 {
			v.Pieces[n-1].Royal = v.Pieces[n-1].Name == "king"
		}
	}
}

func (r *reader) standard(v *variant.Variant, p standardPiece, s setting) {
	if p.move == "" {
		r.Fault(s.line, p.key, "a piece whose moves a game file cannot say", "another piece", "")
		return
	}
	r.pieceOf(v, p.key, p.name, s.value, []variant.MoveSet{{Betza: p.move}}, s.line)
}

// custom adds a custom piece, letter:move.
func (r *reader) custom(v *variant.Variant, key string, s setting) {
	letter, move, ok := strings.Cut(s.value, ":")
	if !ok {
		r.Fault(s.line, key, variant.Quote(s.value), "a letter and a move, as in a:BN", "")
		return
	}
	r.piece(v, key, "", letter, move, s.line)
}

// piece adds a piece with a move in the program's notation. A piece without a
// name gets one.
func (r *reader) piece(v *variant.Variant, key, name, letter, move string, line int) {
	sets, err := r.moves(strings.TrimSpace(move))
	if !r.MoveFault(line, key, move, err) {
		r.pieceOf(v, key, name, letter, sets, line)
	}
}

func (r *reader) pieceOf(v *variant.Variant, key, name, letter string, sets []variant.MoveSet, line int) {
	letter = strings.ToUpper(strings.TrimSpace(letter))
	if len(letter) != 1 || letter[0] < 'A' || letter[0] > 'Z' {
		r.Fault(line, key, variant.Quote(letter), "one letter, a to z", "")
		return
	}
	var names []string
	for _, p := range v.Pieces {
		names = append(names, p.Name)
		if p.Symbol == letter {
			r.Fault(line, key, fmt.Sprintf("%s is also the letter of %s", variant.Quote(letter), p.Name), "each letter once", "")
			return
		}
	}
	if name == "" {
		name = nameFor(sets)
	}
	if name == "" {
		name = "piece-" + strings.ToLower(letter)
		r.Warn("name", line, key, "the file has no name for it; called %s here", name)
	}
	r.lines[len(v.Pieces)+1] = line
	v.Pieces = append(v.Pieces, variant.Piece{Name: importing.Unique(name, names), Symbol: letter, Moves: sets, Pawn: key == "pawn"})
}

func nameFor(sets []variant.MoveSet) string {
	for _, known := range knownNames() {
		if len(sets) == 1 && sets[0] == (variant.MoveSet{Betza: known.move}) {
			return known.name
		}
	}
	return ""
}

// byLetter finds a piece by its letter in either case.
func byLetter(v *variant.Variant, letter byte) *variant.Piece {
	for i := range v.Pieces {
		if strings.EqualFold(v.Pieces[i].Symbol, string(letter)) {
			return &v.Pieces[i]
		}
	}
	return nil
}
