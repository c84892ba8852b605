package gamefile

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"bestiary/internal/toml"
)

// model holds the combined settings of the sections, applied in order from the oldest
// ancestor. Pieces are identified by their keys: a letter may change, and sets of pieces
// refer to the letters of their own section.
type model struct {
	letters map[string]string  // of the pieces, upper case
	moves   map[string]string  // of custom pieces, and of a king with a move
	lines   map[string]int     // of the pieces
	values  map[string]setting // by the keys that they set
	forms   map[string]string  // promotedPieceType, accumulated over sections
	limits  map[string]int     // promotionLimit, accumulated over sections
}

func newModel() *model {
	return &model{map[string]string{}, map[string]string{}, map[string]int{}, map[string]setting{}, map[string]string{}, map[string]int{}}
}

// apply adds the settings of a section.
func (r *iniReader) apply(s *section) {
	entries := map[string]setting{}
	for _, entry := range s.settings { // the last one wins
		entries[entry.key] = entry
	}
	for _, piece := range pieceKeys(entries) {
		r.model.setPiece(r, piece, entries[piece])
	}
	for name, entry := range entries {
		if strings.HasPrefix(name, mobilityPrefix) {
			r.model.values[name] = entry
		}
	}
	for _, k := range keys() {
		if entry, ok := entries[k.name]; ok {
			if k.kind == piecesType {
				entry.pieces = r.model.pieceSet(r, entry)
			}
			for _, name := range k.sets {
				r.model.values[name] = entry
			}
		}
	}
	r.model.addForms(entries["promotedPieceType"].value)
	r.model.addLimits(entries["promotionLimit"].value)
	for _, entry := range s.settings {
		if keyNamed(entry.key) == nil && !isPieceKey(entry.key) && !isMobility(entry.key) {
			r.unknown = append(r.unknown, entry)
		}
	}
}

// pieceKeys returns the keys of pieces among entries, in the program's order.
func pieceKeys(entries map[string]setting) []string {
	var list []string
	for _, p := range standardPieces() {
		if _, ok := entries[p.key]; ok {
			list = append(list, p.key)
		}
	}
	for n := range maxCustoms {
		if name := customKey + strconv.Itoa(n+1); entries[name].key != "" {
			list = append(list, name)
		}
	}
	if _, ok := entries[kingKey]; ok {
		list = append(list, kingKey)
	}
	return list
}

// setPiece gives a piece its letter and move. Any other piece with the letter leaves the
// game.
func (m *model) setPiece(r *iniReader, piece string, s setting) {
	letter, move, own := strings.Cut(s.value, ":")
	letter = strings.ToUpper(strings.TrimSpace(letter))
	switch {
	case s.value == "":
		return
	case s.value == "-":
		m.remove(piece)
		return
	case customNumber(piece) > 0 && !own:
		r.Fault(s.line, piece, toml.Quote(s.value), "a letter and a move, as in a:BN", "")
		return
	case len(letter) != 1 || letter[0] < 'A' || letter[0] > 'Z':
		r.Fault(s.line, piece, toml.Quote(letter), "one letter, a to z", "")
		return
	}
	for other, taken := range m.letters {
		if taken == letter {
			m.remove(other)
		}
	}
	m.letters[piece], m.lines[piece] = letter, s.line
	delete(m.moves, piece)
	if own {
		m.moves[piece] = strings.TrimSpace(move)
	}
}

// remove removes a piece from the game and from the choices of promotions.
func (m *model) remove(piece string) {
	delete(m.letters, piece)
	delete(m.moves, piece)
	for _, name := range []string{"promotionPieceTypesWhite", "promotionPieceTypesBlack"} {
		if s, ok := m.values[name]; ok {
			s.pieces = slices.DeleteFunc(slices.Clone(s.pieces), func(p string) bool { return p == piece })
			m.values[name] = s
		}
	}
}

// everyPiece means all pieces in a set.
const everyPiece = "*"

