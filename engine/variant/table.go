package variant

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// table reads the fields of one TOML table. Its methods leave the destination
// alone when the key is absent, report a value of the wrong type, and remember
// the key, so that close can tell what else the table holds.
type table struct {
	errs   *faults
	path   string
	fields map[string]any
	known  []string
}

// faults collects the errors of a file.
type faults struct {
	list Errors
	// settled are the paths that a fault was reported for: what a later check
	// has to say about them only follows from it.
	settled map[string]bool
}

func (f *faults) report(err *FieldError) {
	f.list = append(f.list, err)
	f.settled[err.Field] = true
}

// lookup returns the value of a key, nil if absent.
func (t *table) lookup(key string) any {
	t.known = append(t.known, key)
	return t.fields[key]
}

// has reports whether the key is present.
func (t *table) has(key string) bool {
	_, ok := t.fields[key]
	return ok
}

func (t *table) report(key, found, expected string) {
	t.errs.report(&FieldError{Field: field(t.path, key), Found: found, Expected: expected})
}

// wrongType reports a value of the wrong type.
func (t *table) wrongType(key string, value any, expected string) {
	t.report(key, describe(value), expected)
}

func (t *table) text(key string, into *string) {
	switch value := t.lookup(key).(type) {
	case nil:
	case string:
		*into = value
	default:
		t.wrongType(key, value, "text in quotes")
	}
}

func (t *table) number(key string, into *int) {
	switch value := t.lookup(key).(type) {
	case nil:
	case int64:
		if value < math.MinInt32 || value > math.MaxInt32 {
			t.report(key, fmt.Sprint(value), "a number of at most nine digits")
			return
		}
		*into = int(value)
	default:
		t.wrongType(key, value, "a whole number")
	}
}

func (t *table) flag(key string, into *bool) {
	switch value := t.lookup(key).(type) {
	case nil:
	case bool:
		*into = value
	default:
		t.wrongType(key, value, "true or false")
	}
}

func (t *table) texts(key string, into *[]string) {
	const expected = `a list of texts, as in ["a", "b"]`
	switch value := t.lookup(key).(type) {
	case nil:
	case []any:
		for i, element := range value {
			s, ok := element.(string)
			if !ok {
				t.wrongType(item(key, i+1), element, "text in quotes")
				t.errs.settled[field(t.path, key)] = true
			}
			*into = append(*into, s)
		}
	default:
		t.wrongType(key, value, expected)
	}
}

// table returns a table inside this one, nil if absent.
func (t *table) table(key string) *table {
	switch value := t.lookup(key).(type) {
	case nil:
	case map[string]any:
		return &table{errs: t.errs, path: field(t.path, key), fields: value}
	default:
		t.wrongType(key, value, "a table, ["+field(t.path, key)+"]")
	}
	return nil
}

// tables returns a list of tables inside this one, at most limit of them.
func (t *table) tables(key string, limit int) []*table {
	var list []any
	switch value := t.lookup(key).(type) {
	case nil:
	case []any:
		list = value
	case []map[string]any:
		for _, fields := range value {
			list = append(list, fields)
		}
	default:
		t.wrongType(key, value, "a list of tables, each [["+field(t.path, key)+"]] or { … }")
	}
	if len(list) > limit {
		t.report(key, fmt.Sprintf("%d entries", len(list)), fmt.Sprintf("at most %d", limit))
		list = list[:limit]
	}
	var tables []*table
	for i, element := range list {
		path := item(key, i+1)
		if fields, ok := element.(map[string]any); ok {
			tables = append(tables, &table{errs: t.errs, path: field(t.path, path), fields: fields})
		} else {
			t.wrongType(path, element, "a table, { … }")
		}
	}
	return tables
}

// refuse reports keys that have no meaning next to the value of another.
func (t *table) refuse(because string, keys ...string) {
	for _, key := range keys {
		if t.has(key) {
			t.report(key, "has no meaning "+because, "")
		}
	}
}

// close reports the keys of the table that were not asked for.
func (t *table) close() {
	var unknown []string
	for key := range t.fields {
		if !slices.Contains(t.known, key) {
			unknown = append(unknown, key)
		}
	}
	slices.Sort(unknown)
	for _, key := range unknown {
		near := Nearest(key, t.known)
		t.errs.report(&FieldError{Field: field(t.path, keyText(key)), Found: "unknown key",
			Expected: oneOf(t.known), Nearest: near})
		if near != "" {
			t.errs.settled[field(t.path, near)] = true
		}
	}
}

// keyText is a key as it is written in a file.
func keyText(key string) string {
	bare := func(r rune) bool {
		return r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	if key != "" && strings.IndexFunc(key, func(r rune) bool { return !bare(r) }) < 0 {
		return key
	}
	return `"` + key + `"`
}

// describe says what a TOML value is.
func describe(value any) string {
	switch value := value.(type) {
	case string:
		return "text " + Quote(value)
	case int64:
		return fmt.Sprintf("the number %d", value)
	case float64:
		return fmt.Sprintf("the number %v", value)
	case bool:
		return fmt.Sprintf("%v", value)
	case []any, []map[string]any:
		return "a list"
	case map[string]any:
		return "a table"
	}
	return "a date or time"
}
