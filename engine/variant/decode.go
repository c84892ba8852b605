package variant

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"bestiary/internal/files"
)

// Limits on the parts of a game.
const (
	MinSide       = 2    // files, ranks
	MaxSide       = 16   // files, ranks
	MaxPieces     = 26   // kinds of pieces: one for each letter
	MaxPaths      = 8192 // ways to move of all pieces, as betza writes them out
	MaxName       = 40   // characters of a name
	MaxLost       = 500  // rules that an approximation lacks
	maxLostText   = 4200 // bytes of one of them
	maxMoveSets   = 16   // move sets of a piece
	maxOwnOptions = 16
	maxOwnValues  = 16 // values of a game's own option
)

// decodeVariant builds a game from the fields of a file. What is absent gets
// its default. It also returns the defaults that the file states for the game's
// own options.
func decodeVariant(t *Section) (v *Variant, defaults []string) {
	v = &Variant{}
	t.readFields(v.headFields())
	if board := t.Section("board"); board != nil {
		board.readFields(v.boardFields())
		board.Close()
	}
	for _, piece := range t.Sections("piece", MaxPieces) {
		v.Pieces = append(v.Pieces, decodePiece(piece))
	}
	for _, piece := range t.Sections("reserve", MaxPieces) {
		v.Reserve = append(v.Reserve, decodePiece(piece))
	}
	decodeRules(t, v)
	for _, option := range t.Sections("option", maxOwnOptions) {
		o, value := decodeOwnOption(option, v)
		v.OwnOptions, defaults = append(v.OwnOptions, o), append(defaults, value)
	}
	t.Close()
	return v, defaults
}

// fileField is a field of a table of a file that is read and written as it is.
type fileField struct {
	key      string
	at       any // a *string, *bool, *int or *[]string
	required bool
}

func (v *Variant) headFields() []fileField {
	return []fileField{{"name", &v.Name, true}, {"title", &v.Title, false}, {"author", &v.Author, false},
		{"source", &v.Source, false}, {"description", &v.Description, false}, {"approximates", &v.Approximates, false}}
}

func (v *Variant) boardFields() []fileField {
	return []fileField{{"files", &v.Files, true}, {"ranks", &v.Ranks, true}, {"holes", &v.Holes, false}, {"array", &v.Array, true}}
}

// fields are the fields of a piece that come before its moves.
func (p *Piece) fields() []fileField {
	return []fileField{{"name", &p.Name, true}, {"symbol", &p.Symbol, true},
		{"promoted-from", &p.PromotedFrom, false},
		{"royal", &p.Royal, false}, {"pawn", &p.Pawn, false}, {"explodes", &p.Explodes, false},
		{"avoids-own-kind", &p.AvoidsOwnKind, false},
		{"drop-area", &p.DropArea, false}, {"black-drop-area", &p.BlackDropArea, false}, {"drop-per-file", &p.DropPerFile, false}}
}

// fields are the fields of a set of moves with its ranks as a text.
func (m *MoveSet) fields(ranks *string) []fileField {
	return []fileField{{"move", &m.Betza, true}, {"ranks", ranks, false}, {"area", &m.Area, false},
		{"flying", &m.Flying, false}, {"royal-only", &m.RoyalOnly, false}, {"leaves-en-passant", &m.LeavesEnPassant, false}}
}

func decodePiece(t *Section) Piece {
	var p Piece
	t.readFields(p.fields())
	p.Moves = decodeMoves(t)
	t.Text("note", &p.Note)
	t.Close()
	if t.faults.settled[field(t.path, "royal")] {
		t.faults.settled["piece"] = true // that no piece is royal follows from it
	}
	return p
}

// decodeMoves reads the move of a piece without limits and those with limits.
func decodeMoves(t *Section) []MoveSet {
	var moves []MoveSet
	var everywhere MoveSet
	t.Text("move", &everywhere.Betza)
	if t.Has("move") {
		moves = append(moves, everywhere)
	}
	for _, set := range t.Sections("more-moves", maxMoveSets) {
		moves = append(moves, decodeMoveSet(set))
	}
	if len(moves) > 0 && !t.Has("move") && moves[0].everywhere() {
		t.report("move", "missing", "the move of more-moves[1], which has no limits")
	}
	return moves
}

