package gamefile

import (
	"bestiary/internal/toml"
	"fmt"
	"slices"

	"bestiary/engine/variant"
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
	r := &iniReader{model: newModel(), followed: map[string]bool{}, names: map[string]string{}}
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
		list := r.ancestry(sections, name)
		if len(r.Errors) > 0 {
			return
		}
		for i := range list {
			r.apply(list[len(list)-1-i])
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
