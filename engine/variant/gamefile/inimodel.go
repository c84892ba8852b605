package gamefile

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/variant"
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

// apply adds the settings of a section.
func (r *iniReader) apply(s *section) {
	entries := map[string]setting{}
	for _, entry := range s.settings { // the last one wins
		entries[entry.key] = entry
	}
	for _, piece := range pieceKeys() {
		if entry, ok := entries[piece]; ok {
			r.model.setPiece(r, piece, entry)
		}
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
			for i, name := range k.sets {
				if r.model.values[name] = entry; k.kind == rankType {
					r.model.values[name] = r.ranksOf(k.name, entries, i == 1)
				}
			}
		}
	}
	r.model.addForms(entries["promotedPieceType"].value)
	r.model.addLimits(entries["promotionLimit"].value)
	for _, entry := range s.settings {
		if keyNamed(entry.key) == nil && !slices.Contains(pieceKeys(), entry.key) && !isMobility(entry.key, pieceKeys()) {
			r.unknown = append(r.unknown, entry)
		}
	}
}

// ranksOf returns the region for a side of a key whose value is a rank counted from that side, as
// old files have it: pawns promote from it on, and make double steps up to it.
func (r *iniReader) ranksOf(key string, entries map[string]setting, black bool) setting {
	s := entries[key]
	rank := func(key string) int {
		text := cmp.Or(entries[key].value, keyNamed(key).standard)
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > variant.MaxSide {
			r.Fault(entries[key].line, key, toml.Quote(text), fmt.Sprintf("a rank, 1 to %d", variant.MaxSide), "")
		}
		return n
	}
	first, last := rank(key), variant.MaxSide
	if key != "promotionRank" {
		first, last = rank("doubleStepRankMin"), rank("doubleStepRank")
	}
	height := r.Number(r.peek("maxRank").line, "maxRank", r.peek("maxRank").value, 8, variant.MinSide, variant.MaxSide)
	var region []string
	for n := first; n <= min(last, height); n++ {
		side := n
		if black {
			side = height + 1 - n
		}
		region = append(region, fmt.Sprintf("*%d", side))
	}
	s.value = cmp.Or(strings.Join(region, " "), "-")
	return s
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
	case strings.HasPrefix(piece, customKey) && !own:
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
