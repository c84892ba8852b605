package variant

import (
	"bestiary/internal/toml"
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
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

// valuesTaken describes the values that the option takes.
func (f *ruleField) valuesTaken() string {
	values := f.values
	switch f.at(scope{Rules: &Rules{}, Promotion: &Promotion{}}).(type) {
	case *bool:
		values = "true or false"
	case *string:
		values = oneOf(f.names)
	case *toml.Names:
		values = "true, false or names of pieces, separated by commas"
	}
	if f.table == promotionTable {
		values += "; one value for all promotions or one for each, separated by semicolons"
	}
	return values
}

// get returns the value of the option: a single value if all promotions share it,
// otherwise the values of all of them.
func (f *ruleField) get(v *Variant) string {
	var values []string
	for _, s := range f.scopes(v) {
		values = append(values, f.format(s))
	}
	if len(slices.Compact(slices.Clone(values))) == 1 {
		return values[0]
	}
	return strings.Join(values, ";")
}

func (f *ruleField) format(s scope) string {
	if text := textOf(f.at(s)); text != "" || f.standard == nil {
		return text
	}
	return fmt.Sprint(f.standard)
}

// set changes the option, given one value for all promotions or one for each. The error
// explains what is wrong with the value.
func (f *ruleField) set(v *Variant, text string) error {
	scopes := f.scopes(v)
	values := slices.Repeat([]string{text}, len(scopes))
	if f.table == promotionTable && strings.Contains(text, ";") {
		if values = strings.Split(text, ";"); len(values) != len(scopes) {
			return fmt.Errorf("%d values, but the number of promotions is %d", len(values), len(scopes))
		}
	}
	for i, s := range scopes {
		before := f.format(s)
		if err := f.parse(s, strings.TrimSpace(values[i])); err != nil {
			return err
		}
		if f.key != "kind" || f.format(s) == before {
			continue
		}
		for _, other := range fieldsOf(f.table) { // a new kind starts with its defaults
			if other.needs != nil {
				other.reset(s)
			}
		}
	}
	return nil
}

func (f *ruleField) parse(s scope, text string) error {
	switch into := f.at(s).(type) {
	case *int:
		if text == f.off && f.off != "" {
			text = "0"
		}
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil {
			return fmt.Errorf("%s is not a whole number", toml.Quote(text))
		}
		*into = int(n)
	case *bool:
		if text != "true" && text != "false" {
			return fmt.Errorf("%s is neither true nor false", toml.Quote(text))
		}
		*into = text == "true"
	case *string:
		if !slices.Contains(f.names, text) {
			return errors.New(unknownValue(text, f.names))
		}
		*into = text
	case *[]string:
		*into = listOf(text)
	case *toml.Names:
		if *into = (toml.Names{All: text == "true"}); text != "true" && text != "false" {
			into.List = listOf(text)
		}
	}
	return nil
}

// listOf splits a text at commas.
func listOf(text string) []string {
	list := strings.Split(text, ",")
	for i, name := range list {
		list[i] = strings.TrimSpace(name)
	}
	return list
}

// fieldAt returns the field with a path such as "rules.n-move"; promotions are not
// supported. It panics for an unknown path.
func fieldAt(path string) *ruleField {
	for i := range ruleTable {
		if f := &ruleTable[i]; f.path() == path && f.table != promotionTable {
			return f
		}
	}
	panic("no field " + path)
}

// RuleValue returns the value of the field with a path, in the form that Override takes.
// It reports false if the field has no meaning in the game, which must be canonical.
func (v *Variant) RuleValue(path string) (value string, ok bool) {
	f, s := fieldAt(path), scope{Rules: &v.Rules, v: v}
	return f.format(s), f.unmet(s) == nil
}

// SetRule changes the field with a path. Unlike Override, it checks neither the game nor
// whether the field has a meaning.
func (v *Variant) SetRule(path, value string) error {
	f, s := fieldAt(path), scope{Rules: &v.Rules, v: v}
	if value == "" {
		reflect.ValueOf(f.at(s)).Elem().SetZero()
		return nil
	}
	return f.parse(s, value)
}

func unknownValue(value string, valid []string) string {
	text := "unknown value " + toml.Quote(value)
	if near := toml.Nearest(value, valid); near != "" {
		text += fmt.Sprintf(", did you mean %q", near)
	}
	return text
}

// check reports an invalid name or number. It returns whether the value is valid.
func (f *ruleField) check(c *checker, path string, s scope) bool {
	if f.unmet(s) != nil {
		return true
	}
	switch value := f.at(s).(type) {
	case *string:
		if *value != "" && f.names != nil && !slices.Contains(f.names, *value) {
			c.errs = append(c.errs, &toml.FieldError{Field: toml.Path(path, f.key), Found: toml.Quote(*value),
				Expected: oneOf(f.names), Nearest: toml.Nearest(*value, f.names)})
			return false
		}
	case *int:
		low, high := f.limits(s)
		if *value == 0 && (f.sparse || f.off != "") || low <= *value && *value <= high {
			return true
		}
		expected := fmt.Sprintf("%d to %d", low, high)
		if f.off != "" && low > 0 {
			expected = "0 (off) or " + expected
		}
		c.report(toml.Path(path, f.key), fmt.Sprint(*value), expected)
		return false
	case *[]string:
		if f.squares {
			c.region(toml.Path(path, f.key), *value)
		}
	}
	return true
}

// decodeRuleTable reads the fields of a table; t is nil if the file lacks it. Fields
// follow the fields they need.
func decodeRuleTable(t *toml.Section, table string, s scope) {
	for _, f := range fieldsOf(table) {
		f.reset(s)
		if t == nil {
			continue
		}
		if f.required && !t.Has(f.key) {
			t.Report(f.key, "missing", oneOf(f.names), "")
		}
		if need := f.unmet(s); need != nil && t.Has(f.key) {
			if without := cmp.Or(need.without, withKind(t, table)); without != "" {
				t.Report(f.key, "has no meaning "+without, "", "")
			}
		}
		t.Read(f.key, f.at(s))
	}
	if t != nil && table != "" {
		t.Close()
	}
}

// DefaultRules returns the rules of a file that says nothing about them.
func DefaultRules() Rules {
	var r Rules
	s := scope{Rules: &r, v: &Variant{}}
	for _, table := range append([]string{boardTable}, tables...) {
		if table != promotionTable {
			decodeRuleTable(nil, table, s)
		}
	}
	return r
}

// withKind returns the kind of a table as stated in a file, or "" if it is invalid.
func withKind(t *toml.Section, table string) string {
	kind := t.Peek("kind")
	if !slices.Contains(fieldsOf(table)[0].names, kind) {
		return ""
	}
	return fmt.Sprintf("with kind = %q", kind)
}

// ruleTable writes the fields of a table in canonical form. It omits a table that would
// only state the absence of the rule.
func (e *encoder) ruleTable(header, table string, s scope) {
	var body encoder
	body.ruleFields(table, s)
	if text := body.String(); text != "" && text != "kind = \"none\"\n" {
		e.Header(header)
		e.WriteString(text)
	}
}

func (e *encoder) ruleFields(table string, s scope) {
	for _, f := range fieldsOf(table) {
		if f.unmet(s) != nil {
			continue
		}
		if text, ok := f.at(s).(*string); ok && f.sparse && *text == f.standard {
			continue
		} else if f.sparse {
			e.Optional(f.key, f.at(s))
		} else {
			e.Value(f.key, f.at(s))
		}
	}
}
