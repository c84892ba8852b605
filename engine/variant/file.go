package variant

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/internal/files"
	"bestiary/internal/toml"
)

// Encode returns the game as a file in canonical form: fields in a fixed order, defaults
// of rules written out, no comments. Fields without a meaning are omitted.
func (v *Variant) Encode() []byte {
	v = v.Canonical()
	var e encoder
	e.Fields(v.headFields())
	e.Header("[board]")
	e.Fields(v.boardFields())
	s := scope{Rules: &v.Rules, v: v}
	e.ruleFields(boardTable, s)
	for i := range v.Pieces {
		e.piece("[[piece]]", &v.Pieces[i])
	}
	for i := range v.Reserve {
		e.piece("[[reserve]]", &v.Reserve[i])
	}
	for _, table := range tables {
		if table == promotionTable {
			e.promotions("[[rules.promotion]]", v, v.Rules.Promotions)
		} else {
			e.ruleTable("["+tablePath(table)+"]", table, s)
		}
	}
	for i := range v.OwnOptions {
		e.ownOption(v, &v.OwnOptions[i])
	}
	return e.Bytes()
}

// Hash returns 12 hexadecimal digits that identify the rules of the game. Names and order
// of the pieces count; the name of the game and descriptive texts do not. Values that the
// game's own options offer do not count, only the current fields.
func (v *Variant) Hash() string {
	v = v.essence()
	v.OwnOptions = nil
	return files.SHA256(v.Encode())[:12]
}

// essence returns a copy of the game in canonical form, without descriptive texts and
// unused parts of the rules.
func (v *Variant) essence() *Variant {
	v = v.Canonical()
	v.Name, v.Title, v.Author, v.Source, v.Description, v.Armies, v.Look = "", "", "", "", "", nil, Look{}
	for i := range v.Pieces {
		p := &v.Pieces[i]
		p.Note, p.Picture, p.Characters = "", "", nil
	}
	r := &v.Rules
	if !r.Castling.Kind.hasPartner() {
		r.Castling.Partner, r.Castling.ASidePartner, r.Castling.MorePartners = "", "", nil
	}
	r.Promotions = slices.DeleteFunc(r.Promotions, func(p Promotion) bool { return p.Zone == 0 })
	v.Reserve = nil
	return v
}

// encoder writes a game.
type encoder struct{ toml.Writer }

func (e *encoder) piece(header string, p *Piece) {
	e.Header(header)
	e.Fields(p.fields())
	e.moves(p.Moves)
	e.Fields(p.texts())
}

func (e *encoder) moves(more []MoveSet) {
	if len(more) > 0 && more[0].everywhere() {
		e.Value("move", &more[0].Betza)
		more = more[1:]
	}
	if len(more) == 0 {
		return
	}
	e.WriteString("more-moves = [\n")
	for i := range more {
		m, ranks := &more[i], ""
		if m.FirstRank != 0 || m.LastRank != 0 {
			ranks = formatRanks(m.FirstRank, m.LastRank)
		}
		var set encoder
		set.Fields(m.fields(&ranks))
		fmt.Fprintf(e, "  { %s },\n", strings.ReplaceAll(strings.TrimSpace(set.String()), "\n", ", "))
	}
	e.WriteString("]\n")
}

func (e *encoder) promotions(header string, v *Variant, list []Promotion) {
	for _, s := range promotionScopes(v, list) {
		e.ruleTable(header, promotionTable, s)
	}
}

// Limits on the parts of a game.
const (
	MinSide       = 2    // files, ranks
	MaxSide       = 16   // files, ranks
	MaxPieces     = 26   // kinds of pieces: one per letter
	MaxPaths      = 8192 // paths of all moves, as expanded by package betza
	MaxName       = 40   // characters of a name
	MaxLost       = 500  // rules that an approximation omits
	maxLostText   = 4200 // bytes of one such rule
	maxMoveSets   = 16   // move sets per piece
	maxOwnOptions = 16
	maxOwnValues  = 16 // values per own option
)

