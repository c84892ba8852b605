package variant

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Encode writes the game as a file in canonical form: fields in a fixed order,
// rules with their defaults written out, no comments. Fields without a meaning
// are left out.
func (v *Variant) Encode() []byte {
	v = v.Canonical()
	var e encoder
	e.fields(v.headFields())
	e.header("[board]")
	e.fields(v.boardFields())
	for i := range v.Pieces {
		e.piece("[[piece]]", &v.Pieces[i])
	}
	for i := range v.Reserve {
		e.piece("[[reserve]]", &v.Reserve[i])
	}
	s := scope{Rules: &v.Rules, v: v}
	e.ruleTable("[rules]", "", s)
	e.ruleTable("[rules.castling]", castlingTable, s)
	e.promotions("[[rules.promotion]]", v, v.Rules.Promotions)
	e.ruleTable("[rules.gating]", gatingTable, s)
	e.ruleTable("[rules.hand]", handTable, s)
	e.ruleTable("[rules.blast]", blastTable, s)
	e.ruleTable("[rules.explosion]", explosionTable, s)
	e.ruleTable("[rules.extinction]", extinctionTable, s)
	e.ruleTable("[rules.goal]", goalTable, s)
	for i := range v.OwnOptions {
		e.ownOption(v, &v.OwnOptions[i])
	}
	return e.out.Bytes()
}

// Hash identifies the rules of the game by 12 hexadecimal digits, which are the
// same for two games that differ only in their names and in texts for people.
// Names and order of the pieces count. Values that the game's own options offer
// do not count, only the fields as they are.
func (v *Variant) Hash() string {
	v = v.Canonical()
	v.Name, v.Title, v.Author, v.Source, v.Description = "", "", "", "", ""
	for i := range v.Pieces {
		v.Pieces[i].Note = ""
	}
	r := &v.Rules
	if !r.Castling.Kind.hasPartner() {
		r.Castling.Partner, r.Castling.ASidePartner, r.Castling.MorePartners = "", "", nil
	}
	r.Promotions = slices.DeleteFunc(r.Promotions, func(p Promotion) bool { return p.Zone == 0 })
	v.Reserve, v.OwnOptions = nil, nil
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

// value writes a *string, *bool, *int or *[]string.
func (e *encoder) value(key string, at any) {
	fmt.Fprintf(&e.out, "%s = %s\n", key, tomlValue(at))
}

// optional writes a value that is not zero.
func (e *encoder) optional(key string, at any) {
	if !reflect.ValueOf(at).Elem().IsZero() {
		e.value(key, at)
	}
}

func (e *encoder) fields(fields []fileField) {
	for _, f := range fields {
		if f.required {
			e.value(f.key, f.at)
		} else {
			e.optional(f.key, f.at)
		}
	}
}

func (e *encoder) piece(header string, p *Piece) {
	e.header(header)
	e.fields(p.fields())
	e.moves(p.Moves)
	e.optional("note", &p.Note)
}

func (e *encoder) moves(more []MoveSet) {
	if len(more) > 0 && more[0].everywhere() {
		e.value("move", &more[0].Betza)
		more = more[1:]
	}
	if len(more) == 0 {
		return
	}
	e.out.WriteString("more-moves = [\n")
	for i := range more {
		m, ranks := &more[i], ""
		if m.FirstRank != 0 || m.LastRank != 0 {
			ranks = formatRanks(m.FirstRank, m.LastRank)
		}
		var set encoder
		set.fields(m.fields(&ranks))
		fmt.Fprintf(&e.out, "  { %s },\n", strings.ReplaceAll(strings.TrimSpace(set.out.String()), "\n", ", "))
	}
	e.out.WriteString("]\n")
}

func (e *encoder) promotions(header string, v *Variant, list []Promotion) {
	for _, s := range promotionScopes(v, list) {
		e.ruleTable(header, promotionTable, s)
	}
}

// tomlValue writes a value for a TOML file.
func tomlValue(at any) string {
	switch value := at.(type) {
	case *string:
		return tomlText(*value)
	case *[]string:
		quoted := make([]string, len(*value))
		for i, text := range *value {
			quoted[i] = tomlText(text)
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	}
	return fmt.Sprint(reflect.ValueOf(at).Elem())
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
