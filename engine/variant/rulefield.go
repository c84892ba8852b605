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

// ruleField describes one field of the rules. Reading and writing game files,
// checks, the canonical form, options and the rules in words all follow from
// these descriptions in ruleTable.
type ruleField struct {
	// table is the table of the file inside [rules] and key the field's key in
	// it: "" for [rules] itself, or castling, promotion, gating or explosion.
	table, key string
	// at returns the field: a *int, *bool, *string or *[]string.
	at func(scope) any
	// standard is the default of a field with a meaning; nil for the zero value.
	standard any
	// names are the values that a text may have; nil for the name of a piece.
	names []string
	// squares: a list has squares and rectangles, otherwise names of pieces.
	squares bool
	// limits bound a number. Fields that are sparse or can be off also take 0.
	limits func(scope) (low, high int)
	// needs are the conditions without which the field has no meaning. It is
	// then zero, and neither in files nor an option.
	needs []*condition
	// required: a file that has the table must have the field.
	required bool
	// sparse: files leave out the zero value, so that a field can be added
	// without changing the hash of games that do not use it.
	sparse bool

	// option is the name for Override; "" for a field that is not an option. It is
	// offered only if this condition holds, too, without which the field stays in
	// files but makes no difference; nil for none.
	option  string
	offered *condition
	// doc says what the option settles.
	doc string
	// values says which values the option takes if it is a number or a list.
	values string
	// off is a word for 0 that Override takes.
	off string
	// topic is the heading under which the field is explained: by a sentence for the
	// value that it has, or by words. The words of the topic or of another field may
	// explain it, too.
	topic     string
	sentences map[string]string
	words     func(*Variant) string
}

// scope is where a field is looked up: the rules of a game and, for fields of
// the promotion table, one promotion.
type scope struct {
	*Rules
	*Promotion
	v *Variant
}

// condition is something without which a field has no meaning.
type condition struct {
	holds func(scope) bool
	// without is the reason in the terms of a file, as in "without optional =
	// true"; "" if it is the kind that the table states.
	without string
	// reason is the reason in the terms of a game, as in "nothing promotes in it".
	reason string
}

// unmet returns the first condition that does not hold, nil if all do.
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
	if table == "" {
		return "rules"
	}
	return "rules." + table
}

// scopes returns the places where the game has the field: one, or each promotion.
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

// senseless says why the option has no meaning in the game, "" if it has one.
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

// reset gives the field its default, or zero if it has no meaning.
func (f *ruleField) reset(s scope) {
	value := reflect.ValueOf(f.at(s)).Elem()
	value.SetZero()
	if f.standard != nil && f.unmet(s) == nil {
		value.Set(reflect.ValueOf(f.standard))
	}
}

// canonical makes a field without a meaning zero and names a value that is "".
func (f *ruleField) canonical(s scope) {
	text, named := f.at(s).(*string)
	if f.unmet(s) != nil || named && *text == "" && f.names != nil {
		f.reset(s)
	}
}

// valuesTaken says which values the option takes.
func (f *ruleField) valuesTaken() string {
	values := f.values
	switch f.at(scope{Rules: &Rules{}, Promotion: &Promotion{}}).(type) {
	case *bool:
		values = "true or false"
	case *string:
		values = oneOf(f.names)
	}
	if f.table == promotionTable {
		values += "; one value for all promotions or one for each, separated by semicolons"
	}
	return values
}

// get returns the value of the option: the one that all promotions have, or the
// values of all of them.
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

// set changes the option: one value for all promotions, or one for each. The
// error says what is wrong with the value.
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
		for _, other := range fieldsOf(f.table) { // another kind begins with its defaults
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
		*into = strings.Split(text, ",")
		for i, name := range *into {
			(*into)[i] = strings.TrimSpace(name)
		}
	}
	return nil
}

// fieldAt returns the field of the rules, promotions aside, with a path such as
// "rules.n-move". Other paths are faults of the program.
func fieldAt(path string) *ruleField {
	for i := range ruleTable {
		if f := &ruleTable[i]; f.path() == path && f.table != promotionTable {
			return f
		}
	}
	panic("no field " + path)
}

// RuleValue returns the value of the field of the rules with a path, as Override takes
// it. It is false if the field has no meaning in the game, which must be canonical.
func (v *Variant) RuleValue(path string) (value string, ok bool) {
	f, s := fieldAt(path), scope{Rules: &v.Rules, v: v}
	return f.format(s), f.unmet(s) == nil
}

// SetRule changes the field of the rules with a path. Unlike Override it neither checks
// the game nor asks whether the field has a meaning.
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

// check reports a name or a number that the field cannot have. It says whether
// the value is good.
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

// decodeRuleTable reads the fields of a table; t is nil if the file does not
// have it. Fields come after those that they need.
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
	for _, table := range tables {
		if table != promotionTable {
			decodeRuleTable(nil, table, s)
		}
	}
	return r
}

// withKind returns the kind of a table as a file states it, "" if the kind is not valid.
func withKind(t *toml.Section, table string) string {
	kind := t.Peek("kind")
	if !slices.Contains(fieldsOf(table)[0].names, kind) {
		return ""
	}
	return fmt.Sprintf("with kind = %q", kind)
}

// ruleTable writes the fields of a table in canonical form. A table that only
// says that the game has no such rule is left out.
func (e *encoder) ruleTable(header, table string, s scope) {
	var body encoder
	for _, f := range fieldsOf(table) {
		if f.unmet(s) != nil {
			continue
		}
		if text, ok := f.at(s).(*string); ok && f.sparse && *text == f.standard {
			continue
		} else if f.sparse {
			body.Optional(f.key, f.at(s))
		} else {
			body.Value(f.key, f.at(s))
		}
	}
	if text := body.String(); text != "" && text != "kind = \"none\"\n" {
		e.Header(header)
		e.WriteString(text)
	}
}
