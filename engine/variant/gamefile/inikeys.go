package gamefile

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bestiary/engine/variant"
	"bestiary/internal/toml"
)

// The types of keys other than flags and lists of words.
const (
	piecesType = "pieces"
	regionType = "region"
	rankType   = "rank"
	fileType   = "file"
	numberType = "number"
	flagWords  = "true|false"
	aidMark    = "*" // ends the type of a key that only helps the program to play
)

// sides end the keys for one side, by whether it is Black.
var sides = map[bool]string{false: "White", true: "Black"}

// key is a key of the program that is not a piece.
type key struct {
	name, kind, standard string
	sets                 []string // the keys that it sets: itself, or a key for each side
	field                field
	needs                []string // names of conditions
}

// field is the field of the rules set by a key.
type field struct {
	path     string // "" for none
	opposite bool   // the flag is the negation of the field
	all      bool   // an empty list means all pieces
	value    string // value of the field if the flag is set; "" if the field is a flag, too
}

//go:embed keys.tsv
var keysTable string

// keys returns all keys in the order in which the program reads them.
var keys = sync.OnceValue(func() []key {
	var list []key
	for _, row := range tableRows(keysTable) {
		row = append(row, "", "", "")
		k := key{name: row[0], kind: row[1], standard: row[2], sets: strings.Fields(cmp.Or(row[3], row[0])), needs: strings.Fields(row[5])}
		if k.kind == "flag" {
			k.kind = flagWords
		}
		path := row[4]
		path, k.field.opposite = strings.CutPrefix(path, "!")
		path, k.field.all = strings.CutPrefix(path, "*")
		k.field.path, k.field.value, _ = strings.Cut(path, "=")
		list = append(list, k)
	}
	return list
})

// keyNamed returns the key with a name, or nil.
func keyNamed(name string) *key {
	list := keys()
	if i := slices.IndexFunc(list, func(k key) bool { return k.name == name }); i >= 0 {
		return &list[i]
	}
	return nil
}

// knownKeys returns the names to suggest for an unknown key.
func knownKeys() []string {
	var known []string
	for _, k := range keys() {
		known = append(known, k.name)
	}
	for _, p := range standardPieces() {
		known = append(known, p.key)
	}
	return append(known, customKey+"1", kingKey)
}

// conditions has the conditions by the names that keys.tsv gives them.
var conditions = map[string]func(*iniReader) bool{
	"castles":             func(r *iniReader) bool { return r.is("castling") && r.start.rights != "" },
	"goal":                func(r *iniReader) bool { return r.goal("White") || r.goal("Black") },
	"white-goal":          func(r *iniReader) bool { return r.goal("White") },
	"black-goal":          func(r *iniReader) bool { return r.goal("Black") },
	"extinction":          (*iniReader).canBeExtinct,
	"drops":               func(r *iniReader) bool { return r.is("pieceDrops") },
	"hand":                func(r *iniReader) bool { return r.is("pieceDrops") || r.is("seirawanGating") },
	"line":                (*iniReader).connects,
	"double-step":         func(r *iniReader) bool { return r.is("doubleStep") },
	"forms":               func(r *iniReader) bool { return len(r.promoted()) > 0 },
	"repetition":          func(r *iniReader) bool { return r.peek("nFoldRule").value != "0" },
	"decisive-repetition": func(r *iniReader) bool { return r.peek("nFoldValue").value != "draw" },
	"n-move":              func(r *iniReader) bool { return r.peek("nMoveRule").value != "0" },
	"king":                (*iniReader).hasKing,
	"king-piece":          func(r *iniReader) bool { return slices.Contains(r.list, kingKey) },
	"soldier":             func(r *iniReader) bool { return slices.Contains(r.list, soldierKey) },
	"shogi-pawn":          func(r *iniReader) bool { return slices.Contains(r.list, "shogiPawn") },
	"walls":               func(r *iniReader) bool { return r.peek("wallingRule").value != "none" },
}

// means reports whether a key has a meaning given the values of others.
func (r *iniReader) means(k *key) bool {
	return !slices.ContainsFunc(k.needs, func(name string) bool { return !conditions[name](r) })
}

// goal reports whether a side can win by reaching certain squares.
func (r *iniReader) goal(side string) bool { return !r.squares(r.peek("flagRegion" + side)).empty() }

// connects reports whether a number of pieces in a row or on a region wins.
func (r *iniReader) connects() bool {
	for _, name := range []string{"connectN", "connectNxN", "collinearN"} {
		if r.peek(name).value != "0" {
			return true
		}
	}
	return !r.squares(r.peek("connectRegion1White")).empty() || !r.squares(r.peek("connectRegion1Black")).empty()
}

