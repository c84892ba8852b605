package variant

import (
	"fmt"
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
