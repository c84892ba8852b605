package variant

import (
	"reflect"

	"bestiary/internal/toml"
)

// ruleField describes a field of the rules. Reading and writing game files, checks, the
// canonical form, options and the rules in words all follow from these descriptions in
// ruleTable.
type ruleField struct {
	// table is the table of the field inside [rules], such as castling, promotion, gating
	// or explosion, "" for [rules] itself, or boardTable. key is the field's key in the table.
	table, key string
	// at returns the field: a *int, *bool, *string, *[]string or *toml.Names.
	at func(scope) any
	// standard is the default of a field with a meaning; nil for the zero value.
	standard any
	// names lists the values of a text field; nil if the text is the name of a piece.
	names []string
	// squares marks a list of squares and rectangles; other lists hold names of pieces.
	squares bool
	// limits returns the range of a number. Fields that are sparse or can be off also
	// allow 0.
	limits func(scope) (low, high int)
	// needs lists the conditions for the field to have a meaning. Without a meaning it is
	// zero, absent from files and not an option.
	needs []*condition
	// required marks a field that must be present if the file has the table.
	required bool
	// sparse omits the zero value from files, so that a field can be added without
	// changing the hash of games that do not use it.
	sparse bool

	// option is the name for Override; "" if the field is not an option. offered, if not
	// nil, is a further condition for the option; without it the field stays in files but
	// has no effect.
	option  string
	offered *condition
	// doc describes what the option decides.
	doc string
	// values describes the values of the option if it is a number or a list.
	values string
	// off is a word that Override accepts for 0.
	off string
	// topic is the heading under which the field is explained, by the sentence for its
	// value or by words. The topic itself or another field may also explain it.
	topic     string
	sentences map[string]string
	words     func(*Variant) string
}

// scope is the place of a field: the rules of a game and, for fields of the promotion
// table, a promotion.
type scope struct {
	*Rules
	*Promotion
	v *Variant
}

// condition is a requirement for a field to have a meaning.
type condition struct {
	holds func(scope) bool
	// without is the reason in terms of a file, such as "without optional = true"; "" if
	// the reason is the kind that the table states.
	without string
	// reason is the reason in terms of a game, such as "nothing promotes in it".
	reason string
}

// unmet returns the first condition that does not hold, or nil.
func (f *ruleField) unmet(s scope) *condition {
	for _, need := range f.needs {
		if !need.holds(s) {
			return need
		}
	}
	return nil
}

// fieldsOf lists the fields of a table.
func fieldsOf(table string) []*ruleField {
	var fields []*ruleField
	for i := range ruleTable {
		if ruleTable[i].table == table {
			fields = append(fields, &ruleTable[i])
		}
	}
	return fields
}

// path returns the path of the field in a file, without the number of a promotion.
func (f *ruleField) path() string {
	return toml.Path(tablePath(f.table), f.key)
}

// tablePath returns the path of a table of the rules in a file.
func tablePath(table string) string {
	switch table {
	case "":
		return "rules"
	case boardTable:
		return boardTable
	}
	return "rules." + table
}

// scopes returns the places where the game has the field: the game itself, or each
// promotion.
func (f *ruleField) scopes(v *Variant) []scope {
	if f.table != promotionTable {
		return []scope{{Rules: &v.Rules, v: v}}
	}
	return promotionScopes(v, v.Rules.Promotions)
}

func promotionScopes(v *Variant, list []Promotion) []scope {
	scopes := make([]scope, len(list))
	for i := range list {
		scopes[i] = scope{Promotion: &list[i], v: v}
	}
	return scopes
}

// senseless explains why the option has no meaning in the game, or returns "" if it has
// one.
func (f *ruleField) senseless(v *Variant) string {
	reason := "nothing promotes in it"
	for _, s := range f.scopes(v) {
		need := f.unmet(s)
		if need == nil && f.offered != nil && !f.offered.holds(s) {
			need = f.offered
		}
		if need == nil {
			return ""
		}
		reason = need.reason
	}
	return reason
}

// reset sets the field to its default, or to zero if it has no meaning.
func (f *ruleField) reset(s scope) {
	value := reflect.ValueOf(f.at(s)).Elem()
	value.SetZero()
	if f.standard != nil && f.unmet(s) == nil {
		value.Set(reflect.ValueOf(f.standard))
	}
}

// canonical sets a field without a meaning to zero and replaces an empty name by the first
// one.
func (f *ruleField) canonical(s scope) {
	text, named := f.at(s).(*string)
	if f.unmet(s) != nil || named && *text == "" && f.names != nil {
		f.reset(s)
	}
}