// readFields sets the fields of the rules that correspond to keys.
func (r *iniReader) readFields(v *variant.Variant) {
	for _, k := range keys() {
		if k.field.path == "" {
			continue
		}
		name := r.ofBothSides(&k)
		if !r.means(keyNamed(name)) {
			continue
		}
		value := r.fieldValue(&k, name)
		switch on := value == "true"; {
		case k.field.opposite:
			value = strconv.FormatBool(!on)
		case k.field.value != "" && !on:
			continue
		case k.field.value != "":
			value = k.field.value
		}
		if err := v.SetRule(k.field.path, value); err != nil {
			s := r.get(name)
			r.Fault(s.line, s.key, err.Error(), "", "")
		}
	}
}

// ofBothSides returns the key whose value applies to both sides: White's, or Black's if
// White's has no meaning. If they differ, the rule is lost.
func (r *iniReader) ofBothSides(k *key) string {
	side, ok := strings.CutSuffix(k.name, "White")
	if black := side + "Black"; ok && keyNamed(black).field.path == "" {
		own, other := r.get(k.name), r.get(black)
		switch {
		case !r.means(k):
			return black
		case r.means(keyNamed(black)) && !r.same(k, own, other):
			r.lose(black, "not the same for Black as for White", "White's for both")
		}
	}
	return k.name
}

// fieldValue converts the value of a key to the value of a field of the rules.
func (r *iniReader) fieldValue(k *key, name string) string {
	switch k.kind {
	case numberType:
		return strconv.Itoa(r.number(name, 0, variant.MaxNMove))
	case regionType:
		return strings.Join(r.region(name).rectangles(), ",")
	case piecesType:
		return strings.Join(r.allKinds(name, k.field.all), ",")
	}
	return r.word(name)
}

// allKinds returns the names of the pieces of a set, or none if it contains all of them.
func (r *iniReader) allKinds(name string, all bool) []string {
	var names []string
	for _, piece := range r.get(name).pieces {
		kinds := r.kinds(piece)
		switch {
		case piece == everyPiece && all:
			return nil
		case piece == everyPiece:
			r.lose(name, "all pieces", "none")
		case len(kinds) > 1 && name == "extinctionPieceTypes":
			r.lose(name, "a kind that counts together with promoted forms", "each by itself")
		}
		names = append(names, kinds...)
	}
	return names
}

// fields writes the keys that correspond to fields of the rules. Values that do not fit
// into a key are left to other functions.
func (w *iniWriter) fields() {
	game := w.Game.Canonical()
	for _, k := range keys() {
		if k.field.path == "" {
			continue
		}
		value, ok := game.RuleValue(k.field.path)
		switch {
		case !ok:
			continue
		case k.field.opposite:
			value = strconv.FormatBool(value != "true")
		case k.field.value != "":
			value = strconv.FormatBool(value == k.field.value)
		case k.kind == regionType:
			region := w.covered(strings.Split(value, ","))
			if value = region.String(); game.Rules.Goal.Blocked {
				value = region.each() // of a whole rank the program counts squares beyond the board, too
			}
		case k.kind == "flag" && value != "true" && value != "false":
			value = "true" // a list of names, which the file cannot state
		case k.kind == piecesType && value == "" && k.field.all:
			value = everyPiece
		case k.kind == piecesType:
			value = cmp.Or(w.letters(strings.Split(value, ",")), "-")
		case strings.Contains(k.kind, "|") && !slices.Contains(strings.Split(k.kind, "|"), value):
			continue
		}
		if value == k.standard && (k.kind != numberType || value == "0") {
			continue
		}
		name := k.name
		if side, ok := strings.CutSuffix(name, "White"); ok && keyNamed(side+"Black").field.path == "" {
			name = side
		}
		w.set(name, value)
	}
}

// file parses the letter or number of a file, counted from 0.
func (r *iniReader) file(s setting) int {
	file := -1
	if len(s.value) == 1 && s.value[0] >= 'a' && s.value[0] <= 'z' {
		file = int(s.value[0] - 'a')
	} else if n, err := strconv.ParseUint(s.value, 10, 8); err == nil {
		file = int(n) - 1
	}
	if file < 0 || file >= variant.MaxSide {
		r.Fault(s.line, s.key, toml.Quote(s.value), fmt.Sprintf("a file from a to %c, or its number", 'a'+variant.MaxSide-1), "")
		return 0
	}
	return file
}

// number reads a number between two limits.
func (r *iniReader) number(name string, low, high int) int {
	s := r.get(name)
	standard, _ := strconv.Atoi(keyNamed(name).standard)
	return r.Number(s.line, s.key, s.value, standard, low, high)
}

func (r *iniReader) flag(name string) bool { return r.word(name) == "true" }

// word reads the value of a key that is one of several words.
func (r *iniReader) word(name string) string {
	s, k := r.get(name), keyNamed(name)
	return r.Choice(s.line, s.key, s.value, k.standard, strings.Split(k.kind, "|")...)
}