// decodeVariant builds a game from the fields of a file. Absent fields get their defaults.
// It also returns the defaults that the file states for the game's own options.
func decodeVariant(t *toml.Section) (v *Variant, defaults []string) {
	v = &Variant{}
	t.ReadFields(v.headFields())
	board := t.Section("board")
	if board != nil {
		board.ReadFields(v.boardFields())
	}
	decodeRuleTable(board, boardTable, scope{Rules: &v.Rules, v: v})
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

func (v *Variant) headFields() []toml.Field {
	return []toml.Field{toml.Required("name", &v.Name), toml.Optional("title", &v.Title), toml.Optional("author", &v.Author),
		toml.Optional("source", &v.Source), toml.Optional("description", &v.Description), toml.Optional("approximates", &v.Approximates)}
}

func (v *Variant) boardFields() []toml.Field {
	return []toml.Field{toml.Required("files", &v.Files), toml.Required("ranks", &v.Ranks), toml.Optional("holes", &v.Holes), toml.Required("array", &v.Array),
		toml.Optional("armies", &v.Armies), toml.Optional("points", &v.Look.Points), toml.Optional("palaces", &v.Look.Palaces),
		toml.Optional("river", &v.Look.River), toml.Optional("men", &v.Look.Men)}
}

// fields returns the fields of a piece that precede its moves.
func (p *Piece) fields() []toml.Field {
	return []toml.Field{toml.Required("name", &p.Name), toml.Required("symbol", &p.Symbol),
		toml.Optional("promoted-from", &p.PromotedFrom),
		toml.Optional("royal", &p.Royal), toml.Optional("pawn", &p.Pawn), toml.Optional("explodes", &p.Explodes),
		toml.Optional("avoids-own-kind", &p.AvoidsOwnKind), toml.Optional("may-not-capture", &p.MayNotCapture),
		toml.Optional("drop-area", &p.DropArea), toml.Optional("black-drop-area", &p.BlackDropArea), toml.Optional("drop-per-file", &p.DropPerFile)}
}

// texts returns the fields of a piece that are for people.
func (p *Piece) texts() []toml.Field {
	return []toml.Field{toml.Optional("note", &p.Note), toml.Optional("picture", &p.Picture), toml.Optional("characters", &p.Characters)}
}

// fields returns the fields of a set of moves. Its ranks are given as text.
func (m *MoveSet) fields(ranks *string) []toml.Field {
	return []toml.Field{toml.Required("move", &m.Betza), toml.Optional("ranks", ranks), toml.Optional("area", &m.Area),
		toml.Optional("flying", &m.Flying), toml.Optional("royal-only", &m.RoyalOnly), toml.Optional("leaves-en-passant", &m.LeavesEnPassant)}
}

func decodePiece(t *toml.Section) Piece {
	var p Piece
	t.ReadFields(p.fields())
	p.Moves = decodeMoves(t)
	t.ReadFields(p.texts())
	t.Close()
	if t.Settled("royal") {
		t.Settle("piece") // that no piece is royal follows from it
	}
	return p
}

// decodeMoves reads a piece's move without limits and its limited moves.
func decodeMoves(t *toml.Section) []MoveSet {
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
		t.Report("move", "missing", "the move of more-moves[1], which has no limits", "")
	}
	return moves
}

func decodeMoveSet(t *toml.Section) MoveSet {
	var m MoveSet
	ranks := "1"
	t.ReadFields(m.fields(&ranks))
	first, last, ok := parseRanks(ranks)
	switch {
	case !ok:
		t.Report("ranks", toml.Quote(ranks), `one rank or a range, as in "2" or "2-4"`, "")
	case t.Has("ranks"):
		m.FirstRank, m.LastRank = first, last
	}
	t.Close()
	return m
}

// decodeRules reads the rules of a game whose pieces are already decoded.
func decodeRules(t *toml.Section, v *Variant) {
	rules := t.Section("rules")
	if rules == nil {
		rules = t.Empty("rules")
	}
	for _, table := range tables {
		switch table {
		case "":
			decodeRuleTable(rules, table, scope{Rules: &v.Rules, v: v})
		case promotionTable:
			v.Rules.Promotions = decodePromotions(rules, v)
		default:
			section := rules.Section(table)
			if table == explosionTable && section != nil && !v.anyExplodes() {
				rules.Report(table, "has no meaning when no piece explodes", "", "")
				section = nil
			}
			decodeRuleTable(section, table, scope{Rules: &v.Rules, v: v})
		}
	}
	rules.Close()
}

// decodePromotions reads the promotions of a game, or of a value of one of its own
// options.
func decodePromotions(t *toml.Section, v *Variant) []Promotion {
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

// Load reads and checks the game file at path, and the pictures in its folder.
func Load(path string) (*Variant, error) {
	data, err := files.Read(path, toml.MaxFileSize)
	if err != nil {
		return nil, err
	}
	return ParseAt(path, data)
}

// ParseAt is Parse for the file at a path. Pictures that it names by their files are put
// into the game.
func ParseAt(path string, data []byte) (*Variant, error) {
	return parse(path, data, func(v *Variant) toml.Errors { return v.embedPictures(filepath.Dir(path)) })
}

// Parse reads and checks a game file. Error messages use name for the file. The error is
// of type toml.Errors and holds every fault of the file, or only the first if the file is
// not valid TOML.
func Parse(name string, data []byte) (*Variant, error) {
	return parse(name, data, func(*Variant) toml.Errors { return nil })
}

func parse(name string, data []byte, complete func(*Variant) toml.Errors) (*Variant, error) {
	f, err := toml.Open(name, data)
	if err != nil {
		return nil, err
	}
	v, defaults := decodeVariant(f.Root())
	f.Add(complete(v)...)
	f.Add(v.check()...)
	v = v.Canonical()
	if f.Err() == nil {
		f.Add(v.checkDefaults(defaults)...)
	}
	return v, f.Err()
}