// pieceSet returns the keys of the pieces whose letters a value lists.
func (m *model) pieceSet(r *iniReader, s setting) []string {
	var list []string
	for _, letter := range strings.ReplaceAll(s.value, " ", "") {
		switch piece := m.pieceOf(letter); {
		case letter == '-':
			return list
		case letter == '*':
			list = append(list, everyPiece)
		case piece == "":
			r.Fault(s.line, s.key, toml.Quote(string(letter))+" is no piece's letter", "letters of pieces", "")
			return nil
		default:
			list = append(list, piece)
		}
	}
	return list
}

// pieceOf returns the key of the piece with a letter in either case, or "".
func (m *model) pieceOf(letter rune) string {
	for piece, taken := range m.letters {
		if strings.EqualFold(taken, string(letter)) {
			return piece
		}
	}
	return ""
}

// standardSet maps the letters in defaults to the keys of pieces.
var standardSet = map[string][]string{"p": {"pawn"}, "r": {"rook"}, "k": {kingKey}, "*": {everyPiece}, "-": nil}

// get returns the value of a key, or its default, and marks the key as followed.
func (r *iniReader) get(name string) setting {
	r.followed[name] = true
	return r.peek(name)
}

// is reports whether a flag is set, without marking it as followed.
func (r *iniReader) is(name string) bool { return r.peek(name).value == "true" }

// peek returns the value of a key, or its default, without marking it as followed.
func (r *iniReader) peek(name string) setting {
	if s, ok := r.model.values[name]; ok {
		return s
	}
	k := keyNamed(name)
	if k == nil {
		return setting{key: name} // a mobility region
	}
	return setting{key: name, value: k.standard, pieces: standardSet[k.standard]}
}

// isStandard reports whether a value of a key is its default.
func (r *iniReader) isStandard(k *key, s setting) bool {
	standard := setting{key: s.key, value: k.standard, pieces: standardSet[k.standard]}
	return s.value == "" || r.same(k, s, standard)
}

// same reports whether two values of a key are equivalent.
func (r *iniReader) same(k *key, a, b setting) bool {
	switch k.kind {
	case piecesType:
		return slices.Equal(a.pieces, b.pieces)
	case regionType:
		return r.squares(a).equal(r.squares(b))
	case fileType:
		return r.file(a) == r.file(b)
	}
	return a.value == b.value
}

// unfollowed reports the keys that the reader did not follow, although they have a meaning
// and values other than their defaults.
func (r *iniReader) unfollowed() {
	for _, name := range slices.Sorted(maps.Keys(r.model.values)) {
		s := r.model.values[name]
		k := keyNamed(name)
		switch {
		case r.followed[name], k == nil && (!r.hasMobile(name) || s.value == "-"):
		case k != nil && (strings.HasSuffix(k.kind, aidMark) || r.isStandard(k, s) || !r.means(name)):
		default:
			r.lose(name, "no game file can say this", "left out")
		}
	}
}

// lose reports that a game file cannot express a key's value.
func (r *iniReader) lose(name, why, instead string) {
	s := r.get(name)
	r.Lose(s.line, s.key, s.value, why, instead)
}

const mobilityPrefix = "mobilityRegion"

// isMobility reports whether a key is the mobility region of a piece.
func isMobility(name string) bool {
	rest, ok := strings.CutPrefix(name, mobilityPrefix)
	if !ok {
		return false
	}
	for _, side := range []string{"White", "Black"} {
		if piece, ok := strings.CutPrefix(rest, side); ok && piece != "" {
			return isPieceKey(strings.ToLower(piece[:1]) + piece[1:])
		}
	}
	return false
}

// hasMobile reports whether the piece of a mobility region is part of the game.
func (r *iniReader) hasMobile(name string) bool {
	return slices.ContainsFunc(r.list, func(piece string) bool {
		return name == mobilityKey("White", piece) || name == mobilityKey("Black", piece)
	})
}

// mobilityKey returns the key of the mobility region of a piece.
func mobilityKey(side, piece string) string {
	return fmt.Sprint(mobilityPrefix, side, strings.ToUpper(piece[:1]), piece[1:])
}
