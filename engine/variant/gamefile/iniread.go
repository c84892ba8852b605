package gamefile

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

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
		list := r.ancestry(sections, name)
		if len(r.Errors) > 0 {
			return
		}
		for i := range list {
			r.apply(list[len(list)-1-i])
		}
		if oldest := list[len(list)-1]; len(r.model.letters) == 0 && oldest.parent == "" {
			r.Fault(oldest.line, "["+oldest.name+"]", "no pieces and no parent to have them from",
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

// section is one section of a file.
type section struct {
	name, parent string
	line         int
	builtin      bool
	settings     []setting
	stray        []setting // lines that are not key = value
}

// setting is a key with a value.
type setting struct {
	key, value string
	line       int      // 0 in a built-in game
	pieces     []string // keys of the pieces in a set
}

// builtins returns the built-in games.
var builtins = sync.OnceValue(func() []section {
	own := split(builtin)
	for i := range own {
		own[i].builtin = true
		for j := range own[i].settings {
			own[i].settings[j].line = 0
		}
	}
	return own
})

// Sections returns the names of the sections of a file, in order. The list is empty for a
// file that Parse rejects as a whole.
func Sections(data []byte) []string {
	_, text, ok := newReport("", data, false)
	if !ok {
		return nil
	}
	var names []string
	for i, s := range split(text) {
		if i == maxSections {
			return nil
		}
		names = append(names, s.name)
	}
	return names
}

// split splits a file into its sections. It stops after maxSections+1 sections.
func split(text string) []section {
	var sections []section
	for number := 1; text != "" && len(sections) <= maxSections; number++ {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		line = withoutComment(line)
		switch {
		case line == "":
		case line[0] == '[':
			name, parent, _ := strings.Cut(strings.TrimSuffix(line[1:], "]"), ":")
			sections = append(sections, section{name: strings.TrimSpace(name), parent: strings.TrimSpace(parent), line: number})
		case len(sections) > 0:
			sections[len(sections)-1].add(line, number)
		}
	}
	return sections
}

func (s *section) add(line string, number int) {
	key, value, ok := strings.Cut(line, "=")
	entry := setting{key: strings.TrimSpace(key), value: strings.TrimSpace(value), line: number}
	switch {
	case len(s.settings)+len(s.stray) > maxKeys:
	case ok && entry.key != "":
		s.settings = append(s.settings, entry)
	default:
		s.stray = append(s.stray, setting{value: line, line: number})
	}
}

// withoutComment removes a comment and the space around a line.
func withoutComment(line string) string {
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' || line[0] == ';' {
		return ""
	}
	for _, mark := range []string{" #", "\t#", " ;", "\t;"} {
		line, _, _ = strings.Cut(line, mark)
	}
	return strings.TrimSpace(line)
}

// ancestry returns a section and its ancestors, the nearest first.
func (r *iniReader) ancestry(sections []section, name string) []*section {
	own := builtins()
	var list []*section
	line := 0
	before := map[string]bool{}
	for generation := 0; name != ""; generation++ {
		s := find(sections, name)
		if s == nil || before[name] && s.parent == name {
			s = find(own, name)
		}
		switch {
		case s == nil && before[name]:
			r.Fault(line, "["+name+"]", "inherits from itself", "another section or a game of the program", "")
			return nil
		case s == nil:
			r.Fault(line, "["+name+"]", "no such section", "a section of the file or a game of the program",
				toml.Nearest(name, append(namesOf(sections), namesOf(own)...)))
			return nil
		case before[name] && !s.builtin, generation == maxAncestry:
			r.Fault(line, "["+name+"]", "inherits from itself or from too many others", fmt.Sprintf("at most %d parents", maxAncestry), "")
			return nil
		}
		before[name] = true
		if again := find(sections[slices.IndexFunc(sections, func(o section) bool { return o.name == name })+1:], name); again != nil && !s.builtin {
			r.Fault(again.line, "["+name+"]", fmt.Sprintf("also the name of the section on line %d", s.line), "each section once", "")
		}
		r.checkLines(s)
		list = append(list, s)
		name, line = s.parent, s.line
	}
	return list
}

// checkLines reports the lines of a section that are not settings.
func (r *iniReader) checkLines(s *section) {
	item := "[" + s.name + "]"
	if len(s.settings)+len(s.stray) > maxKeys {
		r.Fault(s.line, item, "too many lines", fmt.Sprintf("at most %d keys", maxKeys), "")
		return
	}
	for _, stray := range s.stray {
		r.Fault(stray.line, item, toml.Quote(stray.value), "key = value", "")
	}
}

// find returns the first section with a name, or nil.
func find(sections []section, name string) *section {
	for i := range sections {
		if sections[i].name == name {
			return &sections[i]
		}
	}
	return nil
}

func namesOf(sections []section) []string {
	names := make([]string, len(sections))
	for i, s := range sections {
		names[i] = s.name
	}
	return names
}
