package variant

import (
	_ "embed"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"bestiary/internal/toml"
)

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

// listOf splits a string at commas.
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
	for _, f := range ruleFields() {
		if f.path() == path && f.table != promotionTable {
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
