package variant

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// Encode writes the game as a file in canonical form: fields in a fixed order,
// rules with their defaults written out, no comments. Fields that have no
// meaning for the kind of castling or gating are left out.
func (v *Variant) Encode() []byte {
	v = v.Canonical()
	var e encoder
	e.text("name", v.Name)
	e.optional("title", v.Title)
	e.optional("author", v.Author)
	e.optional("source", v.Source)
	e.optional("description", v.Description)
	e.header("[board]")
	e.value("files", v.Files)
	e.value("ranks", v.Ranks)
	e.optionalTexts("holes", v.Holes)
	e.text("array", v.Array)
	for _, p := range v.Pieces {
		e.piece(p)
	}
	e.rules(v)
	for i := range v.OwnOptions {
		e.ownOption(v, &v.OwnOptions[i])
	}
	return e.out.Bytes()
}

// Hash identifies what is played: 12 hexadecimal digits that are the same for
// two games that differ only in texts for people and in the name of the game.
// Names and order of the pieces count. Of the game's own options only what the
// game has counts, not what could be chosen instead.
func (v *Variant) Hash() string {
	v = v.Canonical()
	v.Name, v.Title, v.Author, v.Source, v.Description = "", "", "", "", ""
	for i := range v.Pieces {
		v.Pieces[i].Note = ""
	}
	r := &v.Rules
	if !r.Castling.Kind.hasPartner() {
		r.Castling.Partner, r.Castling.ASidePartner = "", ""
	}
	r.Promotions = slices.DeleteFunc(r.Promotions, func(p Promotion) bool { return p.Zone == 0 })
	v.OwnOptions = nil
	sum := sha256.Sum256(v.Encode())
	return hex.EncodeToString(sum[:6])
}

// encoder writes TOML.
type encoder struct {
	out bytes.Buffer
}

func (e *encoder) header(header string) {
	fmt.Fprintf(&e.out, "\n%s\n", header)
}

func (e *encoder) value(key string, value any) {
	fmt.Fprintf(&e.out, "%s = %v\n", key, value)
}

func (e *encoder) text(key, value string) {
	e.value(key, tomlText(value))
}

func (e *encoder) texts(key string, values []string) {
	quoted := make([]string, len(values))
	for i, value := range values {
		quoted[i] = tomlText(value)
	}
	e.value(key, "["+strings.Join(quoted, ", ")+"]")
}

func (e *encoder) optional(key, value string) {
	if value != "" {
		e.text(key, value)
	}
}

func (e *encoder) optionalTexts(key string, values []string) {
	if len(values) > 0 {
		e.texts(key, values)
	}
}

func (e *encoder) optionalFlag(key string, value bool) {
	if value {
		e.value(key, value)
	}
}

func (e *encoder) piece(p Piece) {
	e.header("[[piece]]")
	e.text("name", p.Name)
	e.text("symbol", p.Symbol)
	e.optionalFlag("royal", p.Royal)
	e.optionalFlag("pawn", p.Pawn)
	e.optionalFlag("explodes", p.Explodes)
	e.moves(p.Moves)
	e.optional("note", p.Note)
}

func (e *encoder) moves(more []MoveSet) {
	if len(more) > 0 && more[0].everywhere() {
		e.text("move", more[0].Betza)
		more = more[1:]
	}
	if len(more) > 0 {
		e.out.WriteString("more-moves = [\n")
		for _, m := range more {
			e.moveSet(m)
		}
		e.out.WriteString("]\n")
	}
}

func (e *encoder) moveSet(m MoveSet) {
	fmt.Fprintf(&e.out, "  { move = %s", tomlText(m.Betza))
	if m.FirstRank != 0 || m.LastRank != 0 {
		fmt.Fprintf(&e.out, ", ranks = %s", tomlText(formatRanks(m.FirstRank, m.LastRank)))
	}
	if m.Area != "" {
		fmt.Fprintf(&e.out, ", area = %s", tomlText(m.Area))
	}
	if m.Flying {
		e.out.WriteString(", flying = true")
	}
	if m.RoyalOnly {
		e.out.WriteString(", royal-only = true")
	}
	if m.LeavesEnPassant {
		e.out.WriteString(", leaves-en-passant = true")
	}
	e.out.WriteString(" },\n")
}

func (e *encoder) rules(v *Variant) {
	s := scope{Rules: &v.Rules, v: v}
	e.ruleTable("[rules]", "", s)
	e.ruleTable("[rules.castling]", castlingTable, s)
	e.promotions("[[rules.promotion]]", v, v.Rules.Promotions)
	e.ruleTable("[rules.gating]", gatingTable, s)
	e.ruleTable("[rules.explosion]", explosionTable, s)
}

func (e *encoder) promotions(header string, v *Variant, list []Promotion) {
	for _, s := range promotionScopes(v, list) {
		e.ruleTable(header, promotionTable, s)
	}
}

// tomlText writes a TOML basic string.
func tomlText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