func decodeMoveSet(t *Section) MoveSet {
	var m MoveSet
	ranks := "1"
	t.readFields(m.fields(&ranks))
	first, last, ok := parseRanks(ranks)
	switch {
	case !ok:
		t.report("ranks", Quote(ranks), `one rank or a range, as in "2" or "2-4"`)
	case t.Has("ranks"):
		m.FirstRank, m.LastRank = first, last
	}
	t.Close()
	return m
}

// decodeRules reads the rules of a game whose pieces are known.
func decodeRules(t *Section, v *Variant) {
	rules := t.Section("rules")
	if rules == nil {
		rules = &Section{faults: t.faults, path: "rules"}
	}
	s := scope{Rules: &v.Rules, v: v}
	decodeRuleTable(rules, "", s)
	decodeRuleTable(rules.Section(castlingTable), castlingTable, s)
	v.Rules.Promotions = decodePromotions(rules, v)
	decodeRuleTable(rules.Section(gatingTable), gatingTable, s)
	decodeRuleTable(rules.Section(handTable), handTable, s)
	decodeRuleTable(rules.Section(blastTable), blastTable, s)
	explosion := rules.Section(explosionTable)
	if explosion != nil && !v.anyExplodes() {
		rules.report(explosionTable, "has no meaning when no piece explodes", "")
		explosion = nil
	}
	decodeRuleTable(explosion, explosionTable, s)
	decodeRuleTable(rules.Section(extinctionTable), extinctionTable, s)
	decodeRuleTable(rules.Section(goalTable), goalTable, s)
	rules.Close()
}

// decodePromotions reads the promotions of a game or of a value of its own
// options.
func decodePromotions(t *Section, v *Variant) []Promotion {
	tables := t.Sections(promotionTable, MaxPieces)
	if len(tables) == 0 {
		return nil
	}
	list := make([]Promotion, len(tables))
	for i, s := range promotionScopes(v, list) {
		decodeRuleTable(tables[i], promotionTable, s)
	}
	return list
}

// Load reads and checks the game file at path.
func Load(path string) (*Variant, error) {
	data, err := files.Read(path, MaxFileSize)
	if err != nil {
		return nil, err
	}
	return Parse(path, data)
}

// Parse reads and checks a game file, which error messages call name. The error
// is of type Errors and holds every fault of the file, or only one if the file is
// not TOML.
func Parse(name string, data []byte) (*Variant, error) {
	v, lines, errs := parse(data)
	if len(errs) > 0 {
		errs.at(name, lines)
		return nil, errs
	}
	return v, nil
}

func parse(data []byte) (*Variant, lineIndex, Errors) {
	fields, lines, err := parseTOML(data)
	if err != nil {
		return nil, nil, Errors{err}
	}
	root := newRoot(fields)
	found := root.faults
	v, defaults := decodeVariant(root)
	for _, err := range v.check() {
		if !found.settled[err.Field] {
			found.list = append(found.list, err)
		}
	}
	v = v.Canonical()
	if len(found.list) == 0 {
		found.list = v.checkDefaults(defaults)
	}
	return v, lines, found.list
}

// parseTOML reads a file as TOML and finds the lines of its fields.
func parseTOML(data []byte) (map[string]any, lineIndex, *FieldError) {
	if len(data) > MaxFileSize {
		return nil, nil, &FieldError{Found: "the file is too long", Expected: fmt.Sprintf("at most %d bytes", MaxFileSize)}
	}
	if !utf8.Valid(data) {
		return nil, nil, &FieldError{Found: "the file is not text in UTF-8"}
	}
	src := strings.TrimPrefix(string(data), "\ufeff")
	lines, limit := indexLines(src)
	if limit != nil {
		return nil, nil, limit
	}
	var fields map[string]any
	if _, err := toml.Decode(src, &fields); err != nil {
		return nil, nil, syntaxError(err)
	}
	return fields, lines, nil
}

// syntaxError is a fault that the TOML decoder found.
func syntaxError(err error) *FieldError {
	var at toml.ParseError
	if !errors.As(err, &at) {
		return &FieldError{Found: err.Error()}
	}
	return &FieldError{Line: at.Position.Line, Found: "not valid TOML: " + at.Message}
}
