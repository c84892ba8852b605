package gamefile

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"bestiary/engine/variant"
	"bestiary/internal/toml"
)

// iniReader reads one section.
type iniReader struct {
	report
	model        *model
	unknown      []setting       // keys unknown to the program
	followed     map[string]bool // keys that the reader has used
	files, ranks int
	start        start
	lines        [][2]int // the palaces, see palaces
	list         []string // keys of the game's pieces, in order
	forms        []form
	returns      bool              // a pawn can take back a move
	names        map[string]string // names of pieces by key
}

// ParseINI parses one section of a variants.ini of at most 1 MiB. Messages use name for the
// file; the game has the name of the section. The error is of type toml.Errors and holds
// all faults found, including rules that a game file cannot express, unless approximate says
// to leave them out: then the game lists them in Approximates. Warnings are returned even
// with an error; their line is 0 if they concern a built-in game.
func ParseINI(name string, data []byte, section string, approximate bool) (*variant.Variant, []Warning, error) {
	own := &model{map[string]string{}, map[string]string{}, map[string]int{}, map[string]setting{}, map[string]string{}, map[string]int{}}
	r := &iniReader{model: own, followed: map[string]bool{}, names: map[string]string{}}
	report, text, ok := newReport(name, data, approximate)
	r.report = report
	if ok {
		r.readSection(split(text), section)
	}
	v := &variant.Variant{Name: gameName(section), Title: gameName(section)}
	if !r.Faulty() {
		r.build(v)
	}
	for _, s := range r.unknown {
		r.Unknown(s.line, s.key, s.value, knownKeys())
	}
	return r.Finish(v, r.lineOf)
}

// readSection combines the settings of a section and its ancestors.
func (r *iniReader) readSection(sections []section, name string) {
	switch {
	case len(sections) > maxSections:
		r.Fault(sections[maxSections].line, "", "too many sections", fmt.Sprintf("at most %d", maxSections), "")
	case name == "" && len(sections) == 0:
		r.Fault(0, "", "no sections", "[NAME] and below it the keys of a game", "")
	case name == "":
		r.Fault(0, "", "no section named", "the name of a section", "")
	default:
		for _, s := range sections[:min(len(sections), 1)] {
			for _, above := range s.stray {
				if above.line < s.line {
					r.Warn("no-section", above.line, "", "%s is above the first section and is ignored, as in Fairy-Stockfish", toml.Quote(above.value))
				}
			}
		}
		list := r.ancestry(sections, name)
		if len(r.Errors) > 0 {
			return
		}
		for i := range list {
			r.apply(list[len(list)-1-i])
		}
		if oldest := list[len(list)-1]; len(r.model.letters) == 0 && oldest.parent == "" {
			r.Fault(oldest.line, "["+oldest.name+"]", "no pieces, and no parent to inherit them from",
				fmt.Sprintf("[%s:PARENT], as in [%[1]s:chess]", oldest.name), "")
		}
	}
}

// build makes the game. Each step uses the results of earlier ones.
func (r *iniReader) build(v *variant.Variant) {
	width := r.get("maxFile")
	r.files = r.file(width) + 1
	r.ranks = r.number("maxRank", variant.MinSide, variant.MaxSide)
	if r.files < variant.MinSide && len(r.Errors) == 0 {
		r.Fault(width.line, width.key, toml.Quote(width.value), fmt.Sprintf("at least %d files", variant.MinSide), "")
	}
	v.Files, v.Ranks = r.files, r.ranks
	if len(r.Errors) > 0 {
		return
	}
	r.readStart(v)
	if r.Faulty() {
		return
	}
	r.readPieces(v)
	r.rules(v)
	r.unfollowed()
}

// lineOf returns the line that caused a fault in a field of the game.
func (r *iniReader) lineOf(field string) int {
	var n int
	if _, err := fmt.Sscanf(field, "piece[%d]", &n); err == nil && n <= len(r.list) {
		return r.model.lines[r.list[n-1]]
	} else if n -= len(r.list); err == nil && n <= len(r.forms) {
		return r.model.lines[r.forms[n-1].from]
	}
	if field == "board.array" {
		return r.model.values["startFen"].line
	}
	if i := slices.IndexFunc(keys(), func(k key) bool { return k.field.path == field }); i >= 0 {
		return r.model.values[keys()[i].name].line
	}
	return 0
}

//go:embed builtin.ini
var builtin string

// Limits on a file.
const (
	maxSections = 2000
	maxAncestry = 32
	maxKeys     = 500 // of one section
)

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
		case r.followed[name], k == nil && (!isMobility(name, r.list) || s.value == "-"):
		case k != nil && (strings.HasSuffix(k.kind, aidMark) || r.isStandard(k, s) || !r.means(k)):
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

// loseIf is lose if something holds.
func (r *iniReader) loseIf(holds bool, name, why, instead string) {
	if holds {
		r.lose(name, why, instead)
	}
}

const mobilityPrefix = "mobilityRegion"

// isMobility reports whether a key is the mobility region of one of some pieces.
func isMobility(name string, pieces []string) bool {
	return slices.ContainsFunc(pieces, func(piece string) bool {
		return name == mobilityKey("White", piece) || name == mobilityKey("Black", piece)
	})
}

// mobilityKey returns the key of the mobility region of a piece.
func mobilityKey(side, piece string) string {
	return fmt.Sprint(mobilityPrefix, side, strings.ToUpper(piece[:1]), piece[1:])
}
